package main

import (
	"fmt"
	"time"

	"github.com/shopspring/decimal"

	"github.com/decision-spine/spine/feel"
)

// The workloads that a table decides. Every hand-written version starts from a
// struct.

const manyInputs = 64

// w1 is two string inputs, 10 rules, equality cells.
func w1(n *node) (*contest, error) {
	t := &table{columns: []column{{name: "segment"}, {name: "region"}}, output: "offer"}
	segments := []string{"retail", "business", "private", "public", "student"}
	regions := []string{"north", "south"}
	for i, s := range segments {
		for j, r := range regions {
			t.rules = append(t.rules, rule{[]cell{is(s), is(r)}, fmt.Sprintf("offer-%d-%d", i, j)})
		}
	}
	c := &contest{workload: "W1"}
	type input struct {
		Segment string `feel:"segment"`
		Region  string `feel:"region"`
	}
	var inputs []input
	for k := range manyInputs {
		i, j := k%5, k/5%2
		// Bytes of their own: that two strings are equal is not seen from where they lie.
		in := input{string([]byte(segments[i])), string([]byte(regions[j]))}
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, vars{"segment": in.Segment, "region": in.Region})
		c.want = append(c.want, fmt.Sprintf("offer-%d-%d", i, j))
	}
	c.add(inGo(byHand, handText, len(inputs), always(func(i int) (string, error) {
		in := &inputs[i]
		switch in.Segment {
		case "retail":
			return byRegion(in.Region, "offer-0-0", "offer-0-1")
		case "business":
			return byRegion(in.Region, "offer-1-0", "offer-1-1")
		case "private":
			return byRegion(in.Region, "offer-2-0", "offer-2-1")
		case "public":
			return byRegion(in.Region, "offer-3-0", "offer-3-1")
		case "student":
			return byRegion(in.Region, "offer-4-0", "offer-4-1")
		}
		return "", errNoRule
	})))
	err := addTable(c, t, asString, func(i int) any { return &inputs[i] })
	tablePeers(n, c, t)
	return c, err
}

const handText = "see the workload's file"

func byRegion(region, north, south string) (string, error) {
	switch region {
	case "north":
		return north, nil
	case "south":
		return south, nil
	}
	return "", errNoRule
}

// tablePeers adds everybody else who decides a table.
func tablePeers(n *node, c *contest, t *table) {
	celTable(c, t)
	exprTable(c, t)
	cedarTable(c, t)
	nodeTable(n, c, t)
}

// w2 is four number inputs, two of them decimals, 10 rules, interval cells of all
// bracket forms.
func w2(n *node) (*contest, error) {
	t := &table{
		columns: []column{{name: "age", kind: ofWhole}, {name: "income", kind: ofFraction}, {name: "ratio", kind: ofFraction}, {name: "score", kind: ofWhole}},
		output:  "band", numbers: true,
	}
	for i := range 10 {
		t.rules = append(t.rules, rule{[]cell{
			within("[", fmt.Sprint(18+6*i), fmt.Sprint(24+6*i), ")"),
			within("(", fmt.Sprint(100*i), fmt.Sprint(1_000_000+100*i), "]"),
			within("]", fmt.Sprintf("0.0%d", 1+i%9), fmt.Sprintf("0.9%d", i), "["),
			within("[", fmt.Sprint(300-i), fmt.Sprint(850+i), "]"),
		}, fmt.Sprint(i)})
	}
	c := &contest{workload: "W2"}
	type input struct {
		Age    int             `feel:"age"`
		Income decimal.Decimal `feel:"income"`
		Ratio  decimal.Decimal `feel:"ratio"`
		Score  int             `feel:"score"`
	}
	var inputs []input
	for k := range manyInputs {
		in := input{18 + 6*(k%10) + k%6, decimal.New(int64(1_000_050+100*k), -2), decimal.New(int64(110+k), -3), 300 + 8*k}
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, vars{"age": in.Age, "income": in.Income, "ratio": in.Ratio, "score": in.Score})
		c.want = append(c.want, number(k%10))
	}
	// Money is cents by hand, and a ratio thousandths.
	type units struct{ age, income, ratio, score int }
	var held []units
	for k := range inputs {
		held = append(held, units{inputs[k].Age, 1_000_050 + 100*k, 110 + k, inputs[k].Score})
	}
	c.add(inGo(byHand, handText, len(inputs), always(func(i int) (int, error) {
		age, income, ratio, score := held[i].age, held[i].income, held[i].ratio, held[i].score
		switch {
		case age >= 18 && age < 24 && income > 0 && income <= 1_000_000_00 && ratio > 10 && ratio < 900 && score >= 300 && score <= 850:
			return 0, nil
		case age >= 24 && age < 30 && income > 100_00 && income <= 1_000_100_00 && ratio > 20 && ratio < 910 && score >= 299 && score <= 851:
			return 1, nil
		case age >= 30 && age < 36 && income > 200_00 && income <= 1_000_200_00 && ratio > 30 && ratio < 920 && score >= 298 && score <= 852:
			return 2, nil
		case age >= 36 && age < 42 && income > 300_00 && income <= 1_000_300_00 && ratio > 40 && ratio < 930 && score >= 297 && score <= 853:
			return 3, nil
		case age >= 42 && age < 48 && income > 400_00 && income <= 1_000_400_00 && ratio > 50 && ratio < 940 && score >= 296 && score <= 854:
			return 4, nil
		case age >= 48 && age < 54 && income > 500_00 && income <= 1_000_500_00 && ratio > 60 && ratio < 950 && score >= 295 && score <= 855:
			return 5, nil
		case age >= 54 && age < 60 && income > 600_00 && income <= 1_000_600_00 && ratio > 70 && ratio < 960 && score >= 294 && score <= 856:
			return 6, nil
		case age >= 60 && age < 66 && income > 700_00 && income <= 1_000_700_00 && ratio > 80 && ratio < 970 && score >= 293 && score <= 857:
			return 7, nil
		case age >= 66 && age < 72 && income > 800_00 && income <= 1_000_800_00 && ratio > 90 && ratio < 980 && score >= 292 && score <= 858:
			return 8, nil
		case age >= 72 && age < 78 && income > 900_00 && income <= 1_000_900_00 && ratio > 10 && ratio < 990 && score >= 291 && score <= 859:
			return 9, nil
		}
		return 0, errNoRule
	})))
	err := addTable(c, t, asInt, func(i int) any { return &inputs[i] })
	tablePeers(n, c, t)
	return c, err
}

// w3 is COLLECT, two inputs, 10 rules, 1 to 4 hits.
func w3(n *node) (*contest, error) {
	t := &table{collect: true, columns: []column{{name: "age", kind: ofWhole}, {name: "member", kind: ofFlag}}, output: "points", numbers: true}
	for i := range 10 {
		cells := []cell{within("[", fmt.Sprint(10*i), fmt.Sprint(10*i+40), ")"), {}}
		if i%3 == 2 {
			cells[1] = is("true")
		}
		t.rules = append(t.rules, rule{cells, fmt.Sprint(i)})
	}
	c := &contest{workload: "W3"}
	type input struct {
		Age    int  `feel:"age"`
		Member bool `feel:"member"`
	}
	var inputs []input
	for k := range manyInputs {
		in := input{k * 90 / manyInputs, k%2 == 0}
		inputs = append(inputs, in)
		c.inputs = append(c.inputs, vars{"age": in.Age, "member": in.Member})
		points := []any{}
		for i := range 10 {
			if in.Age >= 10*i && in.Age < 10*i+40 && (i%3 != 2 || in.Member) {
				points = append(points, number(i))
			}
		}
		c.want = append(c.want, points)
	}
	c.add(inGo(byHand, handText, len(inputs), func() (func(i int) ([]int, error), error) {
		var points [10]int
		return func(i int) ([]int, error) {
			age, member, n := inputs[i].Age, inputs[i].Member, 0
			if age >= 0 && age < 40 {
				points[n] = 0
				n++
			}
			if age >= 10 && age < 50 {
				points[n] = 1
				n++
			}
			if age >= 20 && age < 60 && member {
				points[n] = 2
				n++
			}
			if age >= 30 && age < 70 {
				points[n] = 3
				n++
			}
			if age >= 40 && age < 80 {
				points[n] = 4
				n++
			}
			if age >= 50 && age < 90 && member {
				points[n] = 5
				n++
			}
			if age >= 60 && age < 100 {
				points[n] = 6
				n++
			}
			if age >= 70 && age < 110 {
				points[n] = 7
				n++
			}
			if age >= 80 && age < 120 && member {
				points[n] = 8
				n++
			}
			if age >= 90 && age < 130 {
				points[n] = 9
				n++
			}
			return points[:n], nil
		}, nil
	}))
	err := addTable(c, t, asItems, func(i int) any { return &inputs[i] })
	tablePeers(n, c, t)
	return c, err
}

// w6 is a date against date bounds and a difference of two dates against day
// counts, 8 rules.
func w6(n *node) (*contest, error) {
	t := &table{columns: []column{{name: "due", kind: ofDate}, {name: "late", kind: ofDays, later: "today_is", earlier: "due"}}, output: "stage", numbers: true}
	for i := range 4 {
		year := 2023 + i
		for j, op := range []string{"<=", ">"} {
			t.rules = append(t.rules, rule{[]cell{
				within("[", fmt.Sprintf("%d-01-01", year), fmt.Sprintf("%d-12-31", year), "]"), compared(op, "30"),
			}, fmt.Sprint(2*i + j)})
		}
	}
	c := &contest{workload: "W6"}
	type input struct {
		Due, Today time.Time
	}
	type dates struct {
		Due   feel.Value `feel:"due"`
		Today feel.Value `feel:"today_is"`
	}
	var inputs []input
	var structs []dates
	given := func(due, today time.Time, stage int) {
		inputs = append(inputs, input{due, today})
		structs = append(structs, dates{feelDate(due), feelDate(today)})
		c.inputs = append(c.inputs, vars{"due": due, "today_is": today})
		c.want = append(c.want, number(stage))
	}
	for k := range manyInputs - 1 {
		i, j := k%4, k/4%2
		due := day(2023+i, 3, 2+k%26)
		given(due, due.AddDate(0, 0, 28+j*3+k%3), 2*i+j)
	}
	// The last day on which the first of the two rules of a year holds.
	given(day(2024, 2, 1), day(2024, 3, 2), 2)
	c.add(inGo(byHand, handText, len(inputs), func() (func(i int) (int, error), error) {
		var starts [5]int64
		for i := range starts {
			starts[i] = day(2023+i, 1, 1).Unix()
		}
		return func(i int) (int, error) {
			due := inputs[i].Due.Unix()
			stage := 0
			switch {
			case due >= starts[0] && due < starts[1]:
			case due >= starts[1] && due < starts[2]:
				stage = 2
			case due >= starts[2] && due < starts[3]:
				stage = 4
			case due >= starts[3] && due < starts[4]:
				stage = 6
			default:
				return 0, errNoRule
			}
			if inputs[i].Today.Unix()-due > 30*24*60*60 {
				stage++
			}
			return stage, nil
		}, nil
	}))
	err := addTable(c, t, asInt, func(i int) any { return &structs[i] })
	tablePeers(n, c, t)
	return c, err
}

func day(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
}
