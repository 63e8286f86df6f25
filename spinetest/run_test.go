package spinetest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/spinetest"
)

// TestRun runs the policies, as tests of their own: the strict codes, the hit
// policies, workflows.
func TestRun(t *testing.T) {
	spinetest.Run(t, os.DirFS("testdata/policies"), "**/*.test.yaml")
}

// inner is set where a test is run to see it fail.
const inner = "SPINETEST_INNER"

// TestRunInner is the test that TestRunFails runs.
func TestRunInner(t *testing.T) {
	pattern := os.Getenv(inner)
	if pattern == "" {
		t.Skip("it is run by TestRunFails")
	}
	spinetest.Run(t, os.DirFS("testdata"), pattern)
}

// TestRunFails asserts what `go test` shows: a subtest for each case, which fails
// with the diff, and the coverage.
func TestRunFails(t *testing.T) {
	for _, c := range []struct {
		pattern string
		passes  bool
		want    []string // parts of the output
		not     []string
	}{
		{"failing/points.test.yaml", false, []string{
			"--- PASS: TestRunInner/failing/points.test.yaml/passes",
			"--- FAIL: TestRunInner/failing/points.test.yaml/another_value,_and_another_kind",
			"failing/points.test.yaml:6:11: another value, and another kind\n points: want 20, got 15\n",
			" rule up_to matched: failing/points.dmn.yaml:14:5\n",
			"coverage failing/points.dmn.yaml: 2 of 4 rules (50%), never over, never",
		}, []string{"lists.test.yaml"}},
		{"**/broken.test.yaml", false, []string{
			"--- FAIL: TestRunInner/failing/broken.test.yaml",
			`broken.dmn.yaml:8:18: "verified" names nothing here [unknown_name]`,
		}, nil},
		{"policies/*/f*.test.yaml", true, []string{
			"--- PASS: TestRunInner/policies/strict/former.test.yaml/another_address",
			"--- PASS: TestRunInner/policies/hitpolicy/first.test.yaml/no_rule",
		}, []string{"status.test.yaml", "hardship.test.yaml", "unique"}},
		{"**/tests/**", true, []string{"--- PASS: TestRunInner/policies/workflow/tests/hardship.test.yaml/granted_as_recommended"}, []string{"strict/"}},
		{"*.test.yaml", false, []string{"no file matches *.test.yaml"}, nil},
		{"**/[", false, []string{`the pattern "**/[": syntax error in pattern`}, nil},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestRunInner$", "-test.v")
		cmd.Env = append(os.Environ(), inner+"="+c.pattern)
		b, err := cmd.CombinedOutput()
		out := regexp.MustCompile(` +`).ReplaceAllString(string(b), " ")
		if (err == nil) != c.passes {
			t.Errorf("%s: %v", c.pattern, err)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.pattern, w, out)
			}
		}
		for _, w := range c.not {
			if strings.Contains(out, w) {
				t.Errorf("%s: %q in\n%s", c.pattern, w, out)
			}
		}
	}
}

// TestExecute asserts the order, that no file is run twice, and that a file which is
// not there is a failure of its own.
func TestExecute(t *testing.T) {
	fsys := os.DirFS("testdata/policies/hitpolicy")
	rep, err := spinetest.Execute(t.Context(), fsys, []string{"sum.test.yaml", "none.test.yaml", "any.test.yaml", "sum.test.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range rep.Cases {
		got = append(got, c.File+" "+c.Name)
	}
	want := []string{
		"sum.test.yaml three rules", "sum.test.yaml one rule", "sum.test.yaml no rule", "none.test.yaml ",
		"any.test.yaml one rule", "any.test.yaml two rules agree", "any.test.yaml three rules, of which one says something else", "any.test.yaml no rule",
	}
	if !reflect.DeepEqual(got, want) || rep.Passed != 7 || rep.Failed != 1 {
		t.Errorf("%d passed, %d failed: %q", rep.Passed, rep.Failed, got)
	}
	if c := rep.Cases[3]; len(c.Faults) != 1 || c.Faults[0].Code != dmn.MissingFile || c.Faults[0].At.File != "none.test.yaml" {
		t.Errorf("%+v", c)
	}
	used := true
	if want := []spinetest.Coverage{
		{File: "any.dmn.yaml", Table: "any", Rules: 4, Matched: 4, Never: []string{}, Default: &used},
		{File: "sum.dmn.yaml", Table: "sum", Rules: 3, Matched: 3, Never: []string{}, Default: &used},
	}; !reflect.DeepEqual(rep.Coverage, want) {
		t.Errorf("%+v", rep.Coverage)
	}
}

// TestExecuteCancelled asserts that a run which is ended gives the cause, and not a
// failed case.
func TestExecuteCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, name := range []string{"hitpolicy/sum.test.yaml", "workflow/tests/hardship.test.yaml", "none.test.yaml"} {
		rep, err := spinetest.Execute(ctx, os.DirFS("testdata/policies"), []string{name, name})
		if err != why {
			t.Errorf("%s: %v", name, err)
		}
		if rep == nil || rep.Passed != 0 {
			t.Errorf("%s: %+v", name, rep)
		}
	}
}
