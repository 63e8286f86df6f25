package tck

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/internal/codes"
)

// TestExamples demands of each example that it fails with its code, and with
// nothing else.
func TestExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil || len(all) != 5 {
		t.Fatalf("there are %d codes: %v", len(all), err)
	}
	for _, c := range all {
		src := c.Example
		if text, times, ok := strings.Cut(src, `" * `); ok { // a text, so many times
			n, err := strconv.Atoi(times)
			if err != nil {
				t.Fatal(err)
			}
			src = strings.Repeat(text[1:], n)
		}
		fsys := fstest.MapFS{"level/s/s-test-01.xml": {Data: []byte(src)}, "level/s/m.dmn": {Data: []byte("r = 1")}}
		rep, err := run(t.Context(), loadFake, fsys, "/", Options{})
		if err != nil {
			t.Fatal(err)
		}
		k := rep.Suites[0].Cases[0]
		if len(k.Reasons) != 1 || !strings.HasPrefix(strings.TrimPrefix(k.Reasons[0], "1: "), "s-test-01.xml:") || !strings.HasSuffix(k.Reasons[0], "["+c.Code+"]") {
			t.Errorf("the example of %s gives %q", c.Code, k.Reasons)
		}
	}
}
