package feel

import "github.com/decision-spine/spine/diag"

// Allowed is what the values of a type are restricted to: unary tests, of which
// one must hold. It is immutable.
type Allowed struct {
	text    string
	checked *Checked
	test    testFunc
	nslots  int
	tests   int64 // how many there are
	unit    *Unit
	reject  func(at diag.Locator, v Value) *Error
	items   bool // of a list the tests are for each item
}

// Restrict gives t with its values restricted to those for which unary tests hold
// (DMN 1.6, clause 7.3.3), as the allowed values of an item definition say. reject
// makes the error of another value, which was met at a place.
//
// What restricts a type counts where a value is brought to it, of a variable or a
// parameter: another value does not conform, and becomes null with reject's reason.
// It counts nowhere else: x instance of t asks only for the structure of x. Null is
// brought to every type.
func (t *Type) Restrict(c *Checked, reject func(at diag.Locator, v Value) *Error) *Type {
	return t.restrict(c, reject, false)
}

// RestrictItems is Restrict for the values that a column lists: a list is also one
// of them when each of its items is, whether t is the type of a collection or not.
func (t *Type) RestrictItems(c *Checked, reject func(at diag.Locator, v Value) *Error) *Type {
	return t.restrict(c, reject, true)
}

func (t *Type) restrict(c *Checked, reject func(at diag.Locator, v Value) *Error, items bool) *Type {
	u := &Unit{}
	x := newCompiler(c, u).root()
	a := &Allowed{text: c.ast.src.Text, checked: c, test: x.test, nslots: c.nslots, tests: 1, unit: u, reject: reject, items: items}
	if list, ok := c.ast.root.(*unaryTests); ok {
		a.tests = int64(len(list.tests))
	}
	out := *orAny(t)
	out.restricted = true
	out.allowed = append(out.allowed[:len(out.allowed):len(out.allowed)], a)
	return &out
}

// Allowed gives what the values of t itself are restricted to.
func (t *Type) Allowed() []*Allowed {
	if t == nil {
		return nil
	}
	return t.allowed
}

// Text gives the unary tests as they are written.
func (a *Allowed) Text() string { return a.text }

// Constants gives the tests as constants, of which one must be equal, or a range
// that includes the value; ok is false when they are not of this form.
func (a *Allowed) Constants() (values []Value, ok bool) { return a.checked.constants() }

// EqualTo is as [Checked.EqualTo].
func (a *Allowed) EqualTo() []Value { return a.checked.EqualTo() }

// restricts reports whether values of t are restricted.
func (t *Type) restricts() bool { return t != nil && t.restricted }

// constants gives unary tests that are values and ranges.
func (c *Checked) constants() (values []Value, ok bool) {
	tests := []node{c.ast.root}
	if u, isList := c.ast.root.(*unaryTests); isList {
		if u.not {
			return nil, false
		}
		tests = u.tests
	}
	k := newCompiler(c, &Unit{})
	for _, n := range tests {
		if t, isTest := n.(*testExpr); isTest && t.op == opNE {
			return nil, false
		}
		if mentionsTest(n) {
			return nil, false
		}
		x := k.expr(n)
		if !x.konst {
			return nil, false
		}
		if t, isTest := n.(*testExpr); isTest && t.op == opEQ {
			values = append(values, x.val.rang().lo)
			continue
		}
		values = append(values, asList(x.val)...) // a list means that it contains the value
	}
	return values, true
}

// allows reports whether v, which conforms to t, is what t is restricted to.
func (e *evaluation) allows(at site, v Value, t *Type) bool {
	if v.kind == KindNull || !t.restricts() {
		return true
	}
	for _, a := range t.allowed {
		if !e.step(at, a.tests+v.weight()) {
			return false
		}
		if !e.allowedBy(a, v) && !(a.items && e.itemsAllowedBy(a, v)) {
			if e.err == nil {
				e.fail(a.reject(at.src.at(at.n), v))
			}
			return false
		}
	}
	switch t.kind {
	case typeList:
		for _, x := range v.Items() {
			if !e.allows(at, x, t.elem) {
				return false
			}
		}
	case typeContext:
		for _, f := range t.fields {
			if x, _ := v.Get(f.Name); !e.allows(at, x, f.Type) {
				return false
			}
		}
	}
	return true
}

// allowedBy tests v in a frame of its own. One test of several may not be defined
// for v: that is no fault.
func (e *evaluation) allowedBy(a *Allowed, v Value) bool {
	f := e.inner(&instance{unit: a.unit}, e.depth, a.nslots)
	f.test = v
	lenient, nulls := e.in.Lenient, len(e.nulls)
	e.in.Lenient = true
	e.depth++
	out := a.test(f, v) == isTrue
	e.depth--
	e.in.Lenient, e.nulls = lenient, e.nulls[:nulls]
	return out
}

// itemsAllowedBy tests the items of a list.
func (e *evaluation) itemsAllowedBy(a *Allowed, v Value) bool {
	if v.kind != KindList {
		return false
	}
	for _, x := range v.list() {
		if x.kind != KindNull && !e.allowedBy(a, x) {
			return false
		}
	}
	return true
}

// Bounds are the ends of a range. An end that is null is none.
type Bounds struct {
	Low, High             Value
	LowClosed, HighClosed bool
}

// AsRange gives the ends of a range; ok is false for every other kind.
func (v Value) AsRange() (b Bounds, ok bool) {
	if v.kind != KindRange {
		return b, false
	}
	r := v.rang()
	return Bounds{r.lo, r.hi, r.loClosed, r.hiClosed}, true
}
