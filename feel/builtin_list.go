package feel

import (
	"fmt"

	"github.com/decision-spine/spine/internal/decimal"
)

func init() {
	aggregate := func(name string, result *Type, fn func(f *frame, at site, list Value) Value) *builtin {
		return &builtin{name: name, section: "10.3.4.4", sigs: []*signature{{
			params:   []bparam{{name: "list", types: []*Type{ListType(AnyType)}}},
			variadic: true,
			result:   result,
			fn:       func(f *frame, at site, args []Value) Value { return fn(f, at, args[0]) },
		}}}
	}
	define(
		aggregate("count", NumberType, func(_ *frame, _ site, list Value) Value { return Int(list.n) }),
		aggregate("sum", AnyType, sum),
		aggregate("min", AnyType, extreme("min", -1)),
		aggregate("max", AnyType, extreme("max", 1)),
		&builtin{name: "list contains", section: "10.3.4.4", sigs: []*signature{{
			params: []bparam{{name: "list", types: []*Type{ListType(AnyType)}}, {name: "element", nullable: true}},
			result: BooleanType,
			fn: func(f *frame, at site, args []Value) Value {
				if !f.step(at, args[0].weight()) {
					return Null
				}
				for _, x := range args[0].list() {
					if same(x, args[1]) {
						return trueValue
					}
				}
				return falseValue
			},
		}}},
	)
}

// sum adds numbers, or durations of one kind. Of no items it is null.
func sum(f *frame, at site, list Value) Value {
	items := list.list()
	if len(items) == 0 || !f.step(at, list.n) {
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
		if len(items) == 0 || !f.step(at, list.weight()) {
			return Null
		}
		best := items[0]
		if !best.kind.ordered() {
			return f.badItem(at, name, best)
		}
		for _, x := range items[1:] {
			order, ok := compare(x, best)
			if !ok {
				return f.badItem(at, name, x)
			}
			if order*sign > 0 {
				best = x
			}
		}
		return best
	}
}
