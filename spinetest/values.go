package spinetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/record"
)

// scalar gives the value of an unquoted text: a number by FEEL's rule, true, false,
// null, else the text.
var scalar = dmn.ColumnType{Name: "any"}.Literal

const contextMember = "@context"

// value reads a FEEL value. What JSON does not have is written as in a record: a
// mapping of one entry, such as { "@date": 2026-06-01 }.
func (r *reader) value(n *yaml.Node) feel.Value {
	switch n.Kind {
	case yaml.Scalar:
		if n.Style != yaml.Plain {
			return feel.String(n.Text)
		}
		v, err := scalar(n.Text)
		if err != nil {
			r.Report(errInvalidValue(r.At(n), err.Error(), quoteHint(n)))
		}
		return v
	case yaml.Sequence:
		items := make([]feel.Value, len(n.Items))
		for i, item := range n.Items {
			items[i] = r.value(item)
		}
		return feel.List(items...)
	case yaml.Mapping:
		for _, e := range n.Entries {
			if strings.HasPrefix(e.Key.Text, "@") {
				return r.typed(n, e)
			}
		}
		return r.context(n.Entries)
	}
	return feel.Null // absent, which is reported
}

// context reads entries whatever their keys begin with.
func (r *reader) context(entries []yaml.Entry) feel.Value {
	out := make([]feel.Entry, len(entries))
	for i, e := range entries {
		out[i] = feel.Entry{Key: e.Key.Text, Value: r.value(e.Value)}
	}
	return feel.Context(out...)
}

// typed reads a mapping of which entry e begins with "@".
func (r *reader) typed(n *yaml.Node, e yaml.Entry) feel.Value {
	text := ""
	if e.Value.Kind == yaml.Scalar {
		text = e.Value.Text
	}
	v, known, err := record.ParseTyped(e.Key.Text, text)
	at := r.At(e.Key)
	const wrap = `wrap the mapping when such a key is meant: { "@context": { ... } }`
	switch {
	case !known && e.Key.Text != contextMember:
		r.Report(errInvalidValue(at, source.Quote(e.Key.Text)+" stands for no kind of value",
			`there are "@date", "@time", "@date_time", "@duration", "@months", "@number" and "@range"; `+wrap))
	case len(n.Entries) > 1:
		r.Report(errInvalidValue(at, source.Quote(e.Key.Text)+" stands among other keys", wrap))
	case e.Value.Kind == yaml.Absent:
	case !known && e.Value.Kind == yaml.Mapping:
		return r.context(e.Value.Entries)
	case known && e.Value.Kind == yaml.Scalar && err == nil:
		return v
	case known && e.Value.Kind == yaml.Scalar:
		r.Report(errInvalidValue(r.At(e.Value), err.Error(), ""))
	default:
		want := yaml.Scalar
		if !known {
			want = yaml.Mapping
		}
		r.Report(errInvalidValue(r.At(e.Value), fmt.Sprintf("%s needs %s, and this is %s", source.Quote(e.Key.Text), want, e.Value.Kind), ""))
	}
	return feel.Null
}

// json appends the JSON that an agent or a host would give. A number that is one
// in JSON too keeps its text, so that a gate sees what is written.
func (r *reader) json(dst []byte, n *yaml.Node) []byte {
	switch n.Kind {
	case yaml.Scalar:
		if n.Style != yaml.Plain {
			return canon.AppendString(dst, n.Text)
		}
		return r.jsonScalar(dst, n)
	case yaml.Sequence:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.json(dst, item)
		}
		return append(dst, ']')
	case yaml.Mapping:
		return r.jsonObject(dst, n.Entries)
	}
	return append(dst, "null"...) // absent, which is reported
}

func (r *reader) jsonObject(dst []byte, entries []yaml.Entry) []byte {
	dst = append(dst, '{')
	for i, e := range entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(canon.AppendString(dst, e.Key.Text), ':')
		dst = r.json(dst, e.Value)
	}
	return append(dst, '}')
}

func (r *reader) jsonScalar(dst []byte, n *yaml.Node) []byte {
	v, err := scalar(n.Text)
	text, _, number := v.NumberText()
	switch {
	case (number || err != nil) && json.Valid([]byte(n.Text)):
		return append(dst, n.Text...)
	case err != nil:
		r.Report(errInvalidValue(r.At(n), err.Error(), quoteHint(n)))
		return append(dst, "null"...)
	case number:
		return append(dst, text...)
	case v.Kind() == feel.KindString:
		return canon.AppendString(dst, n.Text)
	}
	return append(dst, n.Text...) // true, false, null
}

func quoteHint(n *yaml.Node) string { return "quote it when a text is meant: '" + n.Text + "'" }

// object gives a JSON object that is required to be one.
func (r *reader) object(m *yaml.Map, name string) []byte {
	return r.jsonObject(nil, m.Entries(name, yaml.Optional))
}

// choice reads what a person chose.
func (r *reader) choice(m *yaml.Map) (v feel.Value, at diag.Locator, ok bool) {
	n := m.Node("choice", yaml.Required)
	if n == nil || n.Kind == yaml.Absent {
		return feel.Null, diag.Locator{}, false
	}
	if n.Kind != yaml.Mapping {
		r.Report(errInvalidValue(r.At(n), "a choice is a mapping of outputs", "write it as an option is: { outcome: "+n.Source()+" }"))
		return feel.Null, diag.Locator{}, false
	}
	return r.value(n), r.At(n), true
}
