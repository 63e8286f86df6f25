package judgment

import "github.com/decision-spine/spine/diag"

// Result is the answer of [Validate].
type Result string

// The answers.
const (
	Valid       Result = "valid"
	Invalid     Result = "invalid"     // does not conform
	Unsupported Result = "unsupported" // conforms, and requires an extension that the caller does not support
)

// Validate judges a pack for a caller who supports the extensions of these names
// (sections 3 of JPS Core). Valid has no findings; the findings of the others are
// sorted by path and code.
func Validate(file string, src []byte, extensions []string) (Result, diag.List) {
	panic("to come")
}
