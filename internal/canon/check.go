package canon

import (
	"bytes"
	"errors"
	"math"

	"github.com/gowebpki/jcs"

	"github.com/decision-spine/spine/internal/strictjson"
)

// Check reports whether b is canonical JSON. It asks an implementation of RFC
// 8785 that is not this package's writer. The error is an [*Error] with the
// Offset of the first byte that canonical JSON has otherwise, or of the first
// fault if b is not JSON that can be made canonical.
func Check(b []byte) error {
	want, err := jcs.Transform(b)
	if err != nil {
		return refused(b, err)
	}
	if bytes.Equal(b, want) {
		return nil
	}
	i := 0
	for i < len(b) && i < len(want) && b[i] == want[i] {
		i++
	}
	e := fail("canonical JSON has %s here, found %s", from(want, i), from(b, i))
	e.Offset = i
	return e
}

// from quotes what stands at byte i.
func from(b []byte, i int) string {
	if i == len(b) {
		return "its end"
	}
	return strictjson.Excerpt(string(b[i:min(i+64, len(b))]))
}

// refused finds the place in b, for which jcs gives only words.
func refused(b []byte, cause error) error {
	const all = math.MaxInt32
	v, err := strictjson.Parse(b, strictjson.Limits{Bytes: all, Depth: all, Values: all, String: all, Number: all})
	var syntax *strictjson.Error
	if errors.As(err, &syntax) {
		return &Error{Path: syntax.Path, Offset: syntax.Offset, Message: "not canonical JSON: " + syntax.Message}
	}
	if _, err := FromJSON(v); err != nil {
		return err
	}
	return fail("not canonical JSON: %v", cause)
}
