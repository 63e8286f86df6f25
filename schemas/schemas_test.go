package schemas_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/schemas"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestNames(t *testing.T) {
	if got := schemas.Names(); !slices.Equal(got, []string{"agent", "record", "table", "test", "workflow"}) {
		t.Errorf("got %v", got)
	}
	for _, name := range []string{"", "tables", "table.schema.json", "../schemas/table", "schemas"} {
		if text, ok := schemas.Get(name); ok {
			t.Errorf("%q gives %q", name, text)
		}
	}
	a, _ := schemas.Get("table")
	a[0] = 'x'
	if b, _ := schemas.Get("table"); b[0] != '{' {
		t.Error("what one caller changes another one sees")
	}
}

// Each schema is one that a gate compiles, says its dialect and what it is for, and
// explains every property where an editor shows it.
func TestEverySchemaIsDescribed(t *testing.T) {
	for _, name := range schemas.Names() {
		compiled(t, name)
		doc := document(t, name)
		if doc["$schema"] != "https://json-schema.org/draft/2020-12/schema" || !strings.HasSuffix(doc["$id"].(string), "/schemas/"+name+".schema.json") {
			t.Errorf("%s: %v, %v", name, doc["$schema"], doc["$id"])
		}
		if doc["title"] == "" || doc["description"] == "" {
			t.Errorf("%s has no title or description", name)
		}
		walk(doc, "", func(pointer string, s map[string]any) {
			if title, ok := s["title"].(string); ok && title == "" {
				t.Errorf("%s#%s has an empty title", name, pointer)
			}
			if ref, ok := s["$ref"].(string); ok && at(doc, strings.TrimPrefix(ref, "#")) == nil {
				t.Errorf("%s#%s refers to %s, which is not there", name, pointer, ref)
			}
		})
	}
}

// compiled gives the gate of a published schema.
func compiled(t testing.TB, name string) *gate.Gate {
	t.Helper()
	text, ok := schemas.Get(name)
	if !ok {
		t.Fatalf("there is no schema %q", name)
	}
	g, err := gate.Compile(fstest.MapFS{"schema.json": {Data: text}}, "schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// document gives a published schema as JSON.
func document(t testing.TB, name string) map[string]any {
	t.Helper()
	text, _ := schemas.Get(name)
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}

// at gives the schema at a JSON Pointer, nil if there is none.
func at(doc map[string]any, pointer string) map[string]any {
	var v any = doc
	for _, token := range strings.Split(pointer, "/")[1:] {
		switch x := v.(type) {
		case map[string]any:
			v = x[token]
		case []any:
			v = x[int(token[0]-'0')]
		}
	}
	s, _ := v.(map[string]any)
	return s
}

// The keywords that hold schemas, as far as the published schemas use them.
var (
	oneSchema   = []string{"items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"}
	listSchemas = []string{"oneOf", "anyOf", "allOf", "prefixItems"}
	mapSchemas  = []string{"properties", "$defs", "dependentSchemas"}
)

// walk visits a schema and every schema in it.
func walk(s map[string]any, pointer string, visit func(pointer string, s map[string]any)) {
	visit(pointer, s)
	below := func(v any, pointer string) {
		if s, ok := v.(map[string]any); ok {
			walk(s, pointer, visit)
		}
	}
	for _, k := range oneSchema {
		below(s[k], pointer+"/"+k)
	}
	for _, k := range listSchemas {
		list, _ := s[k].([]any)
		for i, v := range list {
			below(v, pointer+"/"+k+"/"+string(rune('0'+i)))
		}
	}
	for _, k := range mapSchemas {
		m, _ := s[k].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(m)) {
			below(m[name], pointer+"/"+k+"/"+name)
		}
	}
}

// properties gives the names of the properties at several places, sorted.
func properties(doc map[string]any, pointers ...string) []string {
	names := map[string]bool{}
	for _, p := range pointers {
		ps, _ := at(doc, p)["properties"].(map[string]any)
		for name := range ps {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// enum gives the values of the enumeration at a place, sorted.
func enum(doc map[string]any, pointer string) []string {
	var out []string
	list, _ := at(doc, pointer)["enum"].([]any)
	for _, v := range list {
		out = append(out, v.(string))
	}
	slices.Sort(out)
	return out
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// toJSON gives a YAML document as an editor sees it: a plain scalar is a number,
// true, false or null if it looks like one.
func toJSON(t testing.TB, doc string) []byte {
	t.Helper()
	root, err := yaml.Parse("doc.yaml", []byte(doc))
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	b, err := json.Marshal(plain(root))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strictjson.Parse(b, strictjson.Limits{}); err != nil {
		t.Fatal(err)
	}
	return b
}

func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.Sequence:
		out := []any{}
		for _, item := range n.Items {
			out = append(out, plain(item))
		}
		return out
	case yaml.Mapping:
		out := map[string]any{}
		for _, e := range n.Entries {
			out[e.Key.Text] = plain(e.Value)
		}
		return out
	}
	switch {
	case n.Style != yaml.Plain:
	case n.Text == "null" || n.Text == "~":
		return nil
	case n.Text == "true", n.Text == "false":
		return n.Text == "true"
	case jsonNumber.MatchString(n.Text):
		return json.Number(n.Text)
	}
	return n.Text
}

// archive gives the files of a txtar.
func archive(text string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(text)).Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

// put gives fsys with a further file.
func put(fsys fs.FS, name, content string) fs.FS {
	out := maps.Clone(fsys.(fstest.MapFS))
	out[name] = &fstest.MapFile{Data: []byte(content)}
	return out
}

// verdict is a document on which schema and reader must agree.
type verdict struct {
	name  string
	doc   string
	valid bool
}

// agree judges each document by the schema and by the reader.
func agree(t *testing.T, g *gate.Gate, read func(doc string) error, verdicts []verdict) {
	t.Helper()
	for _, v := range verdicts {
		_, refused := g.Admit(toJSON(t, v.doc))
		fault := read(v.doc)
		if (refused == nil) != v.valid || (fault == nil) != v.valid {
			t.Errorf("%s: want valid %v\nschema: %v\nreader: %v\n%s", v.name, v.valid, refused, fault, v.doc)
		}
	}
}

const unknown = "zzzzzzzzzzzz"

// mapping is a mapping of a format: where the schema describes it, and a document
// with one, where %s stands for a further entry.
type mapping struct {
	pointers []string
	doc      string
}

// sameFields compares the fields that the reader knows, which it tells when one
// is unknown, with the properties of the schema. Both refuse any other.
func sameFields(t *testing.T, doc map[string]any, g *gate.Gate, read func(doc string) error, mappings []mapping) {
	t.Helper()
	for _, m := range mappings {
		with := strings.Replace(m.doc, "%s", unknown+": 1, ", 1)
		var known []string
		for _, e := range diag.Of(read(with)) {
			if e.Code == yaml.UnknownField && strings.Contains(e.Message, unknown) {
				list, _ := strings.CutPrefix(e.Hint, "known here: ")
				known = strings.Split(list, ", ")
			}
		}
		slices.Sort(known)
		if want := properties(doc, m.pointers...); !slices.Equal(known, want) {
			t.Errorf("%v: the reader knows %v\nthe schema %v\n%s", m.pointers, known, want, with)
		}
		if _, err := g.Admit(toJSON(t, with)); err == nil {
			t.Errorf("%v: the schema accepts %s", m.pointers, with)
		}
		if _, err := g.Admit(toJSON(t, strings.Replace(m.doc, "%s", "", 1))); err != nil {
			t.Errorf("%v: without the further entry: %v", m.pointers, err)
		}
	}
}
