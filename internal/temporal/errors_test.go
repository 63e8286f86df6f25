package temporal_test

import (
	"errors"
	"testing"

	"github.com/decision-spine/spine/internal/temporal"
)

func TestError(t *testing.T) {
	_, byText := temporal.ParseDate("2026-13-01")
	_, byParts := temporal.NewDate(2026, 13, 1)
	for _, c := range []struct {
		err        error
		kind, text string
		message    string
	}{
		{byText, "date", "2026-13-01", `date "2026-13-01": month 13 is not between 1 and 12`},
		{byParts, "date", "", "date: month 13 is not between 1 and 12"},
	} {
		var e *temporal.Error
		if !errors.As(c.err, &e) || e.Kind != c.kind || e.Text != c.text || e.Error() != c.message {
			t.Errorf("the error is %+v, want kind %q, text %q, message %q", c.err, c.kind, c.text, c.message)
		}
	}
}
