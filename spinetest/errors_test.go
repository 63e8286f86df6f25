package spinetest_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/spinetest"
)

// TestExamples demands of each example that it has its code, and no other fault.
func TestExamples(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil || len(all) != 12 {
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
		_, err := spinetest.Load(with(t, "a.test.yaml", src), "a.test.yaml")
		if list := diag.Of(err); len(list) != 1 || string(list[0].Code) != c.Code {
			t.Errorf("the example of %s gives %v", c.Code, err)
		}
	}
}

// TestFeelCodes demands that the class feel_error is every code of package feel.
func TestFeelCodes(t *testing.T) {
	all, err := codes.Read("../feel")
	if err != nil {
		t.Fatal(err)
	}
	var want []diag.Code
	for _, c := range all {
		if !strings.HasPrefix(c.Meaning, "a warning") {
			want = append(want, diag.Code(c.Code))
		}
	}
	got := slices.Sorted(slices.Values(spinetest.FeelCodes))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, and feel has %v", got, want)
	}
}
