package judgment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

// probes gives the coverage of rows: "PROBE" if missing, "PROBE=ROW" if covered.
func probes(t testing.TB, p *judgment.Plan, opts judgment.Options, cases ...string) []string {
	t.Helper()
	var out []string
	for _, pr := range p.Test(t.Context(), loadRows(t, cases...), opts).Coverage {
		if (pr.Status == judgment.Covered) != (pr.Row != "") {
			t.Errorf("got %+v", pr)
		}
		if pr.Row != "" {
			pr.Probe += "=" + pr.Row
		}
		out = append(out, pr.Probe)
	}
	return out
}

const expectsAnError = `{"id":"e","inputs":{},"expectedErrorClass":"x"}`

func TestCoverageProbes(t *testing.T) {
	pack := func(id, members string) string {
		return `{"specVersion":"0.2.0-draft","id":"urn:` + id + `","version":"1.0.0","title":"T","decision":{"intent":"I","question":"Q"},` +
			`"outcomes":[{"id":"x","label":"X"},{"id":"y","label":"Y"},{"id":"z","label":"Z"}],` + members + `}`
	}
	const never = `"when":{"op":"literal","value":false},"description":"D"`
	rule := func(id, outcome, onUnknown string) string {
		return fmt.Sprintf(`{"id":%q,"outcome":%q,"onUnknown":%q,%s}`, id, outcome, onUnknown, never)
	}
	exception := func(id, effect, onUnknown, more string) string {
		return fmt.Sprintf(`{"id":%q,"effect":%q,"onUnknown":%q,%s%s}`, id, effect, onUnknown, never, more)
	}
	requirement := func(id string, required bool) string {
		return fmt.Sprintf(`{"id":%q,"required":%t,"description":"D"}`, id, required)
	}
	s := shelf{
		"plain":     pack("plain", `"rules":[`+rule("r", "y", "ignore")+`]`),
		"fallback":  pack("fallback", `"fallbackOutcome":"z","rules":[`+rule("r", "y", "ignore")+`,`+rule("s", "x", "escalate")+`]`),
		"applies":   pack("applies", `"applicability":{"op":"literal","value":true},"rules":[`+rule("r", "x", "ignore")+`]`),
		"needs":     pack("needs", `"evidenceRequirements":[`+requirement("e", true)+`,`+requirement("o", false)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"optional":  pack("optional", `"evidenceRequirements":[`+requirement("o", false)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"two":       pack("two", `"evidenceRequirements":[`+requirement("e", true)+`,`+requirement("f", true)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"forcing":   pack("forcing", `"exceptions":[`+exception("p", "force-outcome", "ignore", `,"outcome":"z"`)+`,`+exception("q", "force-outcome", "ignore", `,"outcome":"y"`)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"forces":    pack("forces", `"exceptions":[`+exception("p", "force-outcome", "escalate", `,"outcome":"z"`)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"escalates": pack("escalates", `"exceptions":[`+exception("p", "escalate", "ignore", "")+`,`+exception("q", "suppress-rule", "ignore", `,"targetRule":"r"`)+`],"rules":[`+rule("r", "x", "ignore")+`]`),
		"extended":  pack("extended", `"extensions":{"com.example.x":1},"metadata":{"requiredExtensions":["com.example.x"]},"rules":[`+rule("r", "x", "ignore")+`]`),
		"nopack":    noPack,
		"feeder":    named("urn:feeder", up),
	}
	for _, c := range []struct {
		name, pack string
		edges      []string
		want       string // of node b, without "node:b:"
	}{
		{"outcomes that something names, in their order", "fallback", nil, "outcome:x outcome:y outcome:z unknown conflict"},
		{"no fallback", "plain", nil, "outcome:y no-match"},
		{"applicability", "applies", nil, "outcome:x not-applicable unknown no-match"},
		{"a required requirement", "needs", nil, "outcome:x missing-required-evidence unknown no-match"},
		{"an optional one", "optional", nil, "outcome:x no-match"},
		{"fed by default: never absent", "needs", []string{"a b !e"}, "outcome:x unknown no-match"},
		{"fed as absent: never unknown", "needs", []string{"a b !e=absent"}, "outcome:x missing-required-evidence no-match"},
		{"another one fed", "needs", []string{"a b !o"}, "outcome:x missing-required-evidence unknown no-match"},
		{"one of two fed", "two", []string{"a b !e"}, "outcome:x missing-required-evidence unknown no-match"},
		{"two fed, each its own way", "two", []string{"a b !e", "a b !f=absent"}, "outcome:x missing-required-evidence unknown no-match"},
		{"forced outcomes", "forcing", nil, "outcome:x outcome:y outcome:z conflict no-match"},
		{"one forced outcome", "forces", nil, "outcome:x outcome:z unknown no-match"},
		{"a direct escalation", "escalates", nil, "outcome:x exception-escalation no-match"},
		{"a pack that does not conform", "nopack", nil, ""},
		{"a pack whose extension is not supported", "extended", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := s.plan(t, `{"a":@feeder,"b":@`+c.pack+`}`, edgesOf(c.edges...), "b")
			var got []string
			for _, probe := range probes(t, p, judgment.Options{}, expectsAnError) {
				if name, ok := strings.CutPrefix(probe, "node:b:"); ok {
					got = append(got, name)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, " "), c.want)
			}
		})
	}

	p := s.plan(t, `{"b":@extended}`, `[]`, "b")
	same(t, "with the extension", probes(t, p, judgment.Options{Extensions: []string{"com.example.x"}}, expectsAnError), "node:b:outcome:x", "node:b:no-match")

	// By node in the order of a run, then by edge; nothing of what cannot be evaluated,
	// nor of edges from there.
	p = s.plan(t, `{"a":@nopack,"b":@plain,"c":@feeder}`, edgesOf("a b /p", "c b /q"), "b")
	same(t, "order", probes(t, p, judgment.Options{}, expectsAnError),
		"node:c:outcome:yes", "node:c:outcome:no", "node:c:conflict", "node:c:no-match", "node:b:outcome:y", "node:b:no-match", "edge:1:resolved", "edge:1:unresolved")
	always := s.plan(t, `{"b":@fallback,"c":@plain}`, edgesOf("b c /p"), "c")
	same(t, "an upstream with both", probes(t, always, judgment.Options{}, expectsAnError)[5:],
		"node:c:outcome:y", "node:c:no-match", "edge:0:resolved", "edge:0:unresolved")
}

func TestCoverageWitnesses(t *testing.T) {
	p := shared.plan(t, `{"a":@up,"b":@down}`, edgesOf("a b /x"), "b")
	row := func(id, inputs, expects string) string {
		return fmt.Sprintf(`{"id":%q,"inputs":%s,%s}`, id, inputs, expects)
	}
	const notApplicable = `{"kind":"not-applicable","reasons":["not-applicable"],` + isNone + `}`
	noMatch := strings.Replace(strings.Replace(isOpen, "unknown", "no-match", 1), `{"state":"requested","triggeredBy":["unknown"]}`, `{"state":"none"}`, 1)
	got := probes(t, p, judgment.Options{},
		row("error", `{}`, `"expectedErrorClass":"x"`),
		row("illegal", `{}`, `"expectedDisposition":{"kind":"outcome"},"expectedNodes":{"a":{"kind":"outcome","outcomeId":"","reasons":[],`+isNone+`}}`),
		row("mismatch", `{}`, `"expectedDisposition":`+isGood), // counts, although the run comes to something else
		row("good", `{"a":{"facts":{"v":"yes"}}}`, `"expectedDisposition":`+isGood+`,"expectedNodes":{"a":`+isYes+`,"z":`+isYes+`}`),
		row("open", `{}`, `"expectedDisposition":`+isOpen+`,"expectedNodes":{"a":`+noMatch+`}`),
		row("undeclared", `{}`, `"expectedDisposition":{"kind":"outcome","outcomeId":"maybe","reasons":[],`+isNone+`}`),
	)
	same(t, "coverage", got,
		"node:a:outcome:yes=good", "node:a:outcome:no", "node:a:conflict", "node:a:no-match=open",
		"node:b:outcome:good=mismatch", "node:b:outcome:bad", "node:b:unknown=open", "node:b:conflict", "node:b:no-match",
		"edge:0:resolved=good", "edge:0:unresolved=open")

	// What is not applicable is unresolved to an edge, and has a reason of its own.
	got = probes(t, p, judgment.Options{}, row("n", `{}`, `"expectedDisposition":`+isGood+`,"expectedNodes":{"a":`+notApplicable+`}`))
	same(t, "coverage", got[len(got)-2:], "edge:0:resolved", "edge:0:unresolved=n")

	// A row with several reasons shows each.
	several := `{"kind":"unresolved","reasons":["conflict","unknown"],` + isNone + `}`
	got = probes(t, p, judgment.Options{}, row("n", `{}`, `"expectedDisposition":`+several))
	same(t, "coverage", got[6:8], "node:b:unknown=n", "node:b:conflict=n")
}
