package record_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/record"
)

func TestEveryCodeHasAnExample(t *testing.T) {
	sound := string(canonical(t, completed(t)))
	all, err := codes.Read(".")
	if err != nil || len(all) != 13 {
		t.Errorf("%d codes: %v", len(all), err)
	}
	for _, c := range all {
		code, example := diag.Code(c.Code), c.Example
		var err error
		old, new, change := strings.Cut(example, " -> ")
		switch {
		case change:
			if strings.Count(sound, old) != 1 {
				t.Errorf("%s: %q stands %d times in the record", code, old, strings.Count(sound, old))
			}
			text := strings.Replace(sound, old, new, 1)
			if code != record.RecordIntegrity {
				text = reseal(text)
			}
			_, err = record.Decode([]byte(text))
		case strings.HasPrefix(string(code), "value_"):
			_, err = record.ReadValue("", []byte(example))
		case code == record.Unrecordable:
			_, err = record.AppendJSON(nil, eval(t, example))
		default:
			_, err = record.Decode([]byte(example))
		}
		faults := diag.Of(err)
		if len(faults) == 0 {
			t.Errorf("%s: the example %s is accepted", code, example)
		}
		for _, f := range faults {
			if f.Code != code {
				t.Errorf("%s: the example %s gives %v", code, example, f)
			}
		}
	}
}
