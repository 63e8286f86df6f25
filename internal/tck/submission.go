package tck

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// WriteCSV writes the results of the scored cases in the format of a submission to
// the kit: suite, test file, case, result and comment, without a header, sorted by
// suite and by case. The only error is that of w.
func (r *Report) WriteCSV(w io.Writer) error {
	var b bytes.Buffer
	for i := range r.Suites {
		s := &r.Suites[i]
		if !s.scored() {
			continue
		}
		cases := slices.Clone(s.Cases)
		slices.SortStableFunc(cases, func(a, b Case) int { return cmp.Compare(a.ID, b.ID) })
		for _, c := range cases {
			result := "SUCCESS"
			if !c.Passed() {
				result = "ERROR"
			}
			row := []string{s.Path, strings.TrimSuffix(c.File, ".xml"), c.ID, result, c.Comment()}
			for i, field := range row {
				row[i] = `"` + strings.ReplaceAll(oneLine(field), `"`, "'") + `"`
			}
			b.WriteString(strings.Join(row, ",") + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Comment tells why a case failed, in one line; "" when it passed.
func (c *Case) Comment() string {
	comments := slices.Clone(c.Reasons)
	for _, n := range c.Nodes {
		if len(c.Reasons) == 0 && !n.Passed {
			comments = append(comments, n.Name+": "+n.text(Detail{}))
		}
	}
	return strings.Join(comments, "; ")
}

// WriteProperties writes the file that goes with the results in a submission: who
// made what, in the version given and on the day given. The only error is that of w.
func WriteProperties(w io.Writer, version string, day time.Time) error {
	_, err := fmt.Fprintf(w, `vendor.name=decision-spine
vendor.url=https://github.com/decision-spine
product.name=spine
product.url=https://github.com/decision-spine/spine
product.version=%s
product.comment=DMN decisions embedded in Go services, with a record of each
last.update=%s
instructions.url=https://github.com/decision-spine/spine/blob/main/CONTRIBUTING.md
`, version, day.Format(time.DateOnly))
	return err
}
