package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// The members that stand for what JSON has not.
const (
	numberMember  = "@number"
	rangeMember   = "@range"
	contextMember = "@context"
)

var temporalMembers = [...]struct {
	name string
	kind feel.Kind
}{
	{"@date", feel.KindDate},
	{"@time", feel.KindTime},
	{"@date_time", feel.KindDateTime},
	{"@duration", feel.KindDays},
	{"@months", feel.KindMonths},
}

// AppendJSON appends v in normal form as canonical JSON to dst. The error is a
// [*diag.Error] with the code [Unrecordable] and the JSON Pointer of the value
// within v: a function, values nested deeper than feel.MaxNesting, or text that is
// not UTF-8. dst then comes back as it was.
func AppendJSON(dst []byte, v feel.Value) ([]byte, error) {
	n, fault := encodeValue(v, 0)
	if fault != nil {
		return dst, fault
	}
	out, err := n.Append(dst)
	if err != nil {
		return dst, errUncanonical(err)
	}
	return out, nil
}

func encodeValue(v feel.Value, depth int) (canon.Node, *diag.Error) {
	if depth > feel.MaxNesting {
		return canon.Node{}, errUnrecordable("", fmt.Sprintf("values are nested deeper than %d", feel.MaxNesting))
	}
	switch v.Kind() {
	case feel.KindNull:
		return canon.Null(), nil
	case feel.KindBoolean:
		b, _ := v.AsBool()
		return canon.Bool(b), nil
	case feel.KindString:
		s, _ := v.AsString()
		return canon.String(s), nil
	case feel.KindList:
		items := make([]canon.Node, v.Len())
		for i, x := range v.Items() {
			var err *diag.Error
			if items[i], err = encodeValue(x, depth+1); err != nil {
				return canon.Node{}, under(err, fmt.Sprint(i))
			}
		}
		return canon.Array(items...), nil
	case feel.KindContext:
		pairs := make([]canon.Pair, 0, v.Len())
		for key, x := range v.Entries() {
			n, err := encodeValue(x, depth+1)
			if err != nil {
				return canon.Node{}, under(err, key)
			}
			pairs = append(pairs, canon.Member(key, n))
		}
		return wrapped(pairs), nil
	case feel.KindFunction:
		return canon.Node{}, errUnrecordable("", "a function cannot be recorded")
	}
	member, text := typedText(v)
	if member == "" {
		return canon.Number(text), nil
	}
	return typedNode(member, text), nil
}

// wrapped gives the object of pairs, wrapped if one of its names would be taken
// for a typed member.
func wrapped(pairs []canon.Pair) canon.Node {
	n := canon.Object(pairs...)
	for _, p := range pairs {
		if strings.HasPrefix(p.Name, "@") {
			return canon.Object(canon.Member(contextMember, n))
		}
	}
	return n
}

func typedNode(member, text string) canon.Node {
	return canon.Object(canon.Member(member, canon.String(text)))
}

// typedText gives the member and the text that stand for a number, a temporal
// value or a range; no member for a number that is a JSON number.
func typedText(v feel.Value) (member, text string) {
	if text, json, ok := v.NumberText(); ok {
		if json {
			return "", text
		}
		return numberMember, text
	}
	if text, ok := v.Text(); ok {
		for _, m := range temporalMembers {
			if m.kind == v.Kind() {
				return m.name, text
			}
		}
	}
	return rangeMember, v.String()
}

// ParseTyped reads what {"@date": text} and its like stand for: member is
// "@number", "@date", "@time", "@date_time", "@duration", "@months" or "@range",
// and ok is false for every other. The text need not be in normal form. The error
// says what is wrong with it.
func ParseTyped(member, text string) (v feel.Value, ok bool, err error) {
	switch member {
	case numberMember:
		v, err = feel.ParseNumber(text)
		return v, true, err
	case rangeMember:
		v, err = parseRange(text)
		return v, true, err
	}
	for _, m := range temporalMembers {
		if m.name == member {
			v, err = feel.ParseTemporal(m.kind, text)
			return v, true, err
		}
	}
	return feel.Null, false, nil
}

// parseRange reads a range whose ends are constants.
func parseRange(text string) (feel.Value, error) {
	if !isConstant(text) {
		return feel.Null, fmt.Errorf("the range %s has more than constants as its ends", strictjson.Excerpt(text))
	}
	v, err := evalConstant(text)
	if faults := diag.Of(err); len(faults) > 0 {
		err = errors.New(faults[0].Message)
	}
	if err == nil && v.Kind() != feel.KindRange {
		err = fmt.Errorf("%s is a %s, not a range", strictjson.Excerpt(text), v.Kind())
	}
	if err != nil {
		return feel.Null, err
	}
	return v, nil
}

// isConstant reports whether text neither calls nor multiplies nor divides
// anything, so that its evaluation takes no longer than reading it.
func isConstant(text string) bool {
	quoted, name := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted, name = !quoted, false
		case quoted, c <= ' ':
		case c == '*', c == '/', c == '(' && name:
			return false
		default:
			name = strings.IndexByte("()[]{}<>=!,:.+-@", c) < 0
		}
	}
	return true
}

func evalConstant(text string) (feel.Value, error) {
	scope := feel.NewScope()
	ast, err := feel.Parse(feel.Source{Text: text}, scope)
	if err != nil {
		return feel.Null, err
	}
	checked, err := feel.Check(ast, scope, feel.Full)
	if err != nil {
		return feel.Null, err
	}
	program, err := feel.Compile(checked)
	if err != nil {
		return feel.Null, err
	}
	limits := feel.Limits{Steps: int64(len(text)), Bytes: 1 << 20, Depth: 1}
	r, err := program.Eval(context.Background(), feel.Input{Limits: limits})
	return r.Value, err
}

// DecodeValue reads a value in normal form: encoding it again gives the same
// JSON. The error unwraps to every fault, each a [*diag.Error] with the code
// [ValueEncoding], the JSON Pointer within v, and the offset in v's text.
func DecodeValue(v strictjson.Value) (feel.Value, error) {
	var r reader
	x := r.value(v, true)
	r.locate(v, nil)
	return x, r.faults.Err()
}

// ReadValue reads a value that a person wrote as JSON: the encoding is that of
// [DecodeValue], but texts and numbers need not be in normal form. The error
// unwraps to every fault, each a [*diag.Error] placed in file, with the code
// [ValueJSON] or [ValueEncoding].
func ReadValue(file string, src []byte) (feel.Value, error) {
	text := source.New(file, string(src))
	root, err := strictjson.Parse(src, strictjson.Limits{})
	var syntax *strictjson.Error
	if errors.As(err, &syntax) {
		at := diag.Locator{File: file, Path: syntax.Path, Span: text.Span(syntax.Offset, syntax.Offset)}
		return feel.Null, errValueJSON(at, syntax.Message)
	}
	r := reader{lenient: true}
	x := r.value(root, true)
	r.locate(root, text)
	return x, r.faults.Err()
}

// value reads a value of a record; ok false stands for one that is missing,
// which was reported.
func (r *reader) value(v strictjson.Value, ok bool) feel.Value {
	if !ok {
		return feel.Null
	}
	return r.nested(v, 0)
}

func (r *reader) nested(v strictjson.Value, depth int) feel.Value {
	if depth > feel.MaxNesting {
		r.fault(errValueEncoding(at(v), fmt.Sprintf("values are nested deeper than %d", feel.MaxNesting), ""))
		return feel.Null
	}
	switch v.Kind() {
	case strictjson.Bool:
		return feel.Bool(v.Bool())
	case strictjson.String:
		return feel.String(v.Text())
	case strictjson.Number:
		return r.typed(v, "", v.Text())
	case strictjson.Array:
		items := make([]feel.Value, len(v.Items()))
		for i, x := range v.Items() {
			items[i] = r.nested(x, depth+1)
		}
		return feel.List(items...)
	case strictjson.Object:
		m, typed := r.unwrap(v)
		if typed {
			return r.typed(m.Value, m.Name, m.Value.Text())
		}
		entries := make([]feel.Entry, len(m.Value.Members()))
		for i, e := range m.Value.Members() {
			entries[i] = feel.Entry{Key: e.Name, Value: r.nested(e.Value, depth+1)}
		}
		return feel.Context(entries...)
	}
	return feel.Null
}

// typed reads a number, a temporal value or a range. The member is "" for a JSON
// number.
func (r *reader) typed(v strictjson.Value, member, text string) feel.Value {
	x, _, err := ParseTyped(cmp.Or(member, numberMember), text)
	if err != nil {
		r.fault(errValueEncoding(at(v), err.Error(), ""))
		return feel.Null
	}
	if r.lenient {
		return x
	}
	switch normal, normalText := typedText(x); {
	case normal != member:
		r.fault(errValueEncoding(at(v), strictjson.Excerpt(text)+" is not in normal form",
			"a number is a JSON number if a double holds it, and else {\"@number\": \"...\"}"))
	case normalText != text:
		r.fault(errValueEncoding(at(v), strictjson.Excerpt(text)+" is not in normal form", "its normal form is "+normalText))
	}
	return x
}

// unwrap tells what an object is. A typed one gives its only member, whose value
// is a string. Of another, the given member's value is the object that is meant:
// v itself, or the one that v wraps.
func (r *reader) unwrap(v strictjson.Value) (m strictjson.Member, typed bool) {
	m, marked := marked(v)
	if !marked {
		return strictjson.Member{Value: v}, false
	}
	want := strictjson.String
	if m.Name == contextMember {
		want = strictjson.Object
	}
	switch {
	case want == strictjson.String && !isTyped(m.Name):
		r.fault(errUnknownTyped(atMember(m), m.Name))
	case len(v.Members()) > 1:
		r.fault(errValueEncoding(atMember(m), fmt.Sprintf("the member %q stands among others", m.Name), wrapHint))
	case m.Value.Kind() != want:
		r.fault(errValueEncoding(at(m.Value), fmt.Sprintf("%q needs a JSON %s, and this is a JSON %s", m.Name, want, m.Value.Kind()), ""))
	case want == strictjson.String:
		return m, true
	default:
		if !r.lenient && !hasMarked(m.Value) {
			r.fault(errValueEncoding(atMember(m), "the object inside needs no wrapping", ""))
		}
		return m, false
	}
	return strictjson.Member{}, false
}

// isTyped reports whether a member stands for what JSON has not: see ParseTyped.
func isTyped(member string) bool {
	if member == numberMember || member == rangeMember {
		return true
	}
	for _, m := range temporalMembers {
		if m.name == member {
			return true
		}
	}
	return false
}

// marked gives the first member whose name starts with "@".
func marked(v strictjson.Value) (m strictjson.Member, ok bool) {
	for _, m := range v.Members() {
		if strings.HasPrefix(m.Name, "@") {
			return m, true
		}
	}
	return strictjson.Member{}, false
}

func hasMarked(v strictjson.Value) bool {
	_, ok := marked(v)
	return ok
}
