package record

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// reader turns JSON into what it stands for and collects every fault. A fault
// bears only its offset in the text until [reader.locate].
//
// The methods that read one kind take what [object.need] gives, so that a missing
// member, which need reported, is not reported again.
type reader struct {
	lenient bool // a person's own writing: values need not be in normal form
	faults  diag.List
}

func (r *reader) fault(e *diag.Error) { r.faults = append(r.faults, e) }

// at gives the place of v.
func at(v strictjson.Value) diag.Locator { return offsets(v.Offset(), v.End()) }

// atMember gives the place of a member's name.
func atMember(m strictjson.Member) diag.Locator {
	return offsets(m.NameOffset, m.NameOffset+len(strconv.Quote(m.Name)))
}

func offsets(start, end int) diag.Locator {
	return diag.Locator{Span: diag.Span{Start: diag.Pos{Offset: start}, End: diag.Pos{Offset: end}}}
}

// locate completes the places of the faults: the JSON Pointer by root, file, line
// and column by text, if there is one.
func (r *reader) locate(root strictjson.Value, text *source.File) {
	for _, f := range r.faults {
		f.At.Path = pathTo(root, f.At.Span.Start.Offset)
		if text != nil {
			f.At.File = text.Name
			f.At.Span = text.Span(f.At.Span.Start.Offset, f.At.Span.End.Offset)
		}
	}
	r.faults.Sort()
}

// pathTo gives the JSON Pointer of the member or value that starts at offset.
func pathTo(v strictjson.Value, offset int) string {
	var tokens []string
	for {
		items, members := v.Items(), v.Members()
		i := sort.Search(len(items), func(i int) bool { return offset < items[i].End() })
		m := sort.Search(len(members), func(i int) bool { return offset < members[i].Value.End() })
		switch {
		case i < len(items) && items[i].Offset() <= offset:
			tokens = append(tokens, strconv.Itoa(i))
			v = items[i]
		case m < len(members) && members[m].NameOffset <= offset:
			tokens = append(tokens, members[m].Name)
			v = members[m].Value
		default:
			return strictjson.Pointer(tokens...)
		}
	}
}

// is reports whether v is there and of a kind; another kind is a fault.
func (r *reader) is(v strictjson.Value, ok bool, want strictjson.Kind) bool {
	if ok && v.Kind() != want {
		r.fault(errRecordShape(at(v), fmt.Sprintf("a JSON %s belongs here, and this is a JSON %s", want, v.Kind())))
		return false
	}
	return ok
}

func (r *reader) text(v strictjson.Value, ok bool) string {
	if !r.is(v, ok, strictjson.String) {
		return ""
	}
	return v.Text()
}

// some reads a text that is left out when it is empty.
func (r *reader) some(v strictjson.Value, ok bool) string {
	s := r.text(v, ok)
	if ok && s == "" && v.Kind() == strictjson.String {
		r.fault(errRecordShape(at(v), "an empty text is left out here"))
	}
	return s
}

func (r *reader) bool(v strictjson.Value, ok bool) bool {
	return r.is(v, ok, strictjson.Bool) && v.Bool()
}

// count reads a whole number from 1.
func (r *reader) count(v strictjson.Value, ok bool) int {
	if !r.is(v, ok, strictjson.Number) {
		return 0
	}
	n, err := strconv.Atoi(v.Text())
	if err != nil || n < 1 {
		r.fault(errRecordShape(at(v), fmt.Sprintf("a whole number from 1 belongs here, not %s", v.Text())))
	}
	return n
}

func (r *reader) time(v strictjson.Value, ok bool) time.Time {
	if !r.is(v, ok, strictjson.String) {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, v.Text())
	if err != nil || timeText(t) != v.Text() {
		r.fault(errRecordShape(at(v), fmt.Sprintf("%q is no time in UTC, such as 2026-06-01T10:00:00Z", v.Text())))
	}
	return t.UTC()
}

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// listOf reads the items of an array by read; nil for none.
func listOf[T any](r *reader, read func(strictjson.Value, bool) T) func(strictjson.Value, bool) []T {
	return func(v strictjson.Value, ok bool) []T {
		if !r.is(v, ok, strictjson.Array) || len(v.Items()) == 0 {
			return nil
		}
		out := make([]T, len(v.Items()))
		for i, x := range v.Items() {
			out[i] = read(x, true)
		}
		return out
	}
}

// mapOf reads the members of an object, which may have any names, by read; nil
// for none.
func mapOf[T any](r *reader, read func(strictjson.Value, bool) T) func(strictjson.Value, bool) map[string]T {
	return func(v strictjson.Value, ok bool) map[string]T {
		if !r.is(v, ok, strictjson.Object) || len(v.Members()) == 0 {
			return nil
		}
		out := make(map[string]T, len(v.Members()))
		for _, m := range v.Members() {
			out[m.Name] = read(m.Value, true)
		}
		return out
	}
}

// object is a JSON object with known members. Those that nobody asked for are
// reported by end.
type object struct {
	r     *reader
	v     strictjson.Value
	ok    bool
	asked []string
}

func (r *reader) object(v strictjson.Value, ok bool) *object {
	return &object{r: r, v: v, ok: r.is(v, ok, strictjson.Object)}
}

// may gives a member that may be absent.
func (o *object) may(name string) (strictjson.Value, bool) {
	o.asked = append(o.asked, name)
	if !o.ok {
		return strictjson.Value{}, false
	}
	return o.v.Get(name)
}

// need gives a member that must be there.
func (o *object) need(name string) (strictjson.Value, bool) {
	v, ok := o.may(name)
	if !ok && o.ok {
		o.r.fault(errMissingMember(at(o.v), name))
	}
	return v, ok
}

func (o *object) end() {
	if !o.ok {
		return
	}
	for _, m := range o.v.Members() {
		if !slices.Contains(o.asked, m.Name) {
			o.r.fault(errUnknownMember(atMember(m), m.Name, o.asked))
		}
	}
}
