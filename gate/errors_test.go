package gate_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/codes"
)

func TestEveryCodeHasAnExample(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil || len(all) != 15 {
		t.Errorf("%d codes: %v", len(all), err)
	}
	for _, c := range all {
		schema, instance, judged := strings.Cut(c.Example, " <- ")
		g, err := gate.Compile(files("schema.json", schema), "schema.json")
		if judged {
			if err != nil {
				t.Errorf("%s: %v", c.Code, err)
				continue
			}
			_, err = g.Admit([]byte(instance))
		}
		if faults := diag.Of(err); len(faults) != 1 || string(faults[0].Code) != c.Code {
			t.Errorf("%s: the example %s gives %v", c.Code, c.Example, err)
		}
	}
}
