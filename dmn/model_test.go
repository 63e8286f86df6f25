package dmn_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/sample"
)

// The archives of testdata/models each have a model, model.dmn, and what it imports.
// A file that is not a whole document is the content of definitions whose namespace
// is "urn:" and the file's name without extension; it begins on line 2. Of the other
// parts
//
//   - options has words: recursion;
//   - faults and warnings have what the load reports, a line each, all of it: FILE:LINE:COLUMN CODE;
//   - cases has lines [strict] [service|bkm] NAME {INPUTS} => VALUE ! CODES. An error is
//     the value "error" with its code, a null with reasons has the codes of all of
//     these.
func TestModels(t *testing.T) {
	archives, err := filepath.Glob("testdata/models/*.txtar")
	if err != nil || len(archives) < 15 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			testModel(t, a)
		})
	}
}

// wrapped gives the content of definitions as a document.
func wrapped(file, content string) string {
	if strings.Contains(content, "<definitions") {
		return content
	}
	name := strings.TrimSuffix(file, ".dmn")
	return fmt.Sprintf("<definitions xmlns=%q name=%q namespace=\"urn:%s\">\n%s</definitions>\n",
		"https://www.omg.org/spec/DMN/20230324/MODEL/", name, name, content)
}

func testModel(t *testing.T, a *txtar.Archive) {
	t.Helper()
	files, parts := fstest.MapFS{}, map[string]string{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".dmn") {
			files[f.Name] = &fstest.MapFile{Data: []byte(wrapped(f.Name, string(f.Data)))}
		} else {
			parts[f.Name] = string(f.Data)
		}
	}
	var opts []dmn.ModelOption
	if strings.Contains(parts["options"], "recursion") {
		opts = append(opts, dmn.WithRecursion())
	}
	m, err := dmn.LoadModel("model.dmn", files["model.dmn"].Data, dmn.FolderResolver(files), opts...)
	if got := places(diag.Of(err)); got != parts["faults"] {
		t.Errorf("the faults are\n%swant\n%s%v", got, parts["faults"], err)
	}
	if m == nil {
		return
	}
	if got := places(m.Warnings); got != parts["warnings"] {
		t.Errorf("the warnings are\n%swant\n%s%v", got, parts["warnings"], m.Warnings)
	}
	for line := range strings.Lines(parts["cases"]) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			testCase(t, m, line)
		}
	}
}

// places gives where faults are, and their codes.
func places(list diag.List) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s %s\n", e.At, e.Code)
	}
	return b.String()
}

func testCase(t *testing.T, m *dmn.Model, line string) {
	t.Helper()
	call, want, ok := strings.Cut(line, " => ")
	if !ok {
		t.Fatalf("%s is no case", line)
	}
	in := feel.Input{Lenient: true}
	target := dmn.Target{Kind: dmn.DecisionTarget}
	if rest, found := strings.CutPrefix(call, "strict "); found {
		in.Lenient, call = false, rest
	}
	for _, kind := range []dmn.TargetKind{dmn.ServiceTarget, dmn.BKMTarget} {
		if rest, found := strings.CutPrefix(call, string(kind)+" "); found {
			target.Kind, call = kind, rest
		}
	}
	name, inputs, ok := strings.Cut(call, " {")
	if !ok {
		t.Fatalf("%s has no inputs", line)
	}
	if target.Name = name; strings.HasPrefix(name, "urn:") {
		target.Namespace, target.Name, _ = strings.Cut(name, "#")
	}
	in.Vars = feel.ContextVars(constant(t, "{"+inputs))
	if got := outcome(m.Evaluate(t.Context(), in, target)); got != normal(t, want) {
		t.Errorf("%s => %s\nwant %s", call, got, want)
	}
}

// outcome tells what an evaluation gave.
func outcome(results []feel.Result, err error) string {
	if err != nil {
		return "error ! " + codesOf(diag.Of(err))
	}
	out := results[0].Value.String()
	if len(results[0].Nulls) > 0 {
		out += " ! " + codesOf(results[0].Nulls)
	}
	return out
}

func codesOf(list diag.List) string {
	var out []string
	for _, e := range list {
		out = append(out, string(e.Code))
	}
	return strings.Join(out, " ")
}

// normal gives what is wanted as outcome writes it.
func normal(t *testing.T, want string) string {
	t.Helper()
	value, reasons, failed := strings.Cut(want, " ! ")
	if value != "error" && !strings.HasPrefix(value, "function") {
		value = constant(t, value).String()
	}
	if failed {
		value += " ! " + strings.TrimSpace(reasons)
	}
	return value
}

// Names of types that one engine alone has are known when the host says so.
func TestTypeNames(t *testing.T) {
	content := `<itemDefinition name="tWhole"><typeRef>integer</typeRef></itemDefinition>
<inputData name="A" id="a"><variable name="A" typeRef="long"/></inputData>
<decision name="D" id="d"><variable name="D" typeRef="tWhole"/><informationRequirement><requiredInput href="#a"/></informationRequirement>
<literalExpression><text>if A instance of long then A + 1 else 0</text></literalExpression></decision>`
	m := modelOf(t, content, dmn.WithTypeNames(map[string]*feel.Type{"integer": feel.NumberType, "long": feel.NumberType, "tWhole": feel.StringType}))
	for given, want := range map[string]string{`{A: 1}`: "2", `{A: "1"}`: "0 ! type_mismatch"} {
		got := outcome(m.Evaluate(t.Context(), feel.Input{Vars: feel.ContextVars(constant(t, given)), Lenient: true}, decision("D")))
		if got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
	_, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), nil)
	if got := codesOf(diag.Of(err)); got != "unknown_type_ref unknown_type_ref" {
		t.Errorf("without the names: %s", got)
	}
}

// Two loads of one model report the same, in the same order, and evaluate alike.
func TestModelIsDeterministic(t *testing.T) {
	files := fstest.MapFS{}
	var content strings.Builder
	for i := range 30 {
		fmt.Fprintf(&content, "<decision name=\"D%d\" id=\"d%d\"><informationRequirement><requiredInput href=\"#x\"/></informationRequirement>"+
			"<literalExpression><text>a + </text></literalExpression></decision>\n", i, i)
	}
	files["model.dmn"] = &fstest.MapFile{Data: []byte(wrapped("model.dmn", content.String()))}
	var first []string
	for range 10 {
		m, err := dmn.LoadModel("model.dmn", files["model.dmn"].Data, nil)
		got := strings.Split(err.Error(), "\n")
		for _, target := range m.Targets() {
			got = append(got, target.Name)
		}
		if first == nil {
			first = got
		}
		if !slices.Equal(first, got) {
			t.Fatalf("%q and %q", first, got)
		}
	}
}

// Ten times the model takes ten times the memory, and no more allocations than that.
func TestLoadIsLinear(t *testing.T) {
	numbered := func(n int, of func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(of(i))
		}
		return b.String()
	}
	for name, content := range map[string]func(n int) string{
		"decisions": func(n int) string { return string(sample.Model(n)) },
		"a chain": func(n int) string {
			return literal("D0", "1") + numbered(n, func(i int) string {
				return literal(fmt.Sprintf("D%d", i+1), fmt.Sprintf("D%d + 1", i), fmt.Sprintf("D%d", i))
			})
		},
		"types": func(n int) string {
			return numbered(n, func(i int) string {
				return fmt.Sprintf(`<itemDefinition name="t%d"><itemComponent name="the part"><typeRef>t%d</typeRef></itemComponent><itemComponent name="n"><typeRef>number</typeRef><allowedValues><text>[0..%d]</text></allowedValues></itemComponent></itemDefinition>
<decision name="D%[1]d" id="d%[1]d"><variable name="D%[1]d" typeRef="t%[1]d"/><literalExpression><text>null</text></literalExpression></decision>`, i, i-i%5, i)
			})
		},
		"functions": func(n int) string {
			return `<businessKnowledgeModel name="f" id="f"><encapsulatedLogic><formalParameter name="a"/><literalExpression><text>a</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>` +
				numbered(n, func(i int) string {
					return fmt.Sprintf(`<decision name="D%d" id="d%[1]d"><knowledgeRequirement><requiredKnowledge href="#f"/></knowledgeRequirement><literalExpression><text>f(%[1]d)</text></literalExpression></decision>
<decisionService name="S%[1]d" id="s%[1]d"><outputDecision href="#d%[1]d"/></decisionService>`, i)
				})
		},
		"rules": func(n int) string {
			return `<decision name="D" id="d"><decisionTable hitPolicy="FIRST"><input><inputExpression><text>1</text></inputExpression></input><output/>` +
				numbered(n, func(i int) string {
					return fmt.Sprintf(`<rule><inputEntry><text>[%d..%d)</text></inputEntry><outputEntry><text>%[1]d * 2</text></outputEntry></rule>`, i, i+1)
				}) + `</decisionTable></decision>`
		},
		"entries": func(n int) string {
			return `<decision name="D" id="d"><context>` + numbered(n, func(i int) string {
				return fmt.Sprintf(`<contextEntry><variable name="the entry %d"/><literalExpression><text>%[1]d + 1</text></literalExpression></contextEntry>`, i)
			}) + `</context></decision>`
		},
		"a type of many entries": func(n int) string {
			return `<itemDefinition name="t"><itemComponent name="a"><typeRef>t0</typeRef></itemComponent>` + numbered(n, func(i int) string {
				return fmt.Sprintf(`<itemComponent name="the part %d"><typeRef>number</typeRef></itemComponent>`, i)
			}) + `</itemDefinition><itemDefinition name="ts" isCollection="true"><typeRef>t</typeRef></itemDefinition>
<inputData name="I" id="i"><variable name="I" typeRef="ts"/></inputData><itemDefinition name="t0"><typeRef>string</typeRef></itemDefinition>` + numbered(n, func(i int) string {
				return fmt.Sprintf(`<decision name="D%d" id="d%[1]d"><informationRequirement><requiredInput href="#i"/></informationRequirement><literalExpression><text>I[the part %[1]d &gt; 1].the part %[1]d</text></literalExpression></decision>`, i)
			})
		},
		"faults": func(n int) string {
			return numbered(n, func(i int) string { return literal(fmt.Sprintf("D%d", i), "1 +") })
		},
	} {
		load := func(n int) (allocs, size uint64) {
			src := []byte(wrapped("model.dmn", strings.ReplaceAll(content(n), "<typeRef>t0</typeRef>", "<typeRef>string</typeRef>")))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := dmn.LoadModel("model.dmn", src, nil, dmn.WithRecursion())
			if err != nil && name != "faults" {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(m)
			return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
		}
		load(10)
		allocs, size := load(90)
		moreAllocs, moreSize := load(900)
		if moreAllocs > 11*allocs || moreSize > 13*size {
			t.Errorf("%s: %d allocations of %d bytes, and %d of %d bytes for ten times as much", name, allocs, size, moreAllocs, moreSize)
		}
	}
}

// Types that lie within each other very deep, in whatever order they are written, are
// refused where they pass the limit.
func TestTypeLevels(t *testing.T) {
	for _, form := range []string{
		`<itemDefinition name="t%d"><itemComponent name="c"><typeRef>t%d</typeRef></itemComponent></itemDefinition>`,
		`<itemDefinition name="t%d" isCollection="true"><typeRef>t%d</typeRef></itemDefinition>`,
		`<itemDefinition name="t%d"><typeRef>t%d</typeRef><allowedValues><text>&lt; 9</text></allowedValues></itemDefinition>`,
		`<itemDefinition name="t%d"><functionItem outputTypeRef="t%d"/></itemDefinition>`,
	} {
		for _, c := range []struct {
			n      int
			faults string
		}{{limits.ModelTypeLevels - 1, ""}, {limits.ModelTypeLevels, "model_limit"}, {9_000, strings.Repeat("model_limit ", 8) + "model_limit"}} {
			up, down := "", ""
			var defs []string
			for i := range c.n {
				defs = append(defs, fmt.Sprintf(form, i+1, i))
			}
			up = strings.Join(defs, "")
			slices.Reverse(defs)
			down = strings.Join(defs, "")
			for _, order := range []string{up, down} {
				content := `<itemDefinition name="t0"><typeRef>number</typeRef></itemDefinition>` + order + literal("D", "1")
				m, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), nil)
				if got := codesOf(diag.Of(err)); got != c.faults || outcome(m.Evaluate(t.Context(), feel.Input{}, decision("D"))) != "1" {
					t.Errorf("%s, %d levels: %.200s", form, c.n, got)
				}
			}
		}
	}
}

// A model is only read, by whoever asks it anything, at once.
func TestModelAtOnce(t *testing.T) {
	m := contracted(t)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for _, target := range m.Targets() {
				m.Inputs(target)
				m.ResultType(target)
				m.InputSchema(target)
				for _, e := range reasons(m, feel.Input{Lenient: i%2 == 0}, target) {
					if !e.At.Span.Start.Known() {
						t.Errorf("%v: no place of %v", target, e)
					}
				}
				m.Explain(t.Context(), feel.Input{Lenient: true}, target)
			}
			m.Validate()
		})
	}
	group.Wait()
}

// reasons gives what is wrong with an evaluation.
func reasons(m *dmn.Model, in feel.Input, target dmn.Target) diag.List {
	results, err := m.Evaluate(context.Background(), in, target)
	out := diag.Of(err)
	for _, r := range results {
		out = append(out, r.Nulls...)
	}
	return out
}
