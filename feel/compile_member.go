package feel

// memberTest is a condition of a loop or filter that compares a member of the item with a
// number. Of a short whole number it is answered without the item in its slot.
type memberTest struct {
	key                  string
	other                string   // of a member that is meant instead of the number where it is; "": none
	number               evalFunc // what the member is compared with
	constant             bool     // the number is
	less, equal, greater bool     // the answers
}

// memberTest gives a condition as one, where item is the slot of the item; nil if it is
// something else.
func (k *compiler) memberTest(item int, cond node) *memberTest {
	n, ok := cond.(*binaryExpr)
	if !ok || n.op < opEQ || n.op > opGE {
		return nil
	}
	t := &memberTest{less: n.op.holds(-1), equal: n.op.holds(0), greater: n.op.holds(1)}
	switch x := n.x.(type) {
	case *pathExpr:
		if slot, ok := k.local(x.base); !ok || slot != item {
			return nil
		}
		t.key = x.name
	case *nameRef:
		if b := k.c.binds[x]; len(b.dynamic) == 0 || k.slot(b.dynamic[len(b.dynamic)-1].slot) != item {
			return nil
		}
		t.key = x.name
	default:
		return nil
	}
	switch y := n.y.(type) {
	case *numberLit:
		t.number, t.constant = k.expr(y).fn, true
	case *nameRef:
		b := k.c.binds[y]
		if len(b.dynamic) > 0 {
			t.other = y.name
		}
		t.number = k.static(y, b)
	default:
		return nil
	}
	return t
}

// begin gives the number that members of what comes are compared with, which are rows if
// there are maps; ok is false if this is no test of these, or the number none that is
// short and whole.
func (t *memberTest) begin(f *frame, maps []any, r *rows) (than int64, ok bool) {
	switch {
	case t == nil:
		return 0, false
	case maps == nil && !t.constant: // it may not be read at all
		return 0, false
	case maps != nil && len(r.keys) > 1 && (t.other == "" || len(r.keys) > 2): // a member that is not looked at could be no value
		return 0, false
	}
	v := t.number(f)
	return v.n, v.kind == KindNumber && isShortInt(v)
}

// ofMap answers the test of an item that a host gave; ok is false when the condition is
// to be evaluated.
func (t *memberTest) ofMap(item any, than int64) (answer, ok bool) {
	m, _ := item.(map[string]any)
	v, ok := ofInt(m[t.key])
	if !ok {
		return false, false
	}
	if t.other != "" {
		if _, there := m[t.other]; there {
			return false, false
		}
	}
	return t.answer(v.n, than), true
}

// ofItem is ofMap of a value.
func (t *memberTest) ofItem(item *Value, than int64) (answer, ok bool) {
	if item.kind != KindContext {
		return false, false
	}
	c := item.context()
	i := c.find(t.key)
	if i < 0 || c.vals[i].kind != KindNumber || !isShortInt(c.vals[i]) {
		return false, false
	}
	return t.answer(c.vals[i].n, than), true
}

func (t *memberTest) answer(n, than int64) bool {
	switch {
	case n < than:
		return t.less
	case n > than:
		return t.greater
	}
	return t.equal
}
