package feel

import (
	"slices"
	"strings"
)

// key tells a reference from others of its unit. No name has the character between
// the names of a path.
func (r *ref) key() string {
	if len(r.path) == 0 {
		return r.root
	}
	return r.root + "\x00" + strings.Join(r.path, "\x00")
}

// Reference gives the place among the Refs of u of the variable, or of the path below
// one, that an expression of u is as a whole; -1 when it is more than that.
func (u *Unit) Reference(c *Checked) int {
	var r ref
	x := c.ast.root
	for {
		p, ok := x.(*pathExpr)
		if !ok {
			break
		}
		r.path, x = append(r.path, p.name), p.base
	}
	slices.Reverse(r.path)
	n, ok := x.(*nameRef)
	if !ok {
		return -1
	}
	b := c.binds[n]
	r.root = b.means.key
	if i, known := u.index[r.key()]; known && b.kind == bindRoot && len(b.dynamic) == 0 && u.refs[i].role == plainInput {
		return i
	}
	return -1
}

// Scalar gives the value of reference i where a host's map or [Slots] has it as a text, a
// number or a boolean, as these are converted without an evaluation and do not fail. ok is
// false of everything else.
func (u *Unit) Scalar(vars *Vars, i int) (v Value, ok bool) { return vars.scalar(i, &u.refs[i]) }

// Read gives the value of the unit's reference i, as an expression does that is this
// reference. After an error it gives null.
func (f *Frame) Read(i int) Value {
	if f.err != nil {
		return Null
	}
	if v := f.top.refs[i]; v.kind != kindUnset {
		return v
	}
	v := f.top.load(i)
	if f.err != nil {
		return Null
	}
	return v
}
