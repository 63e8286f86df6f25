// Package gen writes the files of the repository that follow from its source. Each
// has a function that gives its content; a test compares it with the file, and with
// the flag -update writes it:
//
//	go test ./internal/gen -update
package gen

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/internal/codes"
)

// Codes gives docs/codes.md, the reference of diagnostic codes, for the module
// whose folder is root.
func Codes(root string) ([]byte, error) {
	all, err := codes.ReadAll(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(`# Codes

<!-- Written from the source by: go test ./internal/gen -update -->

Every fault that spine reports has a code: in brackets behind the message, as "code" in --json output, as what
expect_error of a policy test takes, and for errors.Is in Go. A code keeps its meaning; wording may change. Below the
table each code has an example that a test runs; its form is that of its package.

| code | package | meaning |
|---|---|---|
`)
	for i, c := range all {
		code := fmt.Sprintf("[%s](#%s)", c.Code, strings.ToLower(c.Code))
		if i > 0 && all[i-1].Code == c.Code {
			code = "" // several packages share it
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code, c.Package, cell(c.Meaning))
	}
	for i, c := range all {
		if i == 0 || all[i-1].Code != c.Code {
			fmt.Fprintf(&b, "\n## %s\n", c.Code)
		}
		fmt.Fprintf(&b, "\n`%s.%s`: %s\n\n```text\n%s\n```\n", c.Package, c.Name, links(c.Meaning), short(c.Example))
	}
	return b.Bytes(), nil
}

// cell makes text fit into a cell of a Markdown table.
func cell(text string) string { return strings.ReplaceAll(links(text), "|", `\|`) }

// links writes a link of a doc comment as a name.
func links(text string) string {
	return strings.NewReplacer("[", "", "]", "").Replace(text)
}

// short cuts lines that nobody reads to their end.
func short(example string) string {
	const most = 160
	lines := strings.Split(example, "\n")
	for i, line := range lines {
		if r := []rune(line); len(r) > most {
			lines[i] = string(r[:most]) + "..."
		}
	}
	return strings.Join(lines, "\n")
}
