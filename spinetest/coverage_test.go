package spinetest_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/spinetest"
)

// TestCoverage asserts the line of a table of many rules, over two test files.
func TestCoverage(t *testing.T) {
	var rules strings.Builder
	for i := range 30 {
		fmt.Fprintf(&rules, "  - { id: r%d, when: { n: \"%d\" }, then: { y: %d } }\n", i, i, i)
	}
	fsys := fstest.MapFS{
		"t.dmn.yaml": {Data: []byte("id: t\nversion: \"1\"\ninputs: [{ name: n, expression: p.n, type: number }]\n" +
			"outputs: [{ name: y, type: number }]\nrules:\n" + rules.String() + "default: { y: 99 }\n")},
		"a.test.yaml": {Data: []byte("table: t.dmn.yaml\ncases:\n  - { name: a, given: { p: { n: 0 } }, rule: r0 }\n  - { name: b, given: { p: { n: 2 } }, rule: r3 }\n")},
		"b.test.yaml": {Data: []byte("table: t.dmn.yaml\ncases:\n  - { name: a, given: { p: { n: 0 } }, rule: r0 }\n  - { name: b, given: { p: {} }, expect_error: missing_member }\n")},
		"c.test.yaml": {Data: []byte("table: t.dmn.yaml\ncases:\n  - { name: a, given: { p: { n: 50 } }, expect: { y: 99 } }\n")},
		"d.test.yaml": {Data: []byte("table: t.dmn.yaml\ncases:\n  - { name: a, given: { p: { n: 50 } }, rule: r50 }\n  - { name: b, given: { p: { n: 50 } }, rule: other_rule }\n")},
	}
	for _, c := range []struct {
		files, want string
	}{
		{"a b", "coverage t.dmn.yaml: 2 of 30 rules (6%), never r1, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21 and 8 more, default never used"},
		{"c", "coverage t.dmn.yaml: 0 of 30 rules (0%), never r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19 and 10 more"},
	} {
		var names []string
		for _, f := range strings.Fields(c.files) {
			names = append(names, f+".test.yaml")
		}
		rep, err := spinetest.Execute(t.Context(), fsys, names)
		if err != nil || len(rep.Coverage) != 1 || rep.Coverage[0].String() != c.want {
			t.Errorf("%s: %v %v", c.files, rep.Coverage, err)
		}
	}
	rep, err := spinetest.Execute(t.Context(), fsys, []string{"d.test.yaml"})
	if err != nil || len(rep.Coverage) != 0 {
		t.Errorf("a file that does not load covers %v: %v", rep.Coverage, err)
	}
	for i, hint := range []string{`did you mean "r0"?`, "there are r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19 and more"} {
		if got := rep.Cases[0].Faults[i].Hint; got != hint {
			t.Error(got)
		}
	}
}
