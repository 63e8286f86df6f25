package xpathre

import (
	"errors"
	"fmt"
)

// The errors of a call that needs more than it may use.
var (
	// ErrSteps: more than the steps of its [Budget].
	ErrSteps = errors.New("the regular expression takes too many steps")
	// ErrBytes: more than the bytes of its [Budget], or a search that has to
	// remember too much.
	ErrBytes = errors.New("the regular expression takes too much memory")
)

// Code tells the kind of an [Error]: the error code of F&O, or "limit".
type Code string

// The kinds of errors.
const (
	// InvalidFlags: a flag other than s, m, i, x and q.
	InvalidFlags Code = "FORX0001"
	// InvalidPattern: a pattern that the dialect does not allow.
	InvalidPattern Code = "FORX0002"
	// MatchesEmpty: replacing or splitting by a pattern that matches the empty string.
	MatchesEmpty Code = "FORX0003"
	// InvalidReplacement: a $ without a digit, or a \ that escapes neither $ nor \.
	InvalidReplacement Code = "FORX0004"
	// TooLarge: a pattern beyond the limits of this package.
	TooLarge Code = "limit"
)

// Error is a fault of a pattern, of flags or of a replacement.
type Error struct {
	Code   Code
	Offset int    // in bytes from 0, in the text that the code is about
	Reason string // says what is wrong and, if there is one, the remedy
}

func (e *Error) Error() string {
	what := "regular expression"
	switch e.Code {
	case InvalidFlags:
		what = "flags"
	case InvalidReplacement:
		what = "replacement"
	}
	return fmt.Sprintf("%s, byte %d: %s", what, e.Offset, e.Reason)
}
