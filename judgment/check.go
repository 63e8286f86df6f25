package judgment

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// checker walks a document and collects what is wrong with it.
type checker struct {
	doc    document
	base   string // the pointer at which the walk began
	steps  []step // from there to where it stands
	faults diag.List
	hints  int // nearest names that were looked for
}

// step is a member of an object, or an item of an array.
type step struct {
	name string
	item int // -1 for a member
}

// path is the JSON Pointer of where the checker stands, and of what is below it.
func (c *checker) path(below ...string) string {
	var b strings.Builder
	b.WriteString(c.base)
	for _, s := range c.steps {
		b.WriteByte('/')
		if s.item >= 0 {
			b.WriteString(strconv.Itoa(s.item))
		} else {
			b.WriteString(strictjson.EscapeToken(s.name))
		}
	}
	return b.String() + strictjson.Pointer(below...)
}

func (c *checker) at(v strictjson.Value) diag.Locator { return c.doc.at(c.path(), v) }

// report keeps a fault, unless there are too many already.
func (c *checker) report(e *diag.Error) {
	if !c.full() {
		c.faults = append(c.faults, e)
	}
}

func (c *checker) full() bool { return len(c.faults) >= limits.FaultsPerDocument }

// inMember calls visit where the member of that name stands, if there is one.
func (c *checker) inMember(object strictjson.Value, name string, visit func(strictjson.Value)) {
	if v, ok := object.Get(name); ok {
		c.steps = append(c.steps, step{name, -1})
		visit(v)
		c.steps = c.steps[:len(c.steps)-1]
	}
}

// inItems calls visit where each item stands.
func (c *checker) inItems(array strictjson.Value, visit func(strictjson.Value)) {
	c.steps = append(c.steps, step{})
	for i, v := range array.Items() {
		if c.full() {
			break
		}
		c.steps[len(c.steps)-1].item = i
		visit(v)
	}
	c.steps = c.steps[:len(c.steps)-1]
}

// maxHints is how many nearest names are looked for in one document, and
// maxCandidates among how many, since looking takes time.
const maxHints, maxCandidates = 50, 100

// nearest gives the candidate that a wrong name most likely means, or "".
func (c *checker) nearest(name string, candidates []string) string {
	if c.hints == maxHints || len(candidates) > maxCandidates {
		return ""
	}
	c.hints++
	return source.Nearest(name, candidates)
}

// sortFindings orders by path and code.
func sortFindings(l diag.List) diag.List {
	slices.SortStableFunc(l, func(a, b *diag.Error) int {
		return cmp.Or(cmp.Compare(a.At.Path, b.At.Path), cmp.Compare(a.Code, b.Code))
	})
	return l
}

// kindName names the kind of a value for a message.
func kindName(k strictjson.Kind) string {
	switch k {
	case strictjson.Null:
		return "null"
	case strictjson.Array, strictjson.Object:
		return fmt.Sprintf("an %s", k)
	}
	return fmt.Sprintf("a %s", k)
}
