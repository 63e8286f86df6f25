package temporal

import (
	"fmt"
	"strconv"
)

// Error says why a text or parts make no value, or why a result does not fit.
// It is the only error type of this package.
type Error struct {
	Kind   string // what was asked for: "date", "time", "date and time", "duration", "zone"
	Text   string // the text that was read; "" for parts and for results
	Reason string // for people: "month 13 is not between 1 and 12"
}

func (e *Error) Error() string {
	if e.Text == "" {
		return e.Kind + ": " + e.Reason
	}
	return e.Kind + " " + quote(e.Text) + ": " + e.Reason
}

// The kinds of an Error.
const (
	kindDate     = "date"
	kindTime     = "time"
	kindDateTime = "date and time"
	kindDuration = "duration"
	kindZone     = "zone"
)

func fault(kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Reason: fmt.Sprintf(format, args...)}
}

func outOfYears(kind string) error {
	return fault(kind, "the year of the result is not between %d and %d", MinYear, MaxYear)
}

func tooLong() error { return fault(kindDuration, "the result is too long") }

func noCommonZone(kind string) error {
	return fault(kind, "one has a zone and the other has none")
}

// quote gives s in quotes, cut when it is long, since texts are input.
func quote(s string) string {
	const most = 64
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
