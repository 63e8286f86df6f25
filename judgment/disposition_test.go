package judgment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

func TestCanonical(t *testing.T) {
	type r = []judgment.Reason
	for _, c := range []struct {
		d    judgment.Disposition
		want string
	}{
		{judgment.Disposition{Kind: judgment.Outcome, OutcomeID: "pay"}, `{"handoff":{"state":"none"},"kind":"outcome","outcomeId":"pay","reasons":[]}`},
		{judgment.Disposition{Kind: judgment.NotApplicable, Reasons: r{judgment.ReasonNotApplicable}}, `{"handoff":{"state":"none"},"kind":"not-applicable","reasons":["not-applicable"]}`},
		{judgment.Disposition{Kind: judgment.Unresolved, Reasons: r{"unknown", "conflict", "unknown"}, TriggeredBy: r{"conflict", "conflict"}},
			`{"handoff":{"state":"requested","triggeredBy":["conflict"]},"kind":"unresolved","reasons":["conflict","unknown"]}`},
	} {
		if got := string(c.d.Canonical()); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if got, err := json.Marshal(c.d); err != nil || string(got) != c.want {
			t.Errorf("as JSON: %s, %v", got, err)
		}
		d, err := judgment.DecodeDisposition([]byte(c.want))
		if err != nil || string(d.Canonical()) != c.want || d.HandoffRequested() != (c.d.TriggeredBy != nil) {
			t.Errorf("%s comes back as %s, %v", c.want, d.Canonical(), err)
		}
	}
	if d := (judgment.Disposition{Reasons: r{"unknown", "conflict"}}); string(d.Canonical()) == "" || d.Reasons[0] != "unknown" {
		t.Error("Canonical sorts the caller's set")
	}
}

func TestDecodeDisposition(t *testing.T) {
	const none, requested = `"handoff":{"state":"none"}`, `"handoff":{"state":"requested","triggeredBy":["unknown"]}`
	for _, src := range []string{
		`{"kind":"outcome","outcomeId":"a-1","reasons":[],` + none + `}`,
		` { "reasons" : [ ] , "outcomeId":"a", "kind": "out\u0063ome", ` + none + `}`,
		`{"kind":"not-applicable","reasons":["not-applicable"],` + none + `}`,
		`{"kind":"not-applicable","reasons":["not-applicable","not-applicable"],"handoff":{"state":"requested","triggeredBy":["not-applicable"]}}`,
		`{"kind":"unresolved","reasons":["unknown"],` + none + `}`,
		`{"kind":"unresolved","reasons":["unknown","conflict","unknown"],` + requested + `}`,
		`{"kind":"unresolved","reasons":["no-match","missing-required-evidence","exception-escalation","conflict","unknown"],"handoff":{"triggeredBy":["unknown","conflict","unknown"],"state":"requested"}}`,
	} {
		if _, err := judgment.DecodeDisposition([]byte(src)); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
	const illegal = "DISPOSITION-ILLEGAL"
	for _, c := range []struct{ src, want string }{
		{``, "CARRIER-INVALID-JSON"},
		{`{"kind":"outcome","kind":"outcome","outcomeId":"a","reasons":[],` + none + `}`, "CARRIER-DUPLICATE-MEMBER /kind"},
		{`null`, "STRUCTURE-TYPE"},
		{`{}`, "STRUCTURE-REQUIRED-MEMBER /handoff STRUCTURE-REQUIRED-MEMBER /kind STRUCTURE-REQUIRED-MEMBER /reasons"},
		{`{"kind":"outcome","outcomeId":"a",` + none + `}`, "STRUCTURE-REQUIRED-MEMBER /reasons"},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],"handoff":{}}`, "STRUCTURE-REQUIRED-MEMBER /handoff/state"},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],"handoff":"none"}`, "STRUCTURE-TYPE /handoff"},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],"handoff":{"state":"None"}}`, "STRUCTURE-ENUM /handoff/state"},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],"handoff":{"state":"none","target":"x"}}`, "STRUCTURE-UNKNOWN-MEMBER /handoff/target"},
		{`{"kind":"outcome","outcomeId":"a","reasons":null,` + none + `}`, "STRUCTURE-TYPE /reasons"},
		{`{"kind":"outcome","outcomeId":"","reasons":[],` + none + `}`, "STRUCTURE-LOCAL-ID /outcomeId"},
		{`{"kind":"outcome","outcomeId":"Pay","reasons":[],` + none + `}`, "STRUCTURE-LOCAL-ID /outcomeId"},
		{`{"kind":"outcome","outcomeId":null,"reasons":[],` + none + `}`, "STRUCTURE-TYPE /outcomeId"},
		{`{"kind":"outcome","outcomeID":"a","reasons":[],` + none + `}`, "STRUCTURE-UNKNOWN-MEMBER /outcomeID"},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],` + none + `,"trace":[]}`, "STRUCTURE-UNKNOWN-MEMBER /trace"},
		{`{"kind":"Outcome","outcomeId":"a","reasons":[],` + none + `}`, "STRUCTURE-ENUM /kind"},
		{`{"kind":"unresolved","reasons":["Unknown"],` + none + `}`, "STRUCTURE-ENUM /reasons/0"},
		{`{"kind":"unresolved","outcomeId":null,"reasons":["unknown"],` + none + `}`, "STRUCTURE-TYPE /outcomeId"},
		{`{"kind":"unresolved","reasons":["unknown"],"handoff":{"state":"requested","triggeredBy":null}}`, "STRUCTURE-TYPE /handoff/triggeredBy"},
		{`{"kind":"outcome","reasons":[],` + none + `}`, illegal},
		{`{"kind":"outcome","outcomeId":"a","reasons":["unknown"],` + none + `}`, illegal},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],` + requested + `}`, illegal},
		{`{"kind":"outcome","outcomeId":"a","reasons":[],"handoff":{"state":"none","triggeredBy":[]}}`, illegal},
		{`{"kind":"unresolved","outcomeId":"a","reasons":["unknown"],` + none + `}`, illegal},
		{`{"kind":"unresolved","reasons":[],` + none + `}`, illegal},
		{`{"kind":"unresolved","reasons":["not-applicable"],` + none + `}`, illegal},
		{`{"kind":"unresolved","reasons":["unknown","not-applicable"],` + none + `}`, illegal},
		{`{"kind":"not-applicable","reasons":[],` + none + `}`, illegal},
		{`{"kind":"not-applicable","reasons":["unknown"],` + none + `}`, illegal},
		{`{"kind":"not-applicable","reasons":["not-applicable","unknown"],` + none + `}`, illegal},
		{`{"kind":"unresolved","reasons":["unknown"],"handoff":{"state":"requested"}}`, illegal},
		{`{"kind":"unresolved","reasons":["unknown"],"handoff":{"state":"requested","triggeredBy":[]}}`, illegal},
		{`{"kind":"unresolved","reasons":["unknown"],"handoff":{"state":"none","triggeredBy":["unknown"]}}`, illegal},
		{`{"kind":"unresolved","reasons":["conflict"],` + requested + `}`, illegal},
	} {
		d, err := judgment.DecodeDisposition([]byte(c.src))
		var got string
		for i, f := range found(diag.Of(err)) {
			if i > 0 {
				got += " "
			}
			got += f
		}
		if got != c.want || d.Kind != "" || errors.Is(err, judgment.DispositionIllegal) != (c.want == illegal) {
			t.Errorf("%s: got %q, want %q, beside %v", c.src, got, c.want, d)
		}
	}
}

// Whatever is legal comes back from its canonical bytes, which do not depend on
// the order in which sets are written.
func TestDispositionsComeBack(t *testing.T) {
	all := []judgment.Reason{"missing-required-evidence", "unknown", "conflict", "no-match", "exception-escalation"}
	rapid.Check(t, func(t *rapid.T) {
		reasons := rapid.SliceOfN(rapid.SampledFrom(all), 1, 8).Draw(t, "reasons")
		d := judgment.Disposition{Kind: judgment.Unresolved, Reasons: reasons, TriggeredBy: rapid.SliceOfN(rapid.SampledFrom(reasons), 0, 4).Draw(t, "triggers")}
		b := d.Canonical()
		back, err := judgment.DecodeDisposition(b)
		if err != nil || string(back.Canonical()) != string(b) {
			t.Fatalf("%s comes back as %s, %v", b, back.Canonical(), err)
		}
		d.Reasons = rapid.Permutation(d.Reasons).Draw(t, "permuted")
		slices.Reverse(d.TriggeredBy)
		if got := d.Canonical(); string(got) != string(b) {
			t.Fatalf("another order gives %s, not %s", got, b)
		}
	})
}

func FuzzDecodeDisposition(f *testing.F) {
	f.Add([]byte(`{"handoff":{"state":"requested","triggeredBy":["conflict"]},"kind":"unresolved","reasons":["conflict","unknown"]}`))
	f.Add([]byte(`{"handoff":{"state":"none"},"kind":"outcome","outcomeId":"pay","reasons":[]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := judgment.DecodeDisposition(src)
		if err != nil {
			if fmt.Sprint(err) == "" || diag.Of(err) == nil {
				t.Error("an error without findings")
			}
			return
		}
		b := d.Canonical()
		if again, err := judgment.DecodeDisposition(b); err != nil || string(again.Canonical()) != string(b) {
			t.Errorf("%s: %s, %v", src, b, err)
		}
	})
}
