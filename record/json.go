package record

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

// What crossed a gate, and other JSON that a record keeps: the encoding of
// values, but there are only JSON's own kinds, and a number may be beyond
// decimal128. Such a number, which a gate refuses, keeps its text.

// jsonLimits are those of one JSON value; wrapped, its depth can double.
var jsonLimits = strictjson.Limits{Bytes: MaxBytes, Depth: maxDepth / 3, Values: maxValues, String: MaxBytes, Number: MaxBytes}

func encodeJSON(raw json.RawMessage) (canon.Node, *diag.Error) {
	v, err := strictjson.Parse(raw, jsonLimits)
	if err != nil {
		var e *strictjson.Error
		if errors.As(err, &e) {
			return canon.Node{}, errUnrecordable(e.Path, "not JSON: "+e.Message)
		}
		return canon.Node{}, errUnrecordable("", err.Error())
	}
	return jsonNode(v), nil
}

func jsonNode(v strictjson.Value) canon.Node {
	switch v.Kind() {
	case strictjson.Bool:
		return canon.Bool(v.Bool())
	case strictjson.String:
		return canon.String(v.Text())
	case strictjson.Number:
		if n, err := canon.FromJSON(v); err == nil {
			return n
		}
		return typedNode(numberMember, normalNumber(v.Text()))
	case strictjson.Array:
		items := make([]canon.Node, len(v.Items()))
		for i, x := range v.Items() {
			items[i] = jsonNode(x)
		}
		return canon.Array(items...)
	case strictjson.Object:
		pairs := make([]canon.Pair, len(v.Members()))
		for i, m := range v.Members() {
			pairs[i] = canon.Member(m.Name, jsonNode(m.Value))
		}
		return wrapped(pairs)
	}
	return canon.Null()
}

// normalNumber gives the text that stands for a number which no double holds.
func normalNumber(text string) string {
	x, err := feel.ParseNumber(text)
	if err != nil {
		return text
	}
	normal, _, _ := x.NumberText()
	return normal
}

// json reads JSON back; ok false stands for a value that is missing, which was
// reported.
func (r *reader) json(v strictjson.Value, ok bool) json.RawMessage {
	if !ok {
		return nil
	}
	return r.appendJSON(nil, v)
}

func (r *reader) appendJSON(dst []byte, v strictjson.Value) []byte {
	switch v.Kind() {
	case strictjson.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case strictjson.String:
		return canon.AppendString(dst, v.Text())
	case strictjson.Number:
		return append(dst, v.Text()...)
	case strictjson.Array:
		dst = append(dst, '[')
		for i, x := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.appendJSON(dst, x)
		}
		return append(dst, ']')
	case strictjson.Object:
		m, typed := r.unwrap(v)
		if typed {
			return r.appendNumber(dst, m)
		}
		dst = append(dst, '{')
		for i, e := range m.Value.Members() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(canon.AppendString(dst, e.Name), ':')
			dst = r.appendJSON(dst, e.Value)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendNumber appends the number of a typed member.
func (r *reader) appendNumber(dst []byte, m strictjson.Member) []byte {
	text := m.Value.Text()
	n, err := strictjson.Parse([]byte(text), jsonLimits)
	switch {
	case m.Name != numberMember:
		r.fault(errUnknownTyped(atMember(m), m.Name))
	case err != nil || n.Kind() != strictjson.Number || n.Text() != text:
		r.fault(errValueEncoding(at(m.Value), strictjson.Excerpt(text)+" is no JSON number", ""))
	case normalNumber(text) != text || isDouble(n):
		r.fault(errValueEncoding(at(m.Value), strictjson.Excerpt(text)+" is not in normal form", ""))
	}
	return append(dst, text...)
}

func isDouble(n strictjson.Value) bool {
	_, err := canon.FromJSON(n)
	return err == nil
}
