package yaml_test

import (
	"strconv"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/internal/yaml"
)

// TestExamples reads each example as a mapping of a name and a kind, and
// demands the code that it stands for and no other.
func TestExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil || len(all) < 18 {
		t.Fatalf("there are %d examples: %v", len(all), err)
	}
	for _, c := range all {
		src := c.Example
		if text, err := strconv.Unquote(src); err == nil { // with escapes, which no comment could hold
			src = text
		}
		_, err := yaml.Parse("f.yaml", []byte(src))
		if err == nil {
			var r yaml.Reader
			m := r.Map(r.Parse("f.yaml", []byte(src)), "name", "kind")
			m.String("name", yaml.Required)
			m.Enum("kind", yaml.Optional, "first", "second")
			err = r.Err()
		}
		if list := diag.Of(err); len(list) != 1 || string(list[0].Code) != c.Code {
			t.Errorf("the example of %s, %q, gives %v", c.Code, src, err)
		}
	}
}
