// Package schemas holds the published JSON Schemas (draft 2020-12) of the files of
// spine: for editors, and for programs that write such files.
//
// A schema describes the data of a document, as it is when its YAML is read as
// JSON. What it accepts is not yet free of faults: loading finds those that no
// schema can say, such as a name that nothing has.
package schemas

import (
	"embed"
	"io/fs"
	"strings"
)

const suffix = ".schema.json"

//go:embed *.schema.json
var files embed.FS

// Names gives the names of the schemas, sorted: agent, record, table, test,
// workflow.
func Names() []string {
	found, _ := fs.Glob(files, "*"+suffix) // sorted; the pattern is a good one
	for i, name := range found {
		found[i] = strings.TrimSuffix(name, suffix)
	}
	return found
}

// Get gives the text of a schema, which the caller may change; ok is false when
// there is none of that name.
func Get(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name + suffix)
	return text, err == nil
}
