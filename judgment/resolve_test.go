package judgment_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/judgment"
)

// A decision is written in short, one part a word:
//
//	when:V                applicability
//	need:P  want:P        a required, an optional requirement, and its presence: p, a, u
//	rule:V>O              a rule of value V for outcome O; V is t, f, u or U, which escalates
//	force:V>O  stop:V     exceptions; stop escalates
//	suppress:V>N          suppresses the rule of number N, from 1
//	else:O                fallback
//	on:REASON,REASON      escalation; on: alone is not possible
func decision(t testing.TB, short string) (pack, evidence string) {
	t.Helper()
	value := map[string]string{"t": literals["true"], "f": literals["false"], "u": literals["unknown"], "U": literals["unknown"]}
	presence := map[string]string{"p": "present", "a": "absent", "u": "unknown"}
	var members, rules, exceptions, requirements, presences []string
	for _, word := range strings.Fields(short) {
		what, rest, _ := strings.Cut(word, ":")
		v, to, _ := strings.Cut(rest, ">")
		onUnknown := "ignore"
		if v == "U" {
			onUnknown = "escalate"
		}
		exception := func(effect string) {
			exceptions = append(exceptions, fmt.Sprintf(`{"id":"x%d","description":"X","when":%s,"onUnknown":%q,"effect":%s}`, len(exceptions)+1, value[v], onUnknown, effect))
		}
		switch what {
		case "when":
			members = append(members, `"applicability":`+value[v])
		case "need", "want":
			id := fmt.Sprint("e", len(requirements)+1)
			requirements = append(requirements, fmt.Sprintf(`{"id":%q,"description":"E","required":%v}`, id, what == "need"))
			presences = append(presences, fmt.Sprintf(`%q:%q`, id, presence[v]))
		case "rule":
			rules = append(rules, fmt.Sprintf(`{"id":"r%d","description":"R","when":%s,"outcome":%q,"onUnknown":%q}`, len(rules)+1, value[v], to, onUnknown))
		case "force":
			exception(fmt.Sprintf(`"force-outcome","outcome":%q`, to))
		case "stop":
			exception(`"escalate"`)
		case "suppress":
			exception(fmt.Sprintf(`"suppress-rule","targetRule":"r%s"`, to))
		case "else":
			members = append(members, fmt.Sprintf(`"fallbackOutcome":%q`, v))
		case "on":
			triggers, _ := json.Marshal(strings.Split(v, ","))
			members = append(members, fmt.Sprintf(`"escalation":{"triggers":%s,"target":{"kind":"queue","name":"Q"}}`, triggers))
		default:
			t.Fatalf("%q is no part of a decision", word)
		}
	}
	members = append(members, `"rules":[`+strings.Join(rules, ",")+`]`, `"exceptions":[`+strings.Join(exceptions, ",")+`]`, `"evidenceRequirements":[`+strings.Join(requirements, ",")+`]`)
	return packOf(strings.Join(members, ",")), "{" + strings.Join(presences, ",") + "}"
}

func evaluate(t testing.TB, pack, evidence string) *judgment.Evaluation {
	t.Helper()
	e, err := load(t, pack).Evaluate(t.Context(), judgment.Inputs{Facts: []byte(`{}`), Evidence: []byte(evidence), HasEvidence: true})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// short writes a disposition: its outcome, or its reasons; then the triggers, and
// Q if the target is reported.
func short(e *judgment.Evaluation) string {
	d := e.Disposition
	var out string
	for i, r := range d.Reasons {
		if i > 0 {
			out += "+"
		}
		out += string(r)
	}
	switch d.Kind {
	case judgment.Outcome:
		out += d.OutcomeID
	case judgment.NotApplicable:
		out = "n/a: " + out
	}
	if d.HandoffRequested() {
		out += fmt.Sprint(" to ", d.TriggeredBy)
	}
	if e.HandoffTarget != nil {
		out += " " + e.HandoffTarget.Kind + " " + e.HandoffTarget.Name
	}
	return out
}

func TestResolution(t *testing.T) {
	for _, c := range []struct{ decision, want string }{
		// Applicability.
		{"when:t rule:t>a", "a"},
		{"when:f rule:t>a", "n/a: not-applicable"},
		{"when:u rule:t>a", "unknown"},
		{"when:f need:a stop:t force:t>b rule:U>a else:c", "n/a: not-applicable"},
		{"when:u need:a stop:t force:t>b rule:t>a rule:t>b", "unknown"},
		{"when:f on:not-applicable rule:t>a", "n/a: not-applicable to [not-applicable] queue Q"},
		{"when:f on:unknown,conflict rule:t>a", "n/a: not-applicable"},
		{"when:u on:unknown rule:t>a", "unknown to [unknown] queue Q"},

		// Required evidence.
		{"need:p rule:t>a", "a"},
		{"need:a rule:t>a", "missing-required-evidence"},
		{"need:u rule:t>a", "unknown"},
		{"need:a need:u rule:t>a", "missing-required-evidence"},
		{"need:u need:a need:p rule:t>a", "missing-required-evidence"},
		{"need:u need:u rule:t>a else:b", "unknown"},
		{"want:a want:u rule:t>a", "a"},
		{"need:p want:a need:u rule:t>a", "unknown"},
		{"need:a rule:t>a rule:t>b", "missing-required-evidence"}, // no rule is evaluated
		{"need:a rule:U>a else:b", "missing-required-evidence"},

		// Exceptions are looked at whatever the evidence is.
		{"need:a stop:t rule:t>a", "exception-escalation+missing-required-evidence to [exception-escalation]"},
		{"need:u stop:t rule:t>a", "exception-escalation+unknown to [exception-escalation]"},
		{"need:a stop:U rule:t>a", "missing-required-evidence+unknown"},
		{"need:a stop:u rule:t>a", "missing-required-evidence"},
		{"need:a force:t>a force:t>b rule:t>a", "conflict+missing-required-evidence"},
		{"need:u force:t>a force:t>b rule:t>a", "conflict+unknown"},
		{"need:a force:t>b rule:t>a", "missing-required-evidence"}, // a forced outcome does not stand in for evidence
		{"need:u force:t>b rule:t>a", "unknown"},

		{"stop:f rule:t>a", "a"},
		{"stop:t rule:t>a", "exception-escalation to [exception-escalation]"},
		{"stop:t stop:t rule:t>a", "exception-escalation to [exception-escalation]"},
		{"stop:U rule:t>a", "unknown"},
		{"stop:u rule:t>a", "a"},
		{"stop:t stop:U rule:t>a", "exception-escalation+unknown to [exception-escalation]"},
		{"stop:U force:t>b rule:t>a", "unknown"},
		{"stop:u force:t>b rule:t>a", "b"},
		{"stop:t force:t>b rule:t>a", "exception-escalation to [exception-escalation]"},
		{"stop:t force:t>b force:t>c rule:t>a", "conflict+exception-escalation to [exception-escalation]"},
		{"stop:t force:t>b force:t>c force:U>a need:a rule:t>a", "conflict+exception-escalation+missing-required-evidence+unknown to [exception-escalation]"},
		{"stop:t rule:U>a rule:t>a rule:t>b else:c", "exception-escalation to [exception-escalation]"},

		// Forced outcomes.
		{"force:t>b rule:t>a", "b"},
		{"force:t>b force:t>b rule:t>a", "b"},
		{"force:t>b force:t>c rule:t>a", "conflict"},
		{"force:t>b force:f>c rule:t>a", "b"},
		{"force:t>b force:u>c rule:t>a", "b"},
		{"force:t>b force:U>c rule:t>a", "unknown"},
		{"force:t>b force:U>b rule:t>b", "unknown"},
		{"force:t>b force:t>c stop:U rule:t>a", "conflict+unknown"},
		{"force:t>b rule:U>a rule:t>a rule:t>c", "b"}, // no rule is evaluated
		{"force:t>b suppress:t>1 rule:t>b", "b"},
		{"force:u>b rule:t>a", "a"},
		{"force:U>b rule:t>a else:c", "unknown"},

		// Suppressed rules.
		{"suppress:t>1 rule:t>a rule:t>b", "b"},
		{"suppress:t>1 rule:U>a rule:t>b", "b"},
		{"suppress:t>1 suppress:t>1 rule:t>a else:c", "c"},
		{"suppress:t>1 suppress:t>2 rule:t>a rule:t>b", "no-match"},
		{"suppress:f>1 rule:t>a rule:t>b", "conflict"},
		{"suppress:u>1 rule:t>a rule:t>b", "conflict"}, // what is unknown suppresses nothing
		{"suppress:U>1 rule:t>a rule:t>b", "unknown"},
		{"suppress:t>1 rule:t>a", "no-match"},

		// Rules.
		{"rule:t>a rule:t>a", "a"},
		{"rule:t>a rule:f>b rule:u>c", "a"},
		{"rule:t>a rule:t>b else:c", "conflict"},
		{"rule:t>a rule:t>b rule:t>a", "conflict"},
		{"rule:t>a rule:U>a", "unknown"}, // also when it names the agreed outcome
		{"rule:t>a rule:U>b else:c", "unknown"},
		{"rule:t>a rule:t>b rule:U>b", "conflict+unknown"},
		{"rule:f>a rule:u>b", "no-match"},
		{"rule:f>a rule:u>b else:c", "c"},
		{"rule:f>a rule:U>b else:c", "unknown"},
		{"rule:t>a else:c", "a"},

		// Handoffs.
		{"rule:f>a on:no-match", "no-match to [no-match] queue Q"},
		{"rule:f>a on:unknown,conflict", "no-match"},
		{"rule:t>a on:unknown,conflict,no-match,not-applicable,missing-required-evidence", "a"},
		{"rule:t>a rule:t>b rule:U>b on:conflict", "conflict+unknown to [conflict] queue Q"},
		{"rule:t>a rule:t>b rule:U>b on:unknown,conflict", "conflict+unknown to [conflict unknown] queue Q"},
		{"need:a on:missing-required-evidence rule:t>a", "missing-required-evidence to [missing-required-evidence] queue Q"},
		{"stop:t on:no-match rule:t>a", "exception-escalation to [exception-escalation] queue Q"},
		{"stop:t need:a on:missing-required-evidence rule:t>a", "exception-escalation+missing-required-evidence to [exception-escalation missing-required-evidence] queue Q"},
		{"stop:t need:a on:unknown rule:t>a", "exception-escalation+missing-required-evidence to [exception-escalation] queue Q"},
		{"rule:f>a else:b on:no-match", "b"},
	} {
		pack, evidence := decision(t, c.decision)
		if got := short(evaluate(t, pack, evidence)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.decision, got, c.want)
		}
	}
}

// What a rule refers to has no effect on whether it holds.
func TestReferencesDecideNothing(t *testing.T) {
	p := load(t, changed(t, parking, `"applicability": {"op": "literal", "value": true},`, ``))
	e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(`{"car":{"length":"4"},"street":"open"}`), Evidence: []byte(`{"permit":"absent"}`), HasEvidence: true})
	if err != nil || short(e) != "yes" {
		t.Errorf("%v, %v", e, err)
	}
}

func decisions() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		some := func(name, words string, most int) []string {
			return rapid.SliceOfN(rapid.SampledFrom(strings.Fields(words)), 0, most).Draw(t, name)
		}
		words := some("applicability", "when:t when:t when:u when:f", 1)
		words = append(words, some("requirements", "need:p need:p need:p need:a need:u want:a want:u", 3)...)
		words = append(words, some("exceptions", "stop:f stop:u stop:U stop:t force:f>a force:u>b force:U>b force:t>a force:t>b suppress:t>1 suppress:u>1 suppress:U>1", 4)...)
		words = append(words, "rule:"+rapid.SampledFrom([]string{"t>a", "f>a", "u>a", "U>a"}).Draw(t, "rule"))
		words = append(words, some("rules", "rule:t>a rule:t>b rule:f>c rule:u>c rule:U>b", 4)...)
		words = append(words, some("fallback", "else:a else:c", 1)...)
		words = append(words, some("escalation", "on:unknown on:conflict,unknown on:no-match,not-applicable,missing-required-evidence", 1)...)
		return strings.Join(words, " ")
	})
}

// No order of any array or object of a pack changes its disposition, or the work.
func TestOrderOfArraysDecidesNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := decisions().Draw(r, "decision")
		pack, evidence := decision(t, words)
		want := string(evaluate(t, pack, evidence).Disposition.Canonical())
		shuffled := shuffle(r, decoded(t, pack))
		b, err := json.Marshal(shuffled)
		if err != nil {
			r.Fatal(err)
		}
		if got := string(evaluate(t, string(b), evidence).Disposition.Canonical()); got != want {
			r.Errorf("%s: got %s, want %s", words, got, want)
		}
	})
}

// shuffle permutes every array of v.
func shuffle(t *rapid.T, v any) any {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			v = rapid.Permutation(v).Draw(t, "array")
		}
		for i := range v {
			v[i] = shuffle(t, v[i])
		}
		return v
	case map[string]any:
		for _, name := range []string{"rules", "exceptions", "evidenceRequirements", "outcomes", "escalation", "triggers"} {
			if x, ok := v[name]; ok {
				v[name] = shuffle(t, x)
			}
		}
	}
	return v
}

// Every disposition is legal, and comes back from its bytes.
func TestDispositionsAreLegal(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := decisions().Draw(r, "decision")
		pack, evidence := decision(t, words)
		b := evaluate(t, pack, evidence).Disposition.Canonical()
		if d, err := judgment.DecodeDisposition(b); err != nil || string(d.Canonical()) != string(b) {
			r.Errorf("%s: %s, %v", words, b, err)
		}
	})
}

// Evaluations of one pack on one input are the same each time.
func TestEvaluationIsDeterministic(t *testing.T) {
	pack, evidence := decision(t, "need:a stop:t force:t>b force:t>c stop:U rule:t>a rule:U>b on:conflict,unknown,missing-required-evidence")
	first, _ := json.Marshal(evaluate(t, pack, evidence))
	for range 50 {
		if again, _ := json.Marshal(evaluate(t, pack, evidence)); string(again) != string(first) {
			t.Fatalf("%s, then %s", first, again)
		}
	}
}
