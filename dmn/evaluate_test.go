package dmn_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

// modelOf loads a model without faults, of the content of its definitions.
func modelOf(t testing.TB, content string, opts ...dmn.ModelOption) *dmn.Model {
	t.Helper()
	m, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), nil, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func decision(name string) dmn.Target { return dmn.Target{Kind: dmn.DecisionTarget, Name: name} }

// literal is a decision that requires inputs and decisions by their ids.
func literal(name, text string, requires ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<decision name=%q id=%q>", name, name)
	for _, id := range requires {
		element := "requiredDecision"
		if strings.HasPrefix(id, "i_") {
			element = "requiredInput"
		}
		fmt.Fprintf(&b, "<informationRequirement><%s href=\"#%s\"/></informationRequirement>", element, id)
	}
	fmt.Fprintf(&b, "<literalExpression><text>%s</text></literalExpression></decision>\n", text)
	return b.String()
}

// shared has a decision that two others need, whose evaluation costs most of a
// budget of steps.
func shared() string {
	return literal("Costly", "count(for i in 1..1000 return i)") +
		literal("First", "Costly + 1", "Costly") + literal("Second", "Costly + First + Costly", "Costly", "First")
}

func TestDecisionsAreEvaluatedOnce(t *testing.T) {
	m := modelOf(t, shared())
	var used int64
	for _, targets := range [][]dmn.Target{
		{decision("Costly")}, {decision("Second")}, {decision("First"), decision("Second"), decision("Costly"), decision("First")},
	} {
		least := leastSteps(t, m, targets...)
		if used == 0 {
			used = least
		}
		if used < 1000 || least > used+20 {
			t.Errorf("%d targets take %d steps, and the one that costs takes %d", len(targets), least, used)
		}
	}
}

// leastSteps gives the fewest steps with which an evaluation ends.
func leastSteps(t *testing.T, m *dmn.Model, targets ...dmn.Target) int64 {
	t.Helper()
	least := int64(1)
	for step := int64(1 << 14); step > 0; step /= 2 {
		_, err := m.Evaluate(t.Context(), feel.Input{Limits: feel.Limits{Steps: least + step - 1}}, targets...)
		if errors.Is(err, feel.LimitExceeded) {
			least += step
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return least
}

// A target has the reasons of its nulls, whoever came to them first.
func TestReasonsOfSharedNulls(t *testing.T) {
	m := modelOf(t, `<inputData name="X" id="i_x"/>`+
		literal("Bad", `X + "a"`, "i_x")+literal("Also", `1 / 0`)+literal("Sound", "X", "i_x")+
		literal("Left", "[Bad, 1]", "Bad")+literal("Right", "[Bad, Also, Sound]", "Bad", "Also", "Sound")+literal("Both", "[Left, Right]", "Left", "Right"))
	in := feel.Input{Vars: feel.Map(map[string]any{"X": 1}), Lenient: true}
	names := []string{"Left", "Right", "Both", "Sound", "Also", "Bad"}
	want := map[string]string{
		"Left": "type_mismatch", "Right": "type_mismatch division_by_zero", "Both": "type_mismatch division_by_zero",
		"Sound": "", "Also": "division_by_zero", "Bad": "type_mismatch",
	}
	for range len(names) {
		names = append(names[1:], names[0])
		var targets []dmn.Target
		for _, n := range names {
			targets = append(targets, decision(n))
		}
		results, err := m.Evaluate(t.Context(), in, targets...)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if got := codesOf(r.Nulls); !sameWords(got, want[names[i]]) {
				t.Errorf("%v: %s has %s, want %s", names, names[i], got, want[names[i]])
			}
		}
	}
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// A faulty decision is the reason of every target that needs it.
func TestReasonsOfSharedFaults(t *testing.T) {
	content := literal("Broken", "1 +") + literal("A", "Broken = null", "Broken") + literal("B", "[A]", "A")
	m, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), nil)
	if err == nil || m.Validate() == nil {
		t.Fatal("there is no fault")
	}
	results, err := m.Evaluate(t.Context(), feel.Input{Lenient: true}, decision("B"), decision("A"), decision("Broken"), decision("B"))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if got := outcome([]feel.Result{r}, nil); got != "null ! syntax_error" {
			t.Errorf("target %d: %s", i, got)
		}
	}
}

func TestPrepared(t *testing.T) {
	m := modelOf(t, `<inputData name="A" id="i_a"><variable name="A" typeRef="number"/></inputData><inputData name="B" id="i_b"/>`+
		literal("Sum", "A + B", "i_a", "i_b")+literal("Double", "Sum * 2", "Sum"))
	p, err := m.Prepare(decision("Double"), decision("Sum"))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Slots(); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("the slots are %q", got)
	}
	var out []feel.Result
	for i := range int64(3) {
		in := feel.Input{Vars: feel.Slots([]feel.Value{feel.Int(i), feel.Int(10)})}
		if out, err = p.Evaluate(t.Context(), in, out); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, r := range out {
		got = append(got, r.Value.String())
	}
	if want := []string{"20", "10", "22", "11", "24", "12"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Slots are brought to their types, and fewer are null.
	in := feel.Input{Vars: feel.Slots([]feel.Value{feel.String("a")}), Lenient: true}
	if out, err = p.Evaluate(t.Context(), in, nil); err != nil || outcome(out, err) != "null ! type_mismatch" {
		t.Errorf("%v, %v", out, err)
	}
	if _, err := m.Prepare(decision("Sum"), decision("Dobule")); !errors.Is(err, dmn.UnknownTarget) || diag.Of(err)[0].Hint != `did you mean "Double"?` {
		t.Errorf("got %v", err)
	}
	if results, err := m.Evaluate(t.Context(), feel.Input{}); err != nil || results != nil {
		t.Errorf("no targets give %v, %v", results, err)
	}
}

// An evaluator gives what the prepared targets give, whatever it has evaluated before.
func TestEvaluator(t *testing.T) {
	m := modelOf(t, `<inputData name="A" id="i_a"><variable name="A" typeRef="number"/></inputData><inputData name="B" id="i_b"/>`+
		literal("Sum", "A + B", "i_a", "i_b")+literal("Double", "Sum * 2", "Sum")+literal("List", "for x in [A, B] return function() x + Sum", "i_a", "i_b", "Sum"))
	p, err := m.Prepare(decision("Double"), decision("List"), decision("Sum"))
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, err := feel.JSON([]byte(`{"A": 5, "B": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	inputs := []feel.Input{
		{Vars: feel.Map(map[string]any{"A": 1, "B": 2})},
		{Vars: feel.Map(map[string]any{"A": 1, "B": 2, "Sum": 9})},
		{Vars: feel.Map(map[string]any{"A": "one", "B": 2})},
		{Vars: feel.Map(map[string]any{"A": 1})},
		{Vars: feel.Map(map[string]any{"A": 1, "C": 2})},
		{Vars: feel.Slots([]feel.Value{feel.Int(3), feel.Int(4)})},
		{Vars: feel.Slots([]feel.Value{feel.List(), feel.Int(4)})},
		{Vars: fromJSON},
		{Vars: feel.Map(map[string]any{"A": 1, "B": 2}), Limits: feel.Limits{Steps: 2}},
	}
	all := func(results []feel.Result, err error) (out []string) {
		if err != nil {
			return []string{outcome(nil, err)}
		}
		for _, r := range results {
			out = append(out, outcome([]feel.Result{r}, nil))
		}
		return out
	}
	e := p.NewEvaluator()
	for i := range 4 * len(inputs) {
		in := inputs[5*i%len(inputs)]
		in.Lenient = i%2 > 0
		want := all(p.Evaluate(t.Context(), in, nil))
		if got := all(e.Evaluate(t.Context(), &in, nil)); !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
}

// Values come in many forms, and mean the same.
func TestFormsOfInputs(t *testing.T) {
	m := modelOf(t, `<itemDefinition name="tPerson"><itemComponent name="name"><typeRef>string</typeRef></itemComponent>
  <itemComponent name="born"><typeRef>date</typeRef></itemComponent></itemDefinition>
<inputData name="Person" id="i_p"><variable name="Person" typeRef="tPerson"/></inputData><inputData name="Rate" id="i_r"/>
<inputData name="Due" id="i_d"><variable name="Due" typeRef="date"/></inputData>`+
		literal("Out", `[Person.name, string(Person.born), Rate.high * 2, Due - @"2024-01-01"]`, "i_p", "i_r", "i_d"))
	born, due := date(t, "1990-05-01"), date(t, "2024-01-03")
	type rate struct {
		High int            `json:"high"`
		Low  chan<- func()  // which no value can be made of, and nobody reads
		Note map[string]any `feel:"-"`
	}
	type person struct {
		Name string     `json:"name"`
		Born feel.Value `feel:"born"`
	}
	fromJSON, err := feel.JSON([]byte(`{"Person": {"name": "Ann", "born": "1990-05-01"}, "Rate": {"low": 1e99999, "high": 4}, "Due": "2024-01-03"}`))
	if err != nil {
		t.Fatal(err)
	}
	fromStruct, err := feel.Struct(&struct {
		Person person
		Rate   *rate
		Due    feel.Value
		Unread int
	}{person{"Ann", born}, &rate{High: 4}, due, 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, vars := range map[string]feel.Vars{
		"map": feel.Map(map[string]any{
			"Person": map[string]any{"name": "Ann", "born": born}, "Rate": rate{High: 4}, "Due": due,
		}),
		"context": feel.ContextVars(constant(t, `{Person: {name: "Ann", born: @"1990-05-01"}, Rate: {high: 4}, Due: @"2024-01-03"}`)),
		"JSON":    fromJSON,
		"struct":  fromStruct,
	} {
		results, err := m.Evaluate(t.Context(), feel.Input{Vars: vars}, decision("Out"))
		if err != nil || outcome(results, err) != `["Ann", "1990-05-01", 8, duration("P2D")]` && outcome(results, err) != `["Ann", "1990-05-01", 8, @"P2D"]` {
			t.Errorf("%s: %s, %v", name, outcome(results, err), err)
		}
	}
	// JSON has no dates, so that what is none is a string, which is no date.
	wrong, err := feel.JSON([]byte(`{"Person": {"name": "Ann", "born": "yesterday"}, "Rate": null, "Due": 3, "Dew": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	results, err := m.Evaluate(t.Context(), feel.Input{Vars: wrong, Lenient: true}, decision("Out"))
	if got, want := outcome(results, err), "[null, null, null, null] ! unknown_input type_mismatch type_mismatch"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is wrong with a value is told where it is first read, or in the place of a
// decision where this is.
func TestPlacesOfGivenValues(t *testing.T) {
	m := modelOf(t, `<inputData name="X" id="i_x"><variable name="X" typeRef="number"/></inputData>
<decision name="A" id="A"><variable name="A" typeRef="number"/><literalExpression><text>1</text></literalExpression></decision>
`+literal("B", "A", "A")+literal("C", "X", "i_x"))
	for name, want := range map[string]string{"B": "model.dmn:3:17: A must be a number, not a string [type_mismatch]", "C": "model.dmn:5:129: X must be a number, not a string [type_mismatch]"} {
		in := feel.Input{Vars: feel.Map(map[string]any{"A": "a", "X": "x"})}
		if _, err := m.Evaluate(t.Context(), in, decision(name)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestCancelledModel(t *testing.T) {
	m := modelOf(t, literal("A", "count(for i in 1..100000 return i)"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Evaluate(ctx, feel.Input{Lenient: true}, decision("A")); !errors.Is(err, feel.Cancelled) {
		t.Errorf("got %v", err)
	}
}

// One prepared call serves many goroutines, also with services, whose functions
// outlive their evaluation.
func TestPreparedIsShared(t *testing.T) {
	m := modelOf(t, `<inputData name="X" id="i_x"/>`+literal("A", "X + 1", "i_x")+
		`<decisionService name="S" id="s"><outputDecision href="#A"/><inputData href="#i_x"/></decisionService>
<decision name="F" id="f"><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>S</text></literalExpression></decision>
<decision name="B" id="b"><informationRequirement><requiredInput href="#i_x"/></informationRequirement><informationRequirement><requiredDecision href="#f"/></informationRequirement>
<literalExpression><text>sum(for i in 1..10 return F(X + i))</text></literalExpression></decision>`)
	p, err := m.Prepare(decision("B"), decision("F"))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range int64(4) {
		wait.Go(func() {
			for i := range int64(200) {
				x := g*1000 + i
				out, err := p.Evaluate(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"X": x})}, nil)
				if err != nil || out[0].Value.String() != fmt.Sprint(10*x+65) {
					t.Errorf("%d: %v, %v", x, out, err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// Functions of the application are in scope of every expression.
func TestModelFunctions(t *testing.T) {
	sc := feel.NewScope().DeclareFunction("net of tax", feel.Function{
		Params: []feel.Param{{Name: "gross", Type: feel.NumberType}}, Result: feel.NumberType,
		Call: func(_ context.Context, args []feel.Value) (feel.Value, error) { return feel.Call("floor", args[0]) },
	})
	m := modelOf(t, `<businessKnowledgeModel name="f" id="f"><encapsulatedLogic><formalParameter name="x"/>
<literalExpression><text>net of tax(x) + 1</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>`, dmn.WithFunctions(sc))
	results, err := m.Evaluate(t.Context(), feel.Input{Vars: feel.Map(map[string]any{"x": 2.5})}, dmn.Target{Kind: dmn.BKMTarget, Name: "f"})
	if got := outcome(results, err); got != "3" {
		t.Errorf("got %s", got)
	}
}

// A function of kind Java is one of the application, where there is one for its class
// and signature; what it gives is brought to the type that the model says.
func TestModelExternals(t *testing.T) {
	sc := feel.NewScope().DeclareExternal("com.example.Tax", "net(double, double)", feel.Function{
		Params: []feel.Param{{Name: "gross", Type: feel.NumberType}, {Name: "rate", Type: feel.NumberType}},
		Call: func(_ context.Context, args []feel.Value) (feel.Value, error) {
			return feel.List(args...), nil
		},
	})
	java := func(attributes, signature string) string {
		return fmt.Sprintf(`<encapsulatedLogic kind="Java" %s><formalParameter name="a"/><formalParameter name="b" typeRef="number"/>
<context><contextEntry><variable name="class"/><literalExpression><text>"com.example.Tax"</text></literalExpression></contextEntry>
<contextEntry><variable name="method signature"/><literalExpression><text>"%s"</text></literalExpression></contextEntry></context></encapsulatedLogic>`, attributes, signature)
	}
	m := modelOf(t, `<businessKnowledgeModel name="net" id="f">`+java("", "net( double,double )")+`</businessKnowledgeModel>
<businessKnowledgeModel name="typed" id="g">`+java(`typeRef="number"`, "net(double, double)")+`</businessKnowledgeModel>
<businessKnowledgeModel name="other" id="h">`+java("", "gross(double, double)")+`</businessKnowledgeModel>`, dmn.WithFunctions(sc))
	for _, c := range []struct{ name, inputs, want string }{
		{"net", `{a: 1, b: 2}`, "[1, 2]"},
		{"net", `{a: [1], b: 2}`, "[1, 2]"},
		{"net", `{a: "1", b: 2}`, "null ! type_mismatch"},
		{"typed", `{a: 1, b: 2}`, "null ! type_mismatch"},
		{"other", `{a: 1, b: 2}`, "null ! unknown_function"},
	} {
		in := feel.Input{Vars: feel.ContextVars(constant(t, c.inputs)), Lenient: true}
		if got := outcome(m.Evaluate(t.Context(), in, dmn.Target{Kind: dmn.BKMTarget, Name: c.name})); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.name, c.inputs, got, c.want)
		}
	}
}

func TestMaxDefinitions(t *testing.T) {
	src := []byte(wrapped("model.dmn", `<import name="o" namespace="urn:other" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/>`+literal("A", "1")+literal("B", "1")))
	other := []byte(wrapped("other.dmn", literal("A", "1")+literal("B", "1")))
	for n, want := range map[int]string{4: "", 3: "model_limit"} {
		_, err := dmn.LoadModel("model.dmn", src, resolver(func(string, string, string) (string, []byte, error) { return "other.dmn", other, nil }), dmn.WithMaxDefinitions(n))
		if got := codesOf(diag.Of(err)); got != want {
			t.Errorf("%d definitions: %s, want %s", n, got, want)
		}
	}
}

type resolver func(from, namespace, location string) (string, []byte, error)

func (r resolver) Resolve(from, namespace, location string) (string, []byte, error) {
	return r(from, namespace, location)
}

// Imports may lead on without end.
func TestEndlessImports(t *testing.T) {
	n := 0
	next := func(string) []byte {
		n++
		return fmt.Appendf(nil, `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="n" namespace="urn:%d"><import name="n" namespace="urn:%d" importType="https://www.omg.org/spec/DMN/20230324/MODEL/"/></definitions>`, n-1, n)
	}
	_, err := dmn.LoadModel("m.dmn", next(""), resolver(func(_, namespace, _ string) (string, []byte, error) { return namespace, next(namespace), nil }))
	if got := codesOf(diag.Of(err)); got != "model_limit" || n > 1100 {
		t.Errorf("%s, %d documents", got, n)
	}
}

func TestValidate(t *testing.T) {
	m := modelOf(t, literal("A", `1 + "a"`)+literal("B", "if true then 1 else 2"))
	if got := places(m.Warnings); got != "model.dmn:2:52 type_mismatch\nmodel.dmn:3:72 unreachable_branch\n" {
		t.Errorf("the warnings are %s", got)
	}
	faults := diag.Of(m.Validate())
	if got := places(faults); got != "model.dmn:2:52 type_mismatch\n" || faults[0].Severity != diag.Fault {
		t.Errorf("the faults are %s", got)
	}
	if err := modelOf(t, literal("A", "1")).Validate(); err != nil {
		t.Error(err)
	}
}

// A fault in a cell has all that tells where it is.
func TestLocatorOfACell(t *testing.T) {
	content := `<decision name="Band" id="d">
<decisionTable id="bands">
<input label="age"><inputExpression><text>1</text></inputExpression></input>
<output name="band"/>
<rule><inputEntry><text>1</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
<rule><inputEntry><text>&gt;= &quot;x&quot; +</text></inputEntry><outputEntry><text>1 / 0</text></outputEntry></rule>
</decisionTable></decision>`
	m, err := dmn.LoadModel("model.dmn", []byte(wrapped("model.dmn", content)), nil)
	span := func(line, from, to int) (s diag.Span) {
		doc := strings.Split(wrapped("model.dmn", content), "\n")
		offset := len(strings.Join(doc[:line-1], "\n")) + 1
		s.Start = diag.Pos{Offset: offset + from - 1, Line: line, Column: from}
		s.End = diag.Pos{Offset: offset + to - 1, Line: line, Column: to}
		return s
	}
	got := append(diag.Of(err), m.Warnings...)
	want := []diag.Locator{
		{File: "model.dmn", Node: "Band", Table: "bands", Rule: 2, Cell: "age", Span: span(7, 46, 46)},
		{File: "model.dmn", Node: "Band", Table: "bands", Rule: 2, Cell: "=> band", Span: span(7, 85, 90)},
	}
	for i, e := range got {
		if i >= len(want) || e.At != want[i] {
			t.Errorf("%v at %+v, want %+v", e, e.At, want[min(i, len(want)-1)])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d faults", len(got))
	}
}

// A function that a model gives outlives its evaluation, and serves many goroutines.
func TestFunctionOutlivesItsEvaluation(t *testing.T) {
	m := modelOf(t, `<inputData name="X" id="i_x"/><inputData name="Fn" id="i_f"/>`+literal("A", "X + 1", "i_x")+literal("Call", "Fn(1) + Fn(2)", "i_f")+
		`<businessKnowledgeModel name="twice" id="twice"><encapsulatedLogic><formalParameter name="n"/><literalExpression><text>n * 2</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>
<decision name="Inner" id="inner"><informationRequirement><requiredInput href="#i_x"/></informationRequirement><knowledgeRequirement><requiredKnowledge href="#twice"/></knowledgeRequirement>
<literalExpression><text>function(n) twice(n) + X</text></literalExpression></decision>
<decisionService name="S" id="s"><outputDecision href="#A"/><inputData href="#i_x"/></decisionService>
<decisionService name="Maker" id="maker"><outputDecision href="#inner"/><inputData href="#i_x"/></decisionService>
<decision name="Gives S" id="gives"><knowledgeRequirement><requiredKnowledge href="#s"/></knowledgeRequirement><literalExpression><text>S</text></literalExpression></decision>
<decision name="Gives Inner" id="makes"><knowledgeRequirement><requiredKnowledge href="#maker"/></knowledgeRequirement><literalExpression><text>Maker(100)</text></literalExpression></decision>`)
	for name, want := range map[string]string{"Gives S": "5", "Gives Inner": "206"} {
		given, err := m.Evaluate(t.Context(), feel.Input{}, decision(name))
		if err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 50 {
					in := feel.Input{Vars: feel.Map(map[string]any{"Fn": given[0].Value})}
					results, err := m.Evaluate(t.Context(), in, decision("Call"))
					if got := outcome(results, err); got != want {
						t.Errorf("%s: %s, want %s", name, got, want)
						return
					}
				}
			})
		}
		wait.Wait()
	}
}
