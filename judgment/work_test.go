package judgment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

// Each evaluation is possible with so many units, and not with one less.
func TestWork(t *testing.T) {
	rule := func(id, when string) string {
		return fmt.Sprintf(`{"id":%q,"description":"R","when":%s,"outcome":"a","onUnknown":"ignore"}`, id, when)
	}
	rules := func(when ...string) string {
		for i, w := range when {
			when[i] = rule(fmt.Sprint("r", i), w)
		}
		return `"rules":[` + strings.Join(when, ",") + `]`
	}
	exception := func(id, when, effect string) string {
		return fmt.Sprintf(`{"id":%q,"description":"X","when":%s,"onUnknown":"ignore",%s}`, id, when, effect)
	}
	yes, no, unknown := literals["true"], literals["false"], literals["unknown"]
	const requirements = `"evidenceRequirements":[{"id":"e","description":"E","required":true},{"id":"f","description":"F","required":false}],`
	for _, c := range []struct {
		name, members, facts string
		units                int
	}{
		{"a rule and its literal", rules(yes), `{}`, 1 + 1},
		{"two rules", rules(yes, no), `{}`, 2 + 2},
		{"a tree counts each node, also behind what decides", rules(`{"op":"any","conditions":[` + yes + `,` + no + `,{"op":"not","condition":` + no + `}]}`), `{}`, 1 + 5},
		{"its order does not count", rules(`{"op":"any","conditions":[{"op":"not","condition":` + no + `},` + no + `,` + yes + `]}`), `{}`, 1 + 5},
		{"all of false", rules(`{"op":"all","conditions":[` + no + `,` + yes + `]}`), `{}`, 1 + 3},
		{"a fact that is missing: path and operand", rules(unknown), `{}`, 1 + 1 + len("/no/such/fact") + 2},
		{"a fact that is there", rules(factCondition("/a", "equals", `"xyz"`)), `{"a":"é!"}`, 1 + 1 + 2 + 4 + 4},
		{"a path in its escaped form", rules(factCondition("/~0~1", "equals", `1`)), `{"~/":-1.50}`, 1 + 1 + 5 + 2 + 6},
		{"texts are counted without their escapes", rules(factCondition("/a", "equals", `"\u0061"`)), `{"a":"\u0062\n"}`, 1 + 1 + 2 + 2 + 3},
		{"null, true, false", rules(factCondition("/a", "equals", `[null,true,false]`)), `{"a":null}`, 1 + 1 + 2 + (1 + 5 + 5 + 6) + 5},
		{"an object", rules(factCondition("", "equals", `0`)), `{"ab":{"c":[]},"d":12}`, 1 + 1 + 0 + 2 + (1 + 2 + (1 + 1 + 1) + 1 + 3)},
		{"in counts the fact once per item", rules(factCondition("/a", "in", `[1,"bc",[]]`)), `{"a":"12345"}`, 1 + 1 + 2 + (1 + 2 + 3 + 1) + 3*6},
		{"in, of a fact that is missing", rules(factCondition("/b", "in", `[1,"bc",[]]`)), `{"a":"12345"}`, 1 + 1 + 2 + 7},
		{"in counts behind the item that is equal", rules(factCondition("/a", "in", `["12345",2,3]`)), `{"a":"12345"}`, 1 + 1 + 2 + (1 + 6 + 2 + 2) + 3*6},
		{"order", rules(factCondition("/a", "less-than", `"10.0"`)), `{"a":[1]}`, 1 + 1 + 2 + 5 + 3},
		{"requirements, exceptions and rules count in any case", requirements + `"applicability":` + no + `,"exceptions":[` + exception("x", yes, `"effect":"escalate"`) + `],` + rules(unknown, unknown), `{}`, 2 + 1 + 2 + 1},
		{"missing evidence does not stop the exceptions, but the rules", requirements + `"exceptions":[` + exception("x", no, `"effect":"escalate"`) + `],` + rules(unknown), `{}`, 2 + 1 + 1 + 1},
		{"no rule counts after a forced outcome", `"exceptions":[` + exception("x", yes, `"effect":"force-outcome","outcome":"b"`) + `,` + exception("y", no, `"effect":"escalate"`) + `],` + rules(unknown), `{}`, 2 + 1 + 2},
		{"a suppressed rule's condition does not count", `"exceptions":[` + exception("x", yes, `"effect":"suppress-rule","targetRule":"r1"`) + `],` + rules(yes, unknown), `{}`, 1 + 2 + 1 + 1},
		{"evidence-present", requirements + `"applicability":{"op":"evidence-present","evidenceRequirement":"e"},` + rules(unknown), `{}`, 2 + 1 + 1},
	} {
		p := load(t, packOf(c.members))
		_, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(c.facts), WorkLimit: c.units})
		if err != nil {
			t.Errorf("%s: %d units: %v", c.name, c.units, err)
		}
		if c.units == 1 {
			continue
		}
		e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(c.facts), WorkLimit: c.units - 1})
		if err == nil {
			t.Errorf("%s: %d units are enough", c.name, c.units-1)
		} else if got := refusal(t, e, err); got != "resource-exhaustion in evaluation: EVALUATION-WORK-LIMIT" {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestDefaultWorkLimit(t *testing.T) {
	if judgment.DefaultWorkLimit != 20_971_520 {
		t.Error(judgment.DefaultWorkLimit)
	}
	const text = 1 << 19 // 40 comparisons with such a text reach the limit
	p := load(t, packOf(`"rules":[{"id":"r","description":"R","when":`+factCondition("/a", "in", `[`+strings.Repeat(`0,`, 39)+`0]`)+`,"outcome":"a","onUnknown":"ignore"}]`))
	rest := judgment.DefaultWorkLimit - (1 + 1 + 2 + 1 + 40*2) - 40*(1+text)
	facts := func(n int) []byte { return []byte(`{"a":` + quoted(strings.Repeat("x", text+n)) + `}`) }
	n := rest / 40 // rest is less than 40 * 4, so that n may be negative
	if rest < 0 {
		n--
	}
	for _, limit := range []int{0, -1} {
		if _, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: facts(n), WorkLimit: limit}); err != nil {
			t.Error(err)
		}
		e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: facts(n + 1), WorkLimit: limit})
		if err == nil || !strings.HasPrefix(refusal(t, e, err), "resource-exhaustion") {
			t.Errorf("%v", err)
		}
	}
}
