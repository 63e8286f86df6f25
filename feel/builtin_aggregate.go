package feel

import (
	"fmt"
	"slices"

	"github.com/decision-spine/spine/internal/decimal"
)

func init() {
	ofList := func(name string, result *Type, fn builtinFunc, examples ...string) *builtin {
		s := form(result, fn, listArg)
		s.variadic, s.numbered = true, "n"
		switch name {
		case "count", "min", "max":
			s.numbered = "c"
		case "all", "any":
			s.numbered = "b"
		}
		return entry(name, examples, s)
	}
	aggregate := func(name string, result *Type, fn func(f *frame, at site, list Value) Value, examples ...string) *builtin {
		return ofList(name, result, func(f *frame, at site, args []Value) Value {
			if !f.step(at, args[0].weight()) {
				return Null
			}
			return fn(f, at, args[0])
		}, examples...)
	}
	define("10.3.4.4",
		ofList("count", NumberType, func(_ *frame, _ site, args []Value) Value { return Int(args[0].n) }, "count([1, null, 3])", "count([])").onlyCounts(),
		aggregate("min", AnyType, extreme("min", -1), "min([1, 2, 3])", `min("b", "a")`, "min([])", `min(1, "a")`).onlyPasses(),
		aggregate("max", AnyType, extreme("max", 1), "max(1, 2, 3)", "max([])").onlyPasses(),
		aggregate("sum", AnyType, sum, "sum([1, 2, 3])", `sum([@"P1D", @"PT12H"])`, "sum([])", "sum([1, null])", `sum([1, "a"])`).onlyLooks(),
		aggregate("mean", NumberType, overNumbers("mean", mean), "mean([1, 2, 3.5])", "mean([])").onlyLooks(),
		aggregate("product", NumberType, overNumbers("product", product), "product(2, 3, 4)", "product([])").onlyLooks(),
		aggregate("median", NumberType, overNumbers("median", median), "median([8, 2, 5, 7])", "median([])").onlyLooks(),
		aggregate("stddev", NumberType, overNumbers("stddev", stddev), "stddev(2, 4, 7, 5)", "stddev([47])").onlyLooks(),
		aggregate("mode", ListType(NumberType), overNumbers("mode", mode), "mode([6, 1, 9, 6, 1])", "mode([])").onlyLooks(),
		aggregate("all", BooleanType, decided("all", false), "all([true, null])", "all([false, null])", "all([])", "all([true, 1])").onlyLooks(),
		aggregate("any", BooleanType, decided("any", true), "any([false, null])", "any([true, null])", "any([])").onlyLooks(),
	)
}

// badItem reports an item that a function on a list cannot take; of null the
// result is null.
func (f *frame) badItem(at site, name string, x Value) Value {
	if x.kind == KindNull {
		return Null
	}
	return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("%q cannot take a %s among these items", name, x.kind), ""))
}

// extreme gives min and max: of items that have an order. Of no items it is null.
func extreme(name string, sign int) func(f *frame, at site, list Value) Value {
	return func(f *frame, at site, list Value) Value {
		items := list.list()
		if len(items) == 0 {
			return Null
		}
		best := items[0]
		if !best.kind.ordered() {
			return f.badItem(at, name, best)
		}
		for _, x := range items[1:] {
			order, ok := 0, x.kind == KindNumber && best.kind == KindNumber
			if ok {
				order = compareNumbers(x, best)
			} else if order, ok = compare(x, best); !ok {
				return f.badItem(at, name, x)
			}
			if order*sign > 0 {
				best = x
			}
		}
		return best
	}
}

// sum adds numbers, or durations of one kind. Of no items it is null.
func sum(f *frame, at site, list Value) Value {
	items := list.list()
	if len(items) == 0 {
		return Null
	}
	total := items[0]
	if k := total.kind; k != KindNumber && k != KindDays && k != KindMonths {
		return f.badItem(at, "sum", total)
	}
	for _, x := range items[1:] {
		if x.kind != total.kind {
			return f.badItem(at, "sum", x)
		}
		if x.kind == KindNumber {
			if v, ok := addShort(total, x); ok {
				total = v
				continue
			}
			d, err := decimal.Add(total.num(), x.num())
			if err != nil {
				return f.checked(at, Null, err)
			}
			total = number(d)
			continue
		}
		v, _, err := plus(total, x)
		if err != nil {
			return f.checked(at, Null, err)
		}
		total = v
	}
	return total
}

// overNumbers gives a function on a list whose items must all be numbers.
func overNumbers(name string, fn func(f *frame, at site, items []Value) Value) func(f *frame, at site, list Value) Value {
	return func(f *frame, at site, list Value) Value {
		for _, x := range list.list() {
			if x.kind != KindNumber {
				return f.badItem(at, name, x)
			}
		}
		return fn(f, at, list.list())
	}
}

// mean of no items is null.
func mean(f *frame, at site, items []Value) Value {
	if len(items) == 0 {
		return Null
	}
	d, err := meanOf(items)
	return f.checked(at, number(d), err)
}

func meanOf(items []Value) (decimal.Decimal, error) {
	var total decimal.Decimal
	for _, x := range items {
		var err error
		if total, err = decimal.Add(total, x.num()); err != nil {
			return total, err
		}
	}
	return decimal.Quo(total, decimal.FromInt(int64(len(items))))
}

// product of no items is null.
func product(f *frame, at site, items []Value) Value {
	if len(items) == 0 {
		return Null
	}
	total := items[0].num()
	for _, x := range items[1:] {
		var err error
		if total, err = decimal.Mul(total, x.num()); err != nil {
			return f.checked(at, Null, err)
		}
	}
	return number(total)
}

// ascending gives the items in order, which counts as sorting them.
func (f *frame) ascending(at site, items []Value) ([]Value, bool) {
	n := int64(len(items))
	if !f.step(at, n*4) || !f.produce(at, n*valueBytes) {
		return nil, false
	}
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, compareNumbers)
	return sorted, true
}

// median of an even number of items is the mean of the two in the middle, of no
// items null.
func median(f *frame, at site, items []Value) Value {
	sorted, ok := f.ascending(at, items)
	n := len(sorted)
	if !ok || n == 0 {
		return Null
	}
	return mean(f, at, sorted[(n-1)/2:n/2+1])
}

// stddev is the standard deviation of a sample, which needs two items at least.
func stddev(f *frame, at site, items []Value) Value {
	if len(items) < 2 {
		return f.fail(errDomain(at.src, at.n, "the standard deviation of a sample needs at least two numbers"))
	}
	if !f.step(at, sqrtSteps) {
		return Null
	}
	d, err := deviation(items)
	return f.checked(at, number(d), err)
}

func deviation(items []Value) (total decimal.Decimal, err error) {
	middle, err := meanOf(items)
	if err != nil {
		return total, err
	}
	for _, x := range items {
		d, err := decimal.Sub(x.num(), middle)
		if err != nil {
			return total, err
		}
		if d, err = decimal.Mul(d, d); err != nil {
			return total, err
		}
		if total, err = decimal.Add(total, d); err != nil {
			return total, err
		}
	}
	if total, err = decimal.Quo(total, decimal.FromInt(int64(len(items)-1))); err != nil {
		return total, err
	}
	return decimal.Sqrt(total)
}

// mode gives the items that occur most often, ascending.
func mode(f *frame, at site, items []Value) Value {
	sorted, ok := f.ascending(at, items)
	if !ok {
		return Null
	}
	var out []Value
	most := 0
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && compareNumbers(sorted[n], sorted[0]) == 0 {
			n++
		}
		if n > most {
			out, most = nil, n
		}
		if n == most {
			out = append(out, sorted[0])
		}
		sorted = sorted[n:]
	}
	return List(out...)
}

// decided gives all and any: the boolean that decides when an item has it, null
// when another is no boolean, else the opposite.
func decided(name string, decides bool) func(f *frame, at site, list Value) Value {
	return func(f *frame, at site, list Value) Value {
		out := Bool(!decides)
		var bad []Value
		for _, x := range list.list() {
			switch {
			case x.kind != KindBoolean:
				if out = Null; x.kind != KindNull && bad == nil {
					bad = []Value{x}
				}
			case x.isTrue() == decides:
				return x
			}
		}
		if bad != nil {
			return f.badItem(at, name, bad[0])
		}
		return out
	}
}
