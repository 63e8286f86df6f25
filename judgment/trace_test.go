package judgment_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTrace(t *testing.T) {
	for _, c := range []struct{ decision, want string }{
		{"rule:t>a", `{"stage":"rule","id":"r1","condition":"true","outcome":"a"}`},
		{"when:f need:a stop:t rule:t>a", `{"stage":"applicability","condition":"false"}`},
		{"when:u rule:t>a", `{"stage":"applicability","condition":"unknown"}`},
		{"when:t rule:f>a rule:u>b rule:U>c", `{"stage":"applicability","condition":"true"}
{"stage":"rule","id":"r1","condition":"false"}
{"stage":"rule","id":"r2","condition":"unknown","onUnknown":"ignore"}
{"stage":"rule","id":"r3","condition":"unknown","onUnknown":"escalate"}`},
		{"need:p need:a want:a need:u stop:f stop:u stop:U stop:t force:t>b suppress:t>1 rule:t>a", `{"stage":"evidence","id":"e2","presence":"absent"}
{"stage":"evidence","id":"e4","presence":"unknown"}
{"stage":"exception","id":"x1","condition":"false"}
{"stage":"exception","id":"x2","condition":"unknown","onUnknown":"ignore"}
{"stage":"exception","id":"x3","condition":"unknown","onUnknown":"escalate"}
{"stage":"exception","id":"x4","condition":"true","effect":"escalate"}
{"stage":"exception","id":"x5","condition":"true","effect":"force-outcome","outcome":"b"}
{"stage":"exception","id":"x6","condition":"true","effect":"suppress-rule"}`},
		{"force:t>b suppress:f>2 rule:t>a rule:U>c", `{"stage":"exception","id":"x1","condition":"true","effect":"force-outcome","outcome":"b"}
{"stage":"exception","id":"x2","condition":"false"}
{"stage":"rule","id":"r1","condition":"not-evaluated","skipped":true}
{"stage":"rule","id":"r2","condition":"not-evaluated","skipped":true}`},
		{"suppress:t>2 rule:t>a rule:t>b", `{"stage":"exception","id":"x1","condition":"true","effect":"suppress-rule"}
{"stage":"rule","id":"r1","condition":"true","outcome":"a"}
{"stage":"rule","id":"r2","condition":"not-evaluated","suppressed":true}`},
	} {
		pack, evidence := decision(t, c.decision)
		var lines []string
		for _, entry := range evaluate(t, pack, evidence).Trace {
			b, err := json.Marshal(entry)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(b))
		}
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.decision, got, c.want)
		}
	}
}

func TestEvaluationAsJSON(t *testing.T) {
	pack, evidence := decision(t, "when:f on:not-applicable rule:t>a")
	b, err := json.Marshal(evaluate(t, pack, evidence))
	want := `{"disposition":{"handoff":{"state":"requested","triggeredBy":["not-applicable"]},"kind":"not-applicable","reasons":["not-applicable"]},` +
		`"handoffTarget":{"kind":"queue","name":"Q"},"trace":[{"stage":"applicability","condition":"false"}]}`
	if err != nil || string(b) != want {
		t.Errorf("got %s, %v", b, err)
	}
	pack, evidence = decision(t, "rule:t>a")
	if b, err := json.Marshal(evaluate(t, pack, evidence)); err != nil || strings.Contains(string(b), "handoffTarget") {
		t.Errorf("got %s, %v", b, err)
	}
}
