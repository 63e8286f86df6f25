package yaml

import (
	"strings"
	"testing"
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
	d := &document{file: "f.yaml", src: "a: 1", tokens: []token{{}}}
	if e := d.parseFault(err); e.Code != Syntax || e.Err != err || e.At.File != "f.yaml" {
		t.Errorf("it is reported as %+v", e)
	}
}
