package yaml

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/source"
)

// TestRescue stands in for a panic of the library, of which none is known.
func TestRescue(t *testing.T) {
	err := func() (err error) {
		defer rescue(&err)
		panic("index out of range")
	}()
	if err == nil || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("a panic becomes %v", err)
	}
	d := &document{file: source.New("f.yaml", "a: 1"), src: "a: 1", tokens: []token{{}}}
	if e := d.parseFault(err); e.Code != Syntax || e.Err != err || e.At.File != "f.yaml" {
		t.Errorf("it is reported as %+v", e)
	}
}
