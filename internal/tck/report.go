package tck

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
)

// Report is what came of a run: the suites with a case that was selected, sorted by
// path.
type Report struct{ Suites []Suite }

// Suite is what came of a suite.
type Suite struct {
	Path        string    // of the level and the folder: LEVEL/NAME
	Cases       []Case    // in the order of the files, and of the cases in each
	Diagnostics diag.List // what is wrong with elements of its models
}

// Case is what came of a case. A test file that cannot be read is a case without
// ID and Nodes.
type Case struct {
	File    string // the name of the test file
	ID      string
	Nodes   []Node
	Reasons []string // why it failed before it was evaluated
}

// Passed reports whether every result node passed.
func (c *Case) Passed() bool {
	return len(c.Reasons) == 0 && !slices.ContainsFunc(c.Nodes, func(n Node) bool { return !n.Passed })
}

// Node is what came of a result node.
type Node struct {
	Name        string
	Want, Got   feel.Value
	Failure     string // why there is no value: an error, a panic, "timeout"
	Passed      bool
	Exact       bool      // it would pass without a tolerance for numbers
	Diagnostics diag.List // why values became null
}

// Count is a row of the totals.
type Count struct {
	Name        string `json:"name"`
	Suites      int    `json:"suites"`
	Cases       int    `json:"cases"`
	Passed      int    `json:"passed"`
	Failed      int    `json:"failed"`
	Nodes       int    `json:"nodes"`
	NodesPassed int    `json:"nodes_passed"`
	NodesFailed int    `json:"nodes_failed"`
}

func (c *Count) add(s *Suite) {
	c.Suites++
	for i := range s.Cases {
		k := &s.Cases[i]
		c.Cases++
		if k.Passed() {
			c.Passed++
		}
		for _, n := range k.Nodes {
			c.Nodes++
			if n.Passed {
				c.NodesPassed++
			}
		}
	}
	c.Failed, c.NodesFailed = c.Cases-c.Passed, c.Nodes-c.NodesPassed
}

// level is the part of a path before the suite.
func (s *Suite) level() string {
	level, _, _ := strings.Cut(s.Path, "/")
	return level
}

func (s *Suite) scored() bool {
	return s.level() == "compliance-level-2" || s.level() == "compliance-level-3"
}

// Scored counts what the kit counts: the suites of the levels 2 and 3.
func (r *Report) Scored() Count {
	all := Count{Name: "scored"}
	for i := range r.Suites {
		if r.Suites[i].scored() {
			all.add(&r.Suites[i])
		}
	}
	return all
}

// Totals gives a row for each level: first those that are scored, and their sum.
func (r *Report) Totals() []Count {
	var scored, apart []Count
	for i := range r.Suites {
		s := &r.Suites[i]
		rows := &apart
		if s.scored() {
			rows = &scored
		}
		if last := len(*rows) - 1; last < 0 || (*rows)[last].Name != s.level() {
			*rows = append(*rows, Count{Name: s.level()})
		}
		(*rows)[len(*rows)-1].add(s)
	}
	if len(scored) > 0 {
		scored = append(scored, r.Scored())
	}
	return append(scored, apart...)
}

// Detail is what a report tells besides the nodes that failed.
type Detail struct {
	Verbose bool // the nodes that passed, and diagnostics
	Exact   bool // the nodes that passed only thanks to the tolerance
}

// shows reports whether a node has a line.
func (d Detail) shows(n *Node) bool {
	return !n.Passed || d.Verbose || d.Exact && !n.Exact
}

// WriteText writes the report for a person. The only error is that of w.
func (r *Report) WriteText(w io.Writer, d Detail) error {
	var b bytes.Buffer
	for i := range r.Suites {
		r.Suites[i].writeText(&b, d)
	}
	fmt.Fprintf(&b, "\n%-19s%9s%9s%9s%9s%9s%9s%9s\n", "", "suites", "cases", "passed", "failed", "nodes", "passed", "failed")
	for _, c := range r.Totals() {
		fmt.Fprintf(&b, "%-19s%9d%9d%9d%9d%9d%9d%9d\n", oneLine(c.Name), c.Suites, c.Cases, c.Passed, c.Failed, c.Nodes, c.NodesPassed, c.NodesFailed)
	}
	b.WriteByte('\n')
	if all := r.Scored(); all.Cases > 0 {
		hundredths := all.Passed * 10_000 / all.Cases // rounded down: 100 % means all
		fmt.Fprintf(&b, "%d of %d cases passed (%d.%02d %%)\n", all.Passed, all.Cases, hundredths/100, hundredths%100)
	} else {
		b.WriteString("no case of these is scored\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (s *Suite) writeText(b *bytes.Buffer, d Detail) {
	var c Count
	c.add(s)
	word := "ok"
	if c.Failed > 0 {
		word = "FAIL"
	}
	fmt.Fprintf(b, "%-5s %-53s %3d/%d\n", word, oneLine(s.Path), c.Passed, c.Cases)
	if d.Verbose {
		writeDiagnostics(b, "      ", s.Diagnostics)
	}
	told := map[string]bool{}
	for i := range s.Cases {
		k := &s.Cases[i]
		for _, reason := range k.Reasons {
			if !told[reason] {
				fmt.Fprintf(b, "      %s\n", oneLine(reason))
			}
			told[reason] = true
		}
		if len(k.Reasons) > 0 {
			continue
		}
		for _, n := range k.Nodes {
			if !d.shows(&n) {
				continue
			}
			fmt.Fprintf(b, "      %s %s: %s\n", oneLine(k.ID), oneLine(n.Name), n.text(d))
			if d.Verbose {
				writeDiagnostics(b, "        ", n.Diagnostics)
			}
		}
	}
}

// text tells what came of a node.
func (n *Node) text(d Detail) string {
	switch {
	case n.Failure != "":
		return oneLine(n.Failure)
	case !n.Passed:
		return fmt.Sprintf("want %s, got %s", literal(n.Want), literal(n.Got))
	case d.Exact && !n.Exact:
		return fmt.Sprintf("passed within 0.00000001: want %s, got %s", literal(n.Want), literal(n.Got))
	}
	return "passed, got " + literal(n.Got)
}

func writeDiagnostics(b *bytes.Buffer, indent string, faults diag.List) {
	for _, f := range faults {
		fmt.Fprintf(b, "%s%s\n", indent, oneLine(f.Error()))
	}
}

// maxLiteral is the length of a value in a report, in characters.
const maxLiteral = 200

// literal gives a value as FEEL writes it, cut when it is long.
func literal(v feel.Value) string {
	text := oneLine(v.String())
	if runes := []rune(text); len(runes) > maxLiteral {
		const dots = "..."
		return string(runes[:maxLiteral-len(dots)]) + dots
	}
	return text
}

// oneLine makes text from a file safe to print on a line.
func oneLine(text string) string {
	return strings.NewReplacer("\r", " ", "\n", " ", "\t", " ").Replace(diag.Clean(text))
}
