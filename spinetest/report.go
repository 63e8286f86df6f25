package spinetest

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/decision-spine/spine/diag"
)

// Report is what came of test files. Its JSON is that of `spine test --json`. The
// same files give the same report, byte for byte.
type Report struct {
	Passed   int        `json:"passed"`
	Failed   int        `json:"failed"`
	Cases    []Result   `json:"cases"`    // in the order of the files, and of the cases in each
	Coverage []Coverage `json:"coverage"` // in the order of the tables' files
}

// Result is what came of a case, or of a file that does not load: that has no
// Name, and counts as a case that failed.
type Result struct {
	File     string    `json:"file"`
	Line     int       `json:"line,omitempty"` // of the case, from 1
	Column   int       `json:"column,omitempty"`
	Name     string    `json:"name"`
	Passed   bool      `json:"passed"`
	Failures []string  `json:"failures,omitempty"`    // lines for a person: what was expected, what came, and from where
	Faults   diag.List `json:"diagnostics,omitempty"` // of a file that does not load, or of an error that was not expected
}

// String gives the result for a person: place and name, and each failure on a line
// below, indented.
func (r Result) String() string {
	var b strings.Builder
	b.WriteString(diag.Locator{File: r.File, Span: diag.Span{Start: diag.Pos{Line: r.Line, Column: r.Column}}}.String())
	if r.Name != "" {
		b.WriteString(": " + oneLine(r.Name))
	}
	for _, line := range r.Failures {
		b.WriteString(strings.TrimRight("\n  "+oneLine(line), " "))
	}
	return diag.Clean(b.String())
}

// oneLine keeps text from a file from looking like a line of the report.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// WriteText writes the report for a person: each failure with its diff, a line of
// coverage for each table, and the totals. The only error is that of w.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, c := range r.Cases {
		if !c.Passed {
			b.WriteString("FAIL " + c.String() + "\n")
		}
	}
	for _, c := range r.Coverage {
		b.WriteString(diag.Clean(c.String()) + "\n")
	}
	fmt.Fprintf(&b, "%d passed, %d failed\n", r.Passed, r.Failed)
	_, err := io.WriteString(w, b.String())
	return err
}

// add counts a result.
func (r *Report) add(c Result) {
	if c.Passed {
		r.Passed++
	} else {
		r.Failed++
	}
	r.Cases = append(r.Cases, c)
}

// The elements of JUnit's XML, as far as every reader of it knows them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		File      string        `xml:"file,attr"`
		Line      int           `xml:"line,attr,omitempty"`
		Failure   *junitFailure `xml:"failure"`
		Error     *junitFailure `xml:"error"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit's XML: a suite for each file, a failure
// for each case that failed, an error for a file that does not load. It has no
// times. The only error is that of w.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{Tests: len(r.Cases)}
	for i, c := range r.Cases {
		if i == 0 || r.Cases[i-1].File != c.File {
			all.Suites = append(all.Suites, junitSuite{Name: c.File})
		}
		s := &all.Suites[len(all.Suites)-1]
		s.Tests++
		out := junitCase{Name: c.Name, ClassName: c.File, File: c.File, Line: c.Line}
		switch {
		case c.Passed:
		case c.Name == "":
			out.Name = c.File
			out.Error = c.junit()
			s.Errors++
			all.Errors++
		default:
			out.Failure = c.junit()
			s.Failures++
			all.Failures++
		}
		s.Cases = append(s.Cases, out)
	}
	b, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(b)+"\n")
	return err
}

func (r Result) junit() *junitFailure {
	f := &junitFailure{Text: diag.Clean(strings.Join(r.Failures, "\n"))}
	if len(r.Failures) > 0 {
		f.Message = diag.Clean(r.Failures[0])
	}
	return f
}
