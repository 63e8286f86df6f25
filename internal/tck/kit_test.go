package tck_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/tck"
)

// TestKit runs the kit against the engine. testdata/expected.txt lists each case
// that does not pass, with why: a line has the suite, the id in quotes, and the
// reason. A case that is listed and passes is a failure too.
//
// The kit is looked for in the folder that SPINE_TCK names, or beside the
// repository, in ../shared/tck/TestCases.
func TestKit(t *testing.T) {
	dir, demanded := os.LookupEnv("SPINE_TCK")
	if !demanded {
		dir = filepath.Join("..", "..", "..", "shared", "tck", "TestCases")
	}
	if _, err := os.Stat(dir); err != nil && !demanded {
		t.Skipf("THE CONFORMANCE TESTS DO NOT RUN: there is no kit at %s; SPINE_TCK may name one", dir)
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := tck.Run(t.Context(), os.DirFS(dir), filepath.ToSlash(full), tck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Suites) == 0 {
		t.Fatalf("there is no suite below %s", full)
	}
	var totals strings.Builder
	if err := rep.WriteText(&totals, tck.Detail{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(totals.String()), "\n")
	t.Log(lines[len(lines)-1])

	listed := readExpected(t, filepath.Join("testdata", "expected.txt"))
	for _, s := range rep.Suites {
		for _, c := range s.Cases {
			key := s.Path + " " + strconv.Quote(c.ID)
			at, known := listed[key]
			switch {
			case c.Passed() && known:
				t.Errorf("%s: %s passes: take the line out", at, key)
			case !c.Passed() && !known:
				t.Errorf("%s: %s", key, c.Comment())
			}
			delete(listed, key)
		}
	}
	for key, at := range listed {
		t.Errorf("%s: the kit has no %s", at, key)
	}
}

// readExpected gives the cases that are listed, with the place of each.
func readExpected(t *testing.T, name string) map[string]string {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]string{}
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		if s.Text() == "" || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		at := fmt.Sprintf("%s:%d", name, n)
		suite, rest, _ := strings.Cut(s.Text(), " ")
		id, err := strconv.QuotedPrefix(rest)
		if err != nil || strings.TrimSpace(rest[len(id):]) == "" {
			t.Fatalf("%s: it is no suite, id in quotes and reason", at)
		}
		if out[suite+" "+id] != "" {
			t.Fatalf("%s: the case is listed twice", at)
		}
		out[suite+" "+id] = at
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
