package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// growth is W7: three shapes of tables, each in three sizes.
func growth() (contests []func(*node) (*contest, error)) {
	for _, shape := range []func(int) func(*node) (*contest, error){w7Intervals, w7Keyed, w7Weak} {
		for _, size := range []int{100, 1_000, 10_000} {
			contests = append(contests, shape(size))
		}
	}
	return contests
}

// pick gives the rule that input k asks for, all over the table.
func pick(k, rules int) int { return k * 7919 % rules }

// w7Intervals is n disjoint intervals.
func w7Intervals(size int) func(*node) (*contest, error) {
	return func(n *node) (*contest, error) {
		t := &table{columns: []column{{name: "x", kind: ofWhole}}, output: "out", numbers: true}
		bounds := make([]int, size+1)
		for i := range size {
			t.rules = append(t.rules, rule{[]cell{within("[", fmt.Sprint(10*i), fmt.Sprint(10*i+10), ")")}, fmt.Sprint(i)})
			bounds[i+1] = 10 * (i + 1)
		}
		type input struct {
			X int `feel:"x"`
		}
		c, inputs := grown(size, "intervals", func(k, r int) (input, vars) {
			in := input{10*r + k%10}
			return in, vars{"x": in.X}
		})
		c.add(inGo(byHand, handText, len(inputs), always(func(i int) (int, error) {
			at, exact := slices.BinarySearch(bounds, inputs[i].X)
			if !exact {
				at--
			}
			if at < 0 || at >= size {
				return 0, errNoRule
			}
			return at, nil
		})))
		return c, grownPeers(n, c, t, func(i int) any { return &inputs[i] })
	}
}

// w7Keyed is a string key, and an interval of 20 for each key.
func w7Keyed(size int) func(*node) (*contest, error) {
	return func(n *node) (*contest, error) {
		t := &table{columns: []column{{name: "key"}, {name: "x", kind: ofWhole}}, output: "out", numbers: true}
		byKey := map[string]int{}
		for i := range size {
			key, low := fmt.Sprintf("key-%d", i/20), i%20*50
			t.rules = append(t.rules, rule{[]cell{is(key), within("[", fmt.Sprint(low), fmt.Sprint(low+50), ")")}, fmt.Sprint(i)})
			byKey[key] = i / 20 * 20
		}
		type input struct {
			Key string `feel:"key"`
			X   int    `feel:"x"`
		}
		c, inputs := grown(size, "key and interval", func(k, r int) (input, vars) {
			in := input{fmt.Sprintf("key-%d", r/20), r%20*50 + k%50}
			return in, vars{"key": in.Key, "x": in.X}
		})
		c.add(inGo(byHand, handText, len(inputs), always(func(i int) (int, error) {
			first, ok := byKey[inputs[i].Key]
			if x := inputs[i].X; ok && x >= 0 && x < 1000 {
				return first + x/50, nil
			}
			return 0, errNoRule
		})))
		return c, grownPeers(n, c, t, func(i int) any { return &inputs[i] })
	}
}

// w7Weak is four columns of which each leaves a tenth of the rules at best.
func w7Weak(size int) func(*node) (*contest, error) {
	radix := map[int][4]int{100: {2, 2, 5, 5}, 1_000: {5, 5, 5, 8}, 10_000: {10, 10, 10, 10}}[size]
	return func(n *node) (*contest, error) {
		t := &table{columns: []column{{name: "a"}, {name: "b"}, {name: "x", kind: ofWhole}, {name: "y", kind: ofWhole}}, output: "out", numbers: true}
		type input struct {
			A string `feel:"a"`
			B string `feel:"b"`
			X int    `feel:"x"`
			Y int    `feel:"y"`
		}
		of := func(r int) input {
			a, r := r%radix[0], r/radix[0]
			b, r := r%radix[1], r/radix[1]
			return input{fmt.Sprintf("a%d", a), fmt.Sprintf("b%d", b), r % radix[2], r / radix[2]}
		}
		rules := map[input]int{}
		for i := range size {
			r := of(i)
			t.rules = append(t.rules, rule{[]cell{
				is(r.A), is(r.B),
				within("[", fmt.Sprint(10*r.X), fmt.Sprint(10*r.X+10), ")"), within("[", fmt.Sprint(10*r.Y), fmt.Sprint(10*r.Y+10), ")"),
			}, fmt.Sprint(i)})
			rules[r] = i
		}
		c, inputs := grown(size, "weak columns", func(k, r int) (input, vars) {
			in := of(r)
			in.X, in.Y = 10*in.X+k%10, 10*in.Y+k%9
			return in, vars{"a": in.A, "b": in.B, "x": in.X, "y": in.Y}
		})
		c.add(inGo(byHand, handText, len(inputs), always(func(i int) (int, error) {
			in := inputs[i]
			in.X, in.Y = in.X/10, in.Y/10
			if out, ok := rules[in]; ok {
				return out, nil
			}
			return 0, errNoRule
		})))
		return c, grownPeers(n, c, t, func(i int) any { return &inputs[i] })
	}
}

// grown makes a contest over a table of a size, and its inputs as structs: make
// gives input k, for which rule r must match.
func grown[T any](size int, shape string, make func(k, r int) (T, vars)) (*contest, []T) {
	c := &contest{workload: "W7", name: fmt.Sprintf("%s %d rules", shape, size)}
	var inputs []T
	for k := range manyInputs {
		r := pick(k, size)
		in, v := make(k, r)
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, v)
		c.want = append(c.want, number(r))
	}
	return c, inputs
}

// grownPeers adds everybody else. feelin, which cannot nest 10,000 conditionals, is
// given the rules as data.
func grownPeers(n *node, c *contest, t *table, structs func(i int) any) error {
	if err := addTable(c, t, asInt, structs); err != nil {
		return err
	}
	celTable(c, t)
	exprTable(c, t)
	cedarTable(c, t)
	zenTable(n, c, t)
	if len(t.rules) > 1_000 {
		c.lack(feelinPackage, "not measured: at 1,000 rules a decision takes tens of milliseconds")
		return nil
	}
	var tests []string
	rules := make([]any, len(t.rules))
	for i, r := range t.rules {
		row := vars{"out": json.Number(r.out)}
		for k, column := range t.columns {
			for _, x := range r.cells[k].tests {
				field := column.name + map[string]string{"=": "_is", ">=": "_from", "<": "_below"}[x.op]
				if i == 0 {
					tests = append(tests, column.name+" "+x.op+" "+field)
				}
				row[field] = x.value
				if column.kind != ofText {
					row[field] = json.Number(x.value)
				}
			}
		}
		rules[i] = row
	}
	addFeelin(n, c, "rules["+strings.Join(tests, " and ")+"][1].out", vars{"rules": rules})
	return nil
}
