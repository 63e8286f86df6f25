package spinetest_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/decision-spine/spine/spinetest"
)

var update = flag.Bool("update", false, "record the expected reports")

func execute(t *testing.T, dir string) *spinetest.Report {
	t.Helper()
	fsys := os.DirFS(dir)
	names, err := spinetest.Find(fsys, ".")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := spinetest.Execute(t.Context(), fsys, names)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// golden compares with a recorded file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", "failing", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is otherwise:\n%s", name, got)
	}
}

// TestReport asserts every way in which a case fails: as text, JSON and JUnit's
// XML.
func TestReport(t *testing.T) {
	rep := execute(t, "testdata/failing")
	var text, junit bytes.Buffer
	if err := rep.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	golden(t, "want.txt", text.Bytes())
	if err := rep.WriteJUnit(&junit); err != nil {
		t.Fatal(err)
	}
	golden(t, "want.xml", junit.Bytes())
	j, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "want.json", append(j, '\n'))
}

// TestReportTotals demands that all forms of a report count the same.
func TestReportTotals(t *testing.T) {
	for _, dir := range []string{"testdata/failing", "testdata/policies"} {
		rep := execute(t, dir)
		passed := 0
		for _, c := range rep.Cases {
			if c.Passed != (len(c.Failures) == 0) {
				t.Errorf("%s %s: passed is %v beside %q", c.File, c.Name, c.Passed, c.Failures)
			}
			if c.Passed {
				passed++
			}
		}
		if rep.Passed != passed || rep.Failed != len(rep.Cases)-passed {
			t.Errorf("%s: %d passed and %d failed of %d, of which %d passed", dir, rep.Passed, rep.Failed, len(rep.Cases), passed)
		}
		var b bytes.Buffer
		if err := rep.WriteJUnit(&b); err != nil {
			t.Fatal(err)
		}
		var suites struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Suites   []struct {
				Tests int        `xml:"tests,attr"`
				Cases []struct{} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal(b.Bytes(), &suites); err != nil {
			t.Fatal(err)
		}
		cases := 0
		for _, s := range suites.Suites {
			cases += len(s.Cases)
			if s.Tests != len(s.Cases) {
				t.Errorf("%s: a suite of %d says %d", dir, len(s.Cases), s.Tests)
			}
		}
		if suites.Tests != len(rep.Cases) || cases != len(rep.Cases) || suites.Failures+suites.Errors != rep.Failed {
			t.Errorf("%s: %+v of %d", dir, suites, len(rep.Cases))
		}
	}
}

// TestReportEmpty demands lists, not null, where there is nothing.
func TestReportEmpty(t *testing.T) {
	rep, err := spinetest.Execute(t.Context(), os.DirFS("testdata"), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(rep)
	if want := `{"passed":0,"failed":0,"cases":[],"coverage":[]}`; err != nil || string(got) != want {
		t.Errorf("%s %v", got, err)
	}
}
