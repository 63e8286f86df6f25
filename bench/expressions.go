package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
)

// W8 is twelve expressions. Each is given the variables that it reads, and no
// others, so that no peer converts what it does not need.

const manyVariants = 16

// An expression is one of the twelve in the languages of the peers. Without a text
// a peer cannot express it.
type expression struct {
	name, feel, cel, expr, cedar string
	zen                          string
	zenKeys, zenTexts            []string // instead, a chain of which the last one counts
	input                        func(k int) vars
	want                         func(k int) any
}

const (
	noFold  = "it has no sum, and no fold to write one with"
	permits = "a policy permits or denies, and gives no value; it has no loops, and few functions"
)

// w8 makes the contest of an expression. hand is the same in Go, on the values of
// input k; result gives what the host gets.
func w8[H, T any](x expression, result func(feel.Value) (T, error), hand func(k int) func() H) func(*node) (*contest, error) {
	return func(n *node) (*contest, error) {
		c := &contest{workload: "W8", name: x.name}
		var functions []func() H
		for k := range manyVariants {
			c.inputs = append(c.inputs, x.input(k))
			c.want = append(c.want, x.want(k))
			functions = append(functions, hand(k))
		}
		c.add(inGo(byHand, handText, manyVariants, always(func(i int) (H, error) { return functions[i](), nil })))
		if err := addExpression(c, x.feel, result, nil); err != nil {
			return nil, err
		}
		if x.cel == "" {
			c.lack("cel", noFold)
		} else {
			addCEL(c, x.cel)
		}
		addExpr(c, x.expr)
		if x.cedar == "" {
			c.lack("cedar", permits)
		} else {
			addCedar(c, x.cedar)
		}
		addFeelin(n, c, x.feel, nil)
		if x.zen != "" {
			addZen(n, c, x.zen)
		} else {
			addZenChain(n, c, x.zenKeys[len(x.zenKeys)-1], x.zenKeys, x.zenTexts)
		}
		return c, nil
	}
}

// addExpression adds spine evaluating an expression.
func addExpression[T any](c *contest, text string, result func(feel.Value) (T, error), structs func(i int) any) error {
	expr, err := checked(text, c.inputs[0])
	if err != nil {
		return err
	}
	unit, err := feel.CompileUnit(expr)
	if err != nil {
		return err
	}
	start := func() evaluator[T] {
		frame := unit.NewFrame() // kept, as the machine of expr is
		return func(in feel.Vars) (out T, err error) {
			frame.Start(context.Background(), &feel.Input{Vars: in})
			v, err := frame.Eval(0, feel.Null), frame.Err()
			frame.Stop()
			if err != nil {
				return out, err
			}
			return result(v)
		}
	}
	if err := addSpine(c, text, unit.Refs(), start, structs); err != nil || hasDates(c.inputs[0]) {
		return err
	}
	return addSpineJSON(c, text, start)
}

func compile(text string, in vars) (*feel.Program, error) {
	expr, err := checked(text, in)
	if err != nil {
		return nil, err
	}
	return feel.Compile(expr)
}

func checked(text string, in vars) (*feel.Checked, error) {
	sc := feel.NewScope()
	for name, v := range in {
		sc.Declare(name, typeOf(v))
	}
	ast, err := feel.Parse(feel.Source{Text: text}, sc)
	if err != nil {
		return nil, err
	}
	return feel.Check(ast, sc, feel.Full)
}

// typeOf gives the type of single values, as the other engines are told them.
func typeOf(v any) *feel.Type {
	switch v.(type) {
	case string:
		return feel.StringType
	case bool:
		return feel.BooleanType
	case int, decimal.Decimal:
		return feel.NumberType
	case time.Time:
		return feel.DateType
	}
	return nil
}

func hasDates(v any) bool {
	found := false
	mapped(v, func(v any) any {
		_, ok := v.(time.Time)
		found = found || ok
		return v
	})
	return found
}

func asBool(v feel.Value) (bool, error) {
	b, ok := v.AsBool()
	if !ok {
		return false, fmt.Errorf("%s is no boolean", v)
	}
	return b, nil
}

type person struct {
	name        string
	age, income int
}

// people gives the twenty people of variant k.
func people(k int) (list []person) {
	for i := range 20 {
		list = append(list, person{string(rune('A' + i)), 10 + 3*i - k, 1000*i + k})
	}
	return list
}

func hostPeople(k int) any {
	var list []any
	for _, p := range people(k) {
		list = append(list, vars{"name": p.name, "age": p.age, "income": p.income})
	}
	return list
}

var (
	statuses = []string{"verified", "unverified", "pending", "refused"}
	phrases  = []string{"The quick brown fox", "quick", "A slow brown fox", "As Quick as can be"}
)

var expressions = []func(*node) (*contest, error){
	w8(expression{
		name:  "filter",
		feel:  "count(people[age > limit])",
		cel:   "people.filter(p, p.age > limit).size()",
		expr:  "len(filter(people, .age > limit))",
		zen:   "len(filter(people, #.age > limit))",
		input: func(k int) vars { return vars{"people": hostPeople(k), "limit": 40} },
		want:  func(k int) any { return number(9 - k/3) },
	}, asInt, func(k int) func() int {
		people, limit := people(k), 40
		return func() int {
			n := 0
			for i := range people {
				if people[i].age > limit {
					n++
				}
			}
			return n
		}
	}),
	w8(expression{
		name:  "some",
		feel:  "some p in people satisfies p.age > 60",
		cel:   "people.exists(p, p.age > 60)",
		expr:  "any(people, .age > 60)",
		zen:   "some(people, #.age > 60)",
		input: func(k int) vars { return vars{"people": hostPeople(k)} },
		want:  func(k int) any { return k < 7 },
	}, asBool, func(k int) func() bool {
		people := people(k)
		return func() bool {
			for i := range people {
				if people[i].age > 60 {
					return true
				}
			}
			return false
		}
	}),
	w8(expression{
		name:  "every",
		feel:  "every p in people satisfies p.age > 5",
		cel:   "people.all(p, p.age > 5)",
		expr:  "all(people, .age > 5)",
		zen:   "all(people, #.age > 5)",
		input: func(k int) vars { return vars{"people": hostPeople(k)} },
		want:  func(k int) any { return k < 5 },
	}, asBool, func(k int) func() bool {
		people := people(k)
		return func() bool {
			for i := range people {
				if people[i].age <= 5 {
					return false
				}
			}
			return true
		}
	}),
	w8(expression{
		name:  "for",
		feel:  "sum(for i in 1..n return i * i)",
		expr:  "sum(1..n, # * #)",
		zen:   "sum(map([1..n], # * #))",
		input: func(k int) vars { return vars{"n": 10 + k} },
		want:  func(k int) any { n := 10 + k; return number(n * (n + 1) * (2*n + 1) / 6) },
	}, asInt, func(k int) func() int {
		n := 10 + k
		return func() int {
			sum := 0
			for i := 1; i <= n; i++ {
				sum += i * i
			}
			return sum
		}
	}),
	w8(expression{
		name:  "if",
		feel:  `if n >= 18 and status = "verified" then n * 2 else 0`,
		cel:   `n >= 18 && status == "verified" ? n * 2 : 0`,
		expr:  `n >= 18 && status == "verified" ? n * 2 : 0`,
		zen:   `n >= 18 and status == "verified" ? n * 2 : 0`,
		input: func(k int) vars { return vars{"n": 10 + k, "status": statuses[k%4]} },
		want: func(k int) any {
			if k == 8 || k == 12 {
				return number(20 + 2*k)
			}
			return number(0)
		},
	}, asInt, func(k int) func() int {
		n, status := 10+k, statuses[k%4]
		return func() int {
			if n >= 18 && status == "verified" {
				return n * 2
			}
			return 0
		}
	}),
	w8(expression{
		name:  "path",
		feel:  "a.b.c.d + 1",
		cel:   "a.b.c.d + 1",
		expr:  "a.b.c.d + 1",
		zen:   "a.b.c.d + 1",
		input: func(k int) vars { return vars{"a": vars{"b": vars{"c": vars{"d": k}}}} },
		want:  func(k int) any { return number(k + 1) },
	}, asInt, func(k int) func() int {
		a := struct{ b struct{ c struct{ d int } } }{}
		a.b.c.d = k
		return func() int { return a.b.c.d + 1 }
	}),
	w8(expression{
		name:  "between",
		feel:  "n between 18 and 65",
		cel:   "n >= 18 && n <= 65",
		expr:  "n in 18..65",
		zen:   "n in [18..65]",
		cedar: "context.n >= 18 && context.n <= 65",
		input: func(k int) vars { return vars{"n": 14 + 4*k} },
		want:  func(k int) any { return k >= 1 && k <= 12 },
	}, asBool, func(k int) func() bool {
		n := 14 + 4*k
		return func() bool { return n >= 18 && n <= 65 }
	}),
	w8(expression{
		name:  "in",
		feel:  `status in ["unverified", "verified", "pending"]`,
		cel:   `status in ["unverified", "verified", "pending"]`,
		expr:  `status in ["unverified", "verified", "pending"]`,
		zen:   `status in ["unverified", "verified", "pending"]`,
		cedar: `["unverified", "verified", "pending"].contains(context.status)`,
		input: func(k int) vars { return vars{"status": statuses[k%4]} },
		want:  func(k int) any { return k%4 != 3 },
	}, asBool, func(k int) func() bool {
		status, listed := statuses[k%4], []string{"unverified", "verified", "pending"}
		return func() bool { return slices.Contains(listed, status) }
	}),
	w8(expression{
		name:  "strings",
		feel:  `contains(upper case(text), "QUICK") and string length(text) > 10`,
		cel:   `text.upperAscii().contains("QUICK") && text.size() > 10`,
		expr:  `upper(text) contains "QUICK" && len(text) > 10`,
		zen:   `contains(upper(text), "QUICK") and len(text) > 10`,
		input: func(k int) vars { return vars{"text": phrases[k%4]} },
		want:  func(k int) any { return k%4 == 0 || k%4 == 3 },
	}, asBool, func(k int) func() bool {
		text := phrases[k%4]
		return func() bool { return strings.Contains(strings.ToUpper(text), "QUICK") && len(text) > 10 }
	}),
	w8(expression{
		name:  "sum",
		feel:  "sum(people.income)",
		expr:  "sum(people, .income)",
		zen:   "sum(map(people, #.income))",
		input: func(k int) vars { return vars{"people": hostPeople(k)} },
		want:  func(k int) any { return number(190_000 + 20*k) },
	}, asInt, func(k int) func() int {
		people := people(k)
		return func() int {
			sum := 0
			for i := range people {
				sum += people[i].income
			}
			return sum
		}
	}),
	w8(expression{
		name:  "dates",
		feel:  `day - from > duration("P30D") and day < date("2026-03-01") + duration("P1M")`,
		cel:   `day - from > duration("720h") && day < timestamp("2026-03-01T00:00:00Z") + duration("744h")`,
		expr:  `day - from > duration("720h") && day < date("2026-03-01").AddDate(0, 1, 0)`,
		zen:   `d(day).diff(d(from), "day") > 30 and d(day) < d("2026-03-01").add(1, "month")`,
		cedar: `context.day.durationSince(context.from) > duration("30d") && context.day < datetime("2026-03-01").offset(duration("31d"))`,
		input: func(k int) vars { return vars{"day": day(2026, 1, 13+6*k), "from": day(2026, 1, 1)} },
		want:  func(k int) any { return 12+6*k > 30 && 12+6*k < 90 },
	}, asBool, func(k int) func() bool {
		when, from := day(2026, 1, 13+6*k), day(2026, 1, 1)
		end := day(2026, 3, 1)
		return func() bool { return when.Sub(from) > 30*24*time.Hour && when.Before(end.AddDate(0, 1, 0)) }
	}),
	w8(expression{
		name:     "context",
		feel:     "{net: n * 0.8, tax: n - net, rest: net - tax}.rest",
		cel:      `cel.bind(net, n * 0.8, cel.bind(tax, n - net, {"net": net, "tax": tax, "rest": net - tax})).rest`,
		expr:     `let net = n * 0.8; let tax = n - net; {"net": net, "tax": tax, "rest": net - tax}.rest`,
		zenKeys:  []string{"net", "tax", "rest"},
		zenTexts: []string{"n * 0.8", "n - $.net", "$.net - $.tax"},
		input:    func(k int) vars { return vars{"n": decimal.New(int64(18+k), 0)} },
		want:     func(k int) any { return decimal.New(int64(6*(18+k)), -1) },
	}, asValue, func(k int) func() tenths {
		n := int64(18 + k)
		return func() tenths {
			net := n * 8
			tax := n*10 - net
			return tenths(net - tax)
		}
	}),
}
