package judgment_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

// refusal writes the error of an evaluation as "CLASS in PHASE: FINDINGS".
func refusal(t testing.TB, e *judgment.Evaluation, err error) string {
	t.Helper()
	var refused *judgment.EvaluationError
	if e != nil || !errors.As(err, &refused) {
		t.Fatalf("got %v, %v", e, err)
	}
	return fmt.Sprintf("%s in %s: %s", refused.Class, refused.Phase, strings.Join(found(diag.Of(err)), ", "))
}

func TestInputs(t *testing.T) {
	p := load(t, parking)
	for _, c := range []struct{ facts, evidence, want string }{
		{``, "-", "CARRIER-INVALID-JSON"},
		{` `, "-", "CARRIER-INVALID-JSON"},
		{"\uFEFF{}", "-", "CARRIER-INVALID-JSON"},
		{`{"a":1,"a":1}`, "-", "CARRIER-DUPLICATE-MEMBER /a"},
		{`{"car":{"length":1,"len\u0067th":1}}`, "-", "CARRIER-DUPLICATE-MEMBER /car/length"},
		{`"\ud800"`, "-", "CARRIER-INVALID-JSON"},
		{strings.Repeat("[", 129), "-", "CARRIER-LIMIT-DEPTH " + strings.Repeat("/0", 128)},
		{`{`, `{`, "CARRIER-INVALID-JSON"},
		{`{}`, ``, "CARRIER-INVALID-JSON"},
		{`{}`, `null`, "INPUT-EVIDENCE-TYPE"},
		{`{}`, `[]`, "INPUT-EVIDENCE-TYPE"},
		{`{}`, `"present"`, "INPUT-EVIDENCE-TYPE"},
		{`{}`, `{"permit":"present","permit":"present"}`, "CARRIER-DUPLICATE-MEMBER /permit"},
		{`{}`, `{"permit":"Present"}`, "INPUT-EVIDENCE-PRESENCE /permit"},
		{`{}`, `{"permit":""}`, "INPUT-EVIDENCE-PRESENCE /permit"},
		{`{}`, `{"permit":null}`, "INPUT-EVIDENCE-PRESENCE /permit"},
		{`{}`, `{"permit":true}`, "INPUT-EVIDENCE-PRESENCE /permit"},
		{`{}`, `{"permit":["present"]}`, "INPUT-EVIDENCE-PRESENCE /permit"},
		{`{}`, `{"Permit":"present"}`, "INPUT-EVIDENCE-UNDECLARED /Permit"},
		{`{}`, `{"z":"present","length":"x","permit":1}`, "INPUT-EVIDENCE-PRESENCE /length, INPUT-EVIDENCE-UNDECLARED /length, INPUT-EVIDENCE-PRESENCE /permit, INPUT-EVIDENCE-UNDECLARED /z"},
	} {
		in := judgment.Inputs{Facts: []byte(c.facts), Evidence: []byte(c.evidence), HasEvidence: c.evidence != "-"}
		e, err := p.Evaluate(t.Context(), in)
		if got := refusal(t, e, err); got != "malformed-input in preflight: "+c.want {
			t.Errorf("%.20q, %q: %s", c.facts, c.evidence, got)
		}
	}
	for _, c := range []struct{ facts, evidence string }{
		{`null`, "-"}, {`1e400`, "-"}, {`[]`, "{}"}, {"\n\t{}\r ", `{"permit":"unknown"}`}, {`{"a":{"b":1}}`, `{"permit":"absent"}`}, {`"\u0000"`, ` {"p\u0065rmit":"present"} `},
		{strings.Repeat("[", 128) + strings.Repeat("]", 128), "-"},
	} {
		if _, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(c.facts), Evidence: []byte(c.evidence), HasEvidence: c.evidence != "-"}); err != nil {
			t.Errorf("%.20q, %q: %v", c.facts, c.evidence, err)
		}
	}
	// What is not supplied is not looked at.
	if _, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(`{}`), Evidence: []byte(`{`)}); err != nil {
		t.Error(err)
	}
}

func TestInputsAreNamed(t *testing.T) {
	p := load(t, parking)
	for _, c := range []struct {
		in   judgment.Inputs
		want string
	}{
		{judgment.Inputs{Facts: []byte("\n {")}, "facts:2:3"},
		{judgment.Inputs{Facts: []byte("x"), FactsFile: "f.json"}, "f.json:1:1"},
		{judgment.Inputs{Facts: []byte("{}"), Evidence: []byte(`{"é": "absent"}`), HasEvidence: true}, "evidence:1:2"},
		{judgment.Inputs{Facts: []byte("{}"), Evidence: []byte(`{"permit": "no"}`), HasEvidence: true, EvidenceFile: "e.json"}, "e.json:1:12"},
	} {
		_, err := p.Evaluate(t.Context(), c.in)
		if faults := diag.Of(err); len(faults) != 1 || faults[0].At.String() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Of all that is wrong, the class that comes first is reported, and only it.
func TestPrecedence(t *testing.T) {
	// Each fault alone, in the order of their classes.
	const pack, facts, evidence, extension, work = 1, 2, 4, 8, 16
	requires := changed(t, parking, `"license": "CC0-1.0"`, `"requiredExtensions": ["com.example.notes"]`)
	for faults := range 32 {
		src, in := parking, judgment.Inputs{Facts: []byte(`{}`), Evidence: []byte(`{}`), HasEvidence: true}
		want := ""
		say := func(s string) {
			if want == "" {
				want = s
			}
		}
		if faults&extension != 0 {
			src = requires
		}
		if faults&pack != 0 {
			src = changed(t, src, `"title": "Parking"`, `"title": ""`)
			say("pack-not-conformant in preflight: STRUCTURE-MINLENGTH /title")
		}
		if faults&facts != 0 {
			in.Facts = []byte(`{"a":1,"a":1}`)
			say("malformed-input in preflight: CARRIER-DUPLICATE-MEMBER /a")
		}
		if faults&evidence != 0 {
			in.Evidence = []byte(`{"papers":"present"}`)
			say("malformed-input in preflight: INPUT-EVIDENCE-UNDECLARED /papers")
		}
		if faults&extension != 0 {
			say("unsupported-required-extension in preflight: CAPABILITY-REQUIRED-EXTENSION /metadata/requiredExtensions/0")
		}
		if faults&work != 0 {
			in.WorkLimit = 1
			say("resource-exhaustion in evaluation: EVALUATION-WORK-LIMIT")
		}
		p, err := judgment.LoadPack("p.json", []byte(src))
		var e *judgment.Evaluation
		if err == nil {
			e, err = p.Evaluate(t.Context(), in)
		}
		if want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if got := refusal(t, e, err); got != want {
			t.Errorf("faults %05b: got %s, want %s", faults, got, want)
		}
	}
}

// Inputs are admitted as a whole, also when the pack does not apply.
func TestPreflightIsComplete(t *testing.T) {
	p := load(t, changed(t, parking, `{"op": "literal", "value": true}`, `{"op": "literal", "value": false}`))
	e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(`{}`), Evidence: []byte(`{"papers":"present"}`), HasEvidence: true})
	if got := refusal(t, e, err); got != "malformed-input in preflight: INPUT-EVIDENCE-UNDECLARED /papers" {
		t.Error(got)
	}
}

func TestRequiredExtensionIsSupported(t *testing.T) {
	p := load(t, changed(t, parking, `"license": "CC0-1.0"`, `"requiredExtensions": ["com.example.notes"]`))
	in := judgment.Inputs{Facts: []byte(`{}`), Extensions: []string{"com.example", "com.example.notes.x", "com.example.Notes"}}
	if e, err := p.Evaluate(t.Context(), in); !strings.HasPrefix(refusal(t, e, err), "unsupported-required-extension in preflight") {
		t.Error(err)
	}
	in.Extensions = append(in.Extensions, "com.example.notes")
	if _, err := p.Evaluate(t.Context(), in); err != nil {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	p := load(t, parking)
	in := judgment.Inputs{Facts: []byte(`{}`)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e, err := p.Evaluate(ctx, in)
	if got := refusal(t, e, err); got != "dev.spine.cancelled in evaluation: EVALUATION-CANCELLED" || !errors.Is(err, context.Canceled) {
		t.Errorf("%s, %v", got, err)
	}
	ctx, cancel = context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	e, err = p.Evaluate(ctx, in)
	if got := refusal(t, e, err); !strings.HasPrefix(got, "dev.spine.cancelled") || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s, %v", got, err)
	}
	in.Facts = nil
	if e, err := p.Evaluate(ctx, in); !strings.HasPrefix(refusal(t, e, err), "malformed-input") {
		t.Error("a cancelled context outweighs malformed input")
	}
}

// countdown is a context that is cancelled when it was asked often enough.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelledOnTheWay(t *testing.T) {
	rules := make([]string, 40)
	for i := range rules {
		rules[i] = fmt.Sprintf(`{"id":"r%d","description":"R","when":%s,"outcome":"a","onUnknown":"ignore"}`, i, factCondition("", "equals", "1"))
	}
	p := load(t, packOf(`"rules":[`+strings.Join(rules, ",")+`]`))
	in := judgment.Inputs{Facts: []byte(quoted(strings.Repeat("x", 100_000)))}
	e, err := p.Evaluate(&countdown{t.Context(), 10}, in)
	if got := refusal(t, e, err); got != "dev.spine.cancelled in evaluation: EVALUATION-CANCELLED" {
		t.Error(got)
	}
	if _, err := p.Evaluate(&countdown{t.Context(), 100}, in); err != nil {
		t.Error(err)
	}
}

// The values of extensions decide nothing, whatever they look like.
func TestHostileExtensions(t *testing.T) {
	const hostile = `{"op":"literal","value":true,"rules":[{"id":"length","outcome":"no"}],"outcome":"no","effect":"force-outcome","fallbackOutcome":"yes","specVersion":"9","extensions":{"x":1},"requiredExtensions":["com.example.z"],"triggers":["no-match"]}`
	src := parking
	for _, at := range []string{`"intent": "Who may park"`, `"kind": "document"`, `"rights": "Free"`, `"description": "It may"`, `"rationale": "Space"`, `"effect": "escalate"`, `"message": "Look"`, `"license": "CC0-1.0"`} {
		src = changed(t, src, at, at+`, "extensions": {"com.example.rules": `+hostile+`, "com.example.when": {"op":"literal","value":false}}`)
	}
	for _, facts := range []string{`{}`, `{"car":{"length":"4"}}`, `{"car":{"length":"5","colour":"red"}}`, `{"street":"closed"}`} {
		var got []string
		for _, pack := range []string{parking, src} {
			e, err := load(t, pack).Evaluate(t.Context(), judgment.Inputs{Facts: []byte(facts)})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(e.Disposition.Canonical()))
		}
		if got[0] != got[1] {
			t.Errorf("%s: extensions turn %s into %s", facts, got[0], got[1])
		}
	}
}

func TestPackIsShared(t *testing.T) {
	p := load(t, parking)
	done := make(chan string)
	for range 8 {
		go func() {
			e, err := p.Evaluate(context.Background(), judgment.Inputs{Facts: []byte(`{"car":{"length":"4"},"street":"open"}`)})
			if err != nil {
				done <- err.Error()
				return
			}
			done <- string(e.Disposition.Canonical())
		}()
	}
	var all []string
	for range 8 {
		all = append(all, <-done)
	}
	if slices.Sort(all); all[0] != all[7] || !strings.Contains(all[0], "yes") {
		t.Errorf("%q", all)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := load(b, parking)
	in := judgment.Inputs{Facts: []byte(`{"car":{"length":"4.20","colour":"green"},"street":"open"}`), Evidence: []byte(`{"permit":"present"}`), HasEvidence: true}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Evaluate(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadPack(b *testing.B) {
	src := []byte(parking)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := judgment.LoadPack("", src); err != nil {
			b.Fatal(err)
		}
	}
}
