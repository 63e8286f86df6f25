package yaml_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/yaml"
)

func TestReader(t *testing.T) {
	src := `
id: t1
kind: second
strict: true
loose: false
attempts: 3
tags: [a, 'b']
one: x
more:
  - y
  - z
part: { name: p }
open: { c: 1, a: 2, b: 3 }
raw: "null"
`
	var r yaml.Reader
	m := r.Map(r.Parse("f.yaml", []byte(src)), "id", "kind", "strict", "loose", "attempts", "tags", "one", "more", "part", "open", "raw", "gone")
	texts := func(nodes []*yaml.Node) (out []string) {
		for _, n := range nodes {
			out = append(out, r.String(n))
		}
		return out
	}
	var open []string
	for _, e := range m.Entries("open", yaml.Required) {
		open = append(open, e.Key.Text+"="+e.Value.Text)
	}
	got := fmt.Sprintln(m.String("id", yaml.Required), m.Enum("kind", yaml.Required, "first", "second"), m.Bool("strict", yaml.Optional),
		m.Bool("loose", yaml.Required), m.Int("attempts", yaml.Optional, 1, 5), texts(m.List("tags", yaml.Required)),
		texts(m.OneOrMore("one", yaml.Required)), texts(m.OneOrMore("more", yaml.Required)),
		m.Map("part", yaml.Required, "name").String("name", yaml.Required), open, m.String("raw", yaml.Required),
		m.Has("id"), m.Has("gone"), m.Node("id", yaml.Required).Text, m.Self().Kind,
		m.String("gone", yaml.Optional), m.List("gone", yaml.Optional), m.Map("gone", yaml.Optional, "x"), m.Int("gone", yaml.Optional, 1, 2))
	want := "t1 second true false 3 [a b] [x] [y z] p [c=1 a=2 b=3] null true false t1 a mapping  [] <nil> 0\n"
	if got != want {
		t.Errorf("the reader gives\n%s, want\n%s", got, want)
	}
	if err := r.Err(); err != nil {
		t.Errorf("and the faults %v", err)
	}
}

func TestReaderFaults(t *testing.T) {
	text := func(r *yaml.Reader, m *yaml.Map) { m.String("x", yaml.Required) }
	for _, c := range []struct {
		src  string
		read func(*yaml.Reader, *yaml.Map)
		want string // code, place, message; then the hint
		hint string
	}{
		{"x: a\nnme: b", text, `unknown_field 2:1 the field "nme" is not known here`, `did you mean "name"?`},
		{"x: a\nqqqqqq: b", text, `unknown_field 2:1 the field "qqqqqq" is not known here`, "known here: x, name"},
		{"name: b", text, "missing_field 1:1 the field x is missing", "add x"},
		{"# c\n{ name: b }", text, "missing_field 2:1 the field x is missing", "add x"},
		{"{}", text, "missing_field 1:1 the field x is missing", "add x"},
		{`x: " "`, text, "missing_field 1:4 the field x is empty", "add a text for x"},
		{"x: null", text, "yaml_null 1:4 null stands where a text is due", "'null'"},
		{"x: ~", text, "yaml_null 1:4 ~ stands where a text is due", "'~'"},
		{"x: [a]", text, "wrong_type 1:4 a list stands where a single value is due", "quote the cell: '[a]'"},
		{"x:\n  - a", text, "wrong_type 2:3 a list stands where a single value is due", "write a single value"},
		{"x: {a: b}", text, "wrong_type 1:4 a mapping stands where a single value is due", "'{a: b}'"},
		{"x: a", func(r *yaml.Reader, m *yaml.Map) { m.List("x", yaml.Required) }, "wrong_type 1:4 a single value stands where a list is due", "write a list: [a]"},
		{"x: {a: b}", func(r *yaml.Reader, m *yaml.Map) { m.OneOrMore("x", yaml.Required) }, "wrong_type 1:4 a mapping stands where a list is due", "write a list"},
		{"x: a", func(r *yaml.Reader, m *yaml.Map) { m.Map("x", yaml.Required, "a", "b") }, "wrong_type 1:4 a single value stands where a mapping is due", "write a mapping with the fields a, b"},
		{"x: [a]", func(r *yaml.Reader, m *yaml.Map) { m.Entries("x", yaml.Required) }, "wrong_type 1:4 a list stands where a mapping is due", "write a mapping"},
		{"[a]", func(r *yaml.Reader, m *yaml.Map) {}, "wrong_type 1:1 a list stands where a mapping is due", "write a mapping"},
		{"x: yes", func(r *yaml.Reader, m *yaml.Map) { m.Bool("x", yaml.Required) }, `wrong_type 1:4 "yes" stands where true or false is due`, "without quotes"},
		{"x: 'true'", func(r *yaml.Reader, m *yaml.Map) { m.Bool("x", yaml.Required) }, `wrong_type 1:4 "'true'" stands where true or false is due`, "without quotes"},
		{"x: 6", func(r *yaml.Reader, m *yaml.Map) { m.Int("x", yaml.Required, 1, 5) }, `unknown_value 1:4 the number cannot be "6"`, "from 1 to 5"},
		{"x: 99999999999999999999", func(r *yaml.Reader, m *yaml.Map) { m.Int("x", yaml.Required, 1, 5) }, `unknown_value 1:4 the number cannot be "99999999999999999999"`, "from 1 to 5"},
		{"x: 1.0", func(r *yaml.Reader, m *yaml.Map) { m.Int("x", yaml.Required, 1, 5) }, `wrong_type 1:4 "1.0" stands where a whole number is due`, "from 1 to 5"},
		{"x: +1", func(r *yaml.Reader, m *yaml.Map) { m.Int("x", yaml.Required, 1, 5) }, `wrong_type 1:4 "+1" stands where a whole number is due`, "from 1 to 5"},
		{"x: '1'", func(r *yaml.Reader, m *yaml.Map) { m.Int("x", yaml.Required, 1, 5) }, `wrong_type 1:4 "'1'" stands where a whole number is due`, "from 1 to 5"},
		{"x: -", nil, "yaml_syntax 1:4 - starts a list entry, which cannot stand here", "'-'"},
		{"x: FIRS", func(r *yaml.Reader, m *yaml.Map) { m.Enum("x", yaml.Required, "UNIQUE", "FIRST") }, `unknown_value 1:4 x cannot be "FIRS"`, `did you mean "FIRST"?`},
		{"x: ''", func(r *yaml.Reader, m *yaml.Map) { m.Enum("x", yaml.Required, "UNIQUE", "FIRST") }, `unknown_value 1:4 x cannot be ""`, "known here: UNIQUE, FIRST"},
		{"x: [1..5]", func(r *yaml.Reader, m *yaml.Map) { r.Cell(m.Node("x", yaml.Required)) }, "wrong_type 1:4 a cell is one value on one line, not a list", "quote the cell: '[1..5]'"},
		{"x: { a: 1 }", func(r *yaml.Reader, m *yaml.Map) { r.Cell(m.Node("x", yaml.Required)) }, "wrong_type 1:4 a cell is one value on one line, not a mapping", "quote the cell: '{ a: 1 }'"},
		{"x: >\n  5\n", func(r *yaml.Reader, m *yaml.Map) { r.Cell(m.Node("x", yaml.Required)) }, "wrong_type 1:4 a cell is one value on one line, not a block of text", "put the whole value in single quotes"},
	} {
		var r yaml.Reader
		m := r.Map(r.Parse("f.yaml", []byte(c.src)), "x", "name")
		if c.read != nil {
			c.read(&r, m)
		}
		list := diag.Of(r.Err())
		if len(list) != 1 {
			t.Errorf("%q: the faults are %v, want %s", c.src, list, c.want)
			continue
		}
		if got := brief(r.Err())[0] + " " + list[0].Message; got != c.want || !strings.Contains(list[0].Hint, c.hint) {
			t.Errorf("%q: %s (%s), want %s (%s)", c.src, got, list[0].Hint, c.want, c.hint)
		}
	}
}

func TestReaderCell(t *testing.T) {
	var r yaml.Reader
	n := r.Parse("f.yaml", []byte("a: <= 5\nb: '\"x\"'\nc: null\nd: \"-\"\n"))
	var got []string
	for _, e := range r.Entries(n) {
		text, ok := r.Cell(e.Value)
		got = append(got, fmt.Sprint(text, ok))
	}
	if want := []string{"<= 5true", `"x"true`, "nulltrue", "-true"}; !slices.Equal(got, want) || r.Err() != nil {
		t.Errorf("the cells are %q with %v, want %q", got, r.Err(), want)
	}
}

// TestReaderAll demands the faults of Parse and of the reader together, each
// with what is known of its place, and no fault that only follows from another.
func TestReaderAll(t *testing.T) {
	src := "id: t\nrules:\n  - when: *x\n    thn: 1\n  - when: { a: != 5 }\n"
	var r yaml.Reader
	m := r.Map(r.Parse("f.yaml", []byte(src)), "id", "rules", "version")
	r.In.Table = m.String("id", yaml.Required)
	m.String("version", yaml.Required)
	for i, n := range m.List("rules", yaml.Required) {
		r.In.Rule = i + 1
		rule := r.Map(n, "when", "then")
		for range rule.Entries("when", yaml.Required) {
		}
		rule.Map("then", yaml.Required, "x").String("y", yaml.Required)
	}
	var got []string
	for _, e := range diag.Of(r.Err()) {
		got = append(got, fmt.Sprintf("%s %s %s/%d", e.At, e.Code, e.At.Table, e.At.Rule))
	}
	want := []string{
		"f.yaml:1:1 missing_field t/0",
		"f.yaml:3:5 missing_field t/1",
		"f.yaml:3:11 yaml_alias /0",
		"f.yaml:4:5 unknown_field t/1",
		"f.yaml:5:5 missing_field t/2",
		"f.yaml:5:16 yaml_tag /0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the faults are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReaderNil(t *testing.T) {
	var r yaml.Reader
	m := r.Map(nil, "x")
	if m != nil || m.Has("x") || m.Self() != nil || m.Node("x", yaml.Required) != nil || m.String("x", yaml.Required) != "" ||
		m.Bool("x", yaml.Required) || m.Int("x", yaml.Required, 1, 2) != 0 || m.Enum("x", yaml.Required, "a") != "" ||
		m.List("x", yaml.Required) != nil || m.OneOrMore("x", yaml.Required) != nil || m.Map("x", yaml.Required) != nil ||
		m.Entries("x", yaml.Required) != nil || r.At(nil) != (diag.Locator{}) {
		t.Error("a nil mapping has something in it")
	}
	if err := r.Err(); err != nil {
		t.Errorf("a nil mapping gives %v", err)
	}
}
