package canon

import (
	"math"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/internal/strictjson"
)

// shortestMax is the length of the longest text that ECMAScript gives a double:
// -0.0000012345678901234567.
const shortestMax = 25

// isShortest reports whether text is what ECMAScript writes for some double.
func isShortest(text string) bool {
	if digits := strings.TrimPrefix(text, "-"); len(digits) > 0 && len(digits) <= 15 && digits[0] != '0' &&
		strings.Trim(digits, "0123456789") == "" {
		return true // an integer below 2^53
	}
	if len(text) > shortestMax {
		return false
	}
	var buf [2 * shortestMax]byte
	out, ok := appendShortest(buf[:0], text)
	return ok && string(out) == text
}

// appendShortest appends what ECMAScript writes for the double that is nearest
// to text (RFC 8785, section 3.2.2.3). False means that there is none.
func appendShortest(dst []byte, text string) ([]byte, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return dst, false
	}
	switch a := math.Abs(f); {
	case a == 0:
		return append(dst, '0'), true
	case a >= 1e-6 && a < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64), true
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-3] == '-' && dst[n-2] == '0' { // Go writes 1e-07, ECMAScript 1e-7
		dst = append(dst[:n-2], dst[n-1])
	}
	return dst, true
}

// asDouble says what becomes of a number as a double.
func asDouble(text string) string {
	if out, ok := appendShortest(nil, text); ok {
		return "as a double it is " + string(out)
	}
	return "it is not a double"
}

// FromJSON gives v for embedding. Numbers are respelled where that keeps their
// exact value: 1.50 becomes 1.5. One with a value that no double has is an
// error, an [*Error] with its Path and Offset.
func FromJSON(v strictjson.Value) (Node, error) {
	n, err := fromJSON(v)
	if err != nil {
		return Node{}, err.complete()
	}
	return n, nil
}

func fromJSON(v strictjson.Value) (Node, *Error) {
	switch v.Kind() {
	case strictjson.Bool:
		return Bool(v.Bool()), nil
	case strictjson.String:
		return String(v.Text()), nil
	case strictjson.Number:
		if isShortest(v.Text()) {
			return Node{kind: literal, text: v.Text()}, nil
		}
		out, ok := appendShortest(nil, v.Text())
		if !ok || !strictjson.EqualNumbers(string(out), v.Text()) {
			err := fail("the number %s does not survive: %s", strictjson.Excerpt(v.Text()), asDouble(v.Text()))
			err.Offset = v.Offset()
			return Node{}, err
		}
		return Node{kind: literal, text: string(out)}, nil
	case strictjson.Array:
		items := make([]Node, len(v.Items()))
		for i, item := range v.Items() {
			var err *Error
			if items[i], err = fromJSON(item); err != nil {
				return Node{}, err.under(strconv.Itoa(i))
			}
		}
		return Array(items...), nil
	case strictjson.Object:
		pairs := make([]Pair, len(v.Members()))
		for i, m := range v.Members() {
			value, err := fromJSON(m.Value)
			if err != nil {
				return Node{}, err.under(m.Name)
			}
			pairs[i] = Member(m.Name, value)
		}
		return Object(pairs...), nil
	}
	return Null(), nil
}
