package feel

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
)

// nodeKinds has a node of every kind of the grammar.
var nodeKinds = []node{
	&numberLit{}, &stringLit{}, &boolLit{}, &nullLit{}, &atLit{}, &nameRef{}, &pathExpr{}, &filterExpr{}, &callExpr{}, &binaryExpr{},
	&negExpr{}, &parenExpr{}, &betweenExpr{}, &inExpr{}, &testExpr{}, &unaryTests{}, &rangeLit{}, &listLit{}, &contextLit{}, &functionLit{},
	&ifExpr{}, &forExpr{}, &quantExpr{}, &instanceExpr{}, &badExpr{}, &embeddedExpr{}, &hostExpr{},
}

// notNodes have a place in the text without being a node of the tree.
var notNodes = []string{"typeRef", "member", "extent"}

// Every kind of node that the sources declare is in the allowlist.
func TestEveryNodeHasAConstruct(t *testing.T) {
	known := map[string]bool{}
	for _, n := range nodeKinds {
		name := reflect.TypeOf(n).Elem().Name()
		known[name] = true
		c := constructOf(n)
		if _, listed := constructs[c]; !listed {
			t.Errorf("%s is the construct %q, which is not listed", name, c)
		}
	}
	for o := opOr; o <= opExp; o++ {
		if _, listed := constructs[constructOf(&binaryExpr{op: o})]; !listed {
			t.Errorf("%s is no construct that is listed", o)
		}
	}
	for _, name := range notNodes {
		known[name] = true
	}
	for name := range nodesDeclared(t) {
		if !known[name] {
			t.Errorf("%s is not in the table of nodes", name)
		}
	}
	if constructOf(nil) != "" || Subset.allows(constructOf(nil)) {
		t.Error("what is no node is allowed")
	}
}

// nodesDeclared gives the types of this package that embed extent.
func nodesDeclared(t *testing.T) map[string]bool {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	visit := func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				if id, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 && id.Name == "extent" {
					out[spec.Name.Name] = true
				}
			}
		}
		return true
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := goparser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, visit)
	}
	if len(out) < 24 {
		t.Fatalf("only %d kinds of node were found", len(out))
	}
	return out
}

// What each construct looks like, and whether the subset has it.
func TestProfiles(t *testing.T) {
	sc := NewScope().Declare("a", nil).Declare("b", nil).Declare("f", nil)
	samples := map[construct]struct {
		text   string
		subset bool
	}{
		"a number":                 {"1.5e3", true},
		"a string":                 {`"a"`, true},
		"a boolean":                {"true", true},
		"null":                     {"null", true},
		"a name":                   {"a", true},
		"a path":                   {"a.b", true},
		"parentheses":              {"(a)", true},
		"a list":                   {"[1, a]", true},
		"a range":                  {"]1..a[", true},
		"a comparison":             {"a != b", true},
		"and, or":                  {"a and b or a", true},
		"arithmetic":               {"a + b - a * b / a", true},
		"a negative sign":          {"-a", true},
		"in":                       {"a in (1, > 3, [2..3])", true},
		"a unary test":             {"a in > 3", true},
		"a function call":          {"date(a)", true},
		"the power operator **":    {"a ** b", false},
		"@\"...\"":                 {`@"2026-01-01"`, false},
		"a filter or index":        {"a[1]", false},
		"between":                  {"a between 1 and 2", false},
		"a context":                {"{a: 1}", false},
		"a function definition":    {"function(x) x", false},
		"if":                       {"if a then 1 else 2", false},
		"for":                      {"for i in a return i", false},
		"some":                     {"some i in a satisfies i", false},
		"every":                    {"every i in a satisfies i", false},
		"instance of":              {"a instance of number", false},
		"a range written as (< x)": {"a = (< 5)", false},
	}
	for c, listed := range constructs {
		s, ok := samples[c]
		if !ok {
			if c != "text that does not parse" && c != "a boxed expression" { // which no text makes
				t.Errorf("%q has no sample", c)
			}
			continue
		}
		if s.subset != listed {
			t.Errorf("%q is in the subset: %t", c, listed)
		}
		tree, err := Parse(Source{Text: s.text}, sc)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []Profile{Subset, Full} {
			checked, err := Check(tree, sc, p)
			faults := diag.Of(err)
			if p == Full || s.subset {
				if err != nil || checked == nil {
					t.Errorf("%s in %s: %v", s.text, p, err)
				}
				continue
			}
			if checked != nil || len(faults) != 1 || faults[0].Code != NotInProfile || !strings.HasPrefix(faults[0].Message, string(c)+" is not part of the subset profile") {
				t.Errorf("%s: %v", s.text, err)
			}
		}
	}
}

// Of the functions the subset has two, called by name; nothing else can be called.
func TestProfilesOfFunctions(t *testing.T) {
	sc := NewScope().Declare("a", nil)
	var has []string
	for _, name := range builtinNames() {
		tree, err := Parse(Source{Text: name + "(a)"}, sc)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(tree, sc, Subset); err == nil {
			has = append(has, name)
		} else if e := diag.Of(err)[0]; e.Code != NotInProfile || !strings.Contains(e.Message, `the function "`+name+`"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := strings.Join(has, " "); got != "date not" {
		t.Errorf("the subset has %s", got)
	}
	for _, text := range []string{"a(1)", "nowhere(1)", "a.b(1)", "(a)(1)", "sum", "a = abs"} {
		for _, scope := range []*Scope{sc, OpenScope()} {
			tree, err := Parse(Source{Text: text}, scope)
			if err != nil {
				t.Fatal(err)
			}
			if checked, err := Check(tree, scope, Subset); checked != nil || diag.Of(err)[0].Code != NotInProfile {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// Every fault of the profile is reported, not only the first.
func TestEveryFaultOfTheProfile(t *testing.T) {
	tree, err := Parse(Source{Text: "if 2 ** 3 > 1 then [1][1] else {a: @\"2026-01-01\"}"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Check(tree, nil, Subset)
	var places []int
	for _, e := range diag.Of(err) {
		places = append(places, e.At.Span.Start.Column)
	}
	if !reflect.DeepEqual(places, []int{1, 4, 20, 32, 36}) {
		t.Errorf("faults at %v: %v", places, err)
	}
}
