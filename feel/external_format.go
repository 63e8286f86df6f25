package feel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/internal/decimal"
)

// javaFormat is String.format, with the conversions s, S, b, c, d, x, X, f, n and
// %, the flags - 0 + , and space, width, precision and indexes such as 1$. A number
// is a BigDecimal for s and f, and must be whole for d and x.
func javaFormat(f *frame, at site, args []any) (any, error) {
	format, values := args[0].(string), args[1].([]Value)
	var out strings.Builder
	next := 0
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		out.WriteString(text)
		if !f.step(at, 1) || !f.produce(at, int64(len(text))) {
			return nil, f.err
		}
		if !found {
			break
		}
		d, after, err := parseDirective(rest)
		if err != nil {
			return nil, err
		}
		format = after
		var piece string
		switch d.conversion {
		case 'n':
			piece = "\n"
		case '%':
			piece = "%"
		default:
			i := d.index - 1
			if d.index == 0 {
				i = next
				next++
			}
			if i >= len(values) {
				return nil, fmt.Errorf("there is no argument for %%%c", d.conversion)
			}
			if piece, err = d.apply(f, at, values[i]); err != nil {
				return nil, err
			}
		}
		if piece = d.pad(piece); !f.step(at, int64(len(piece))>>3) || !f.produce(at, int64(len(piece))) {
			return nil, f.err
		}
		out.WriteString(piece)
	}
	return out.String(), nil
}

// directive is what stands behind a % of a format.
type directive struct {
	index            int // from 1; 0: the next argument
	flags            string
	width, precision int // precision is -1 when it is not given
	conversion       byte
}

const maxFormatWidth = 1000

func parseDirective(s string) (d directive, rest string, err error) {
	number := func() (n int, ok bool) {
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		n, err := strconv.Atoi(s[:digits])
		s = s[digits:]
		return n, err == nil && n <= maxFormatWidth
	}
	if digits := strings.TrimLeft(s, "0123456789"); digits != s && strings.HasPrefix(digits, "$") {
		n, ok := number()
		if !ok || n == 0 {
			return d, "", errors.New("the format asks for an argument that cannot be there")
		}
		d.index, s = n, s[1:]
	}
	after := strings.TrimLeft(s, "-0+, ")
	d.flags, s = s[:len(s)-len(after)], after
	ok := true
	if s != "" && s[0] >= '1' && s[0] <= '9' {
		d.width, ok = number()
	}
	d.precision = -1
	if strings.HasPrefix(s, ".") && ok {
		s = s[1:]
		d.precision, ok = number()
	}
	switch {
	case !ok:
		return d, "", fmt.Errorf("the format has a width or precision that is missing or above %d", maxFormatWidth)
	case s == "" || !strings.Contains("sSbcdxXfn%", s[:1]):
		return d, "", errors.New("the format has a % that begins no conversion that is known here")
	}
	d.conversion = s[0]
	return d, s[1:], nil
}

func (d *directive) pad(s string) string {
	n := d.width - len([]rune(s))
	switch {
	case n <= 0:
		return s
	case strings.Contains(d.flags, "-"):
		return s + strings.Repeat(" ", n)
	}
	return strings.Repeat(" ", n) + s
}

// apply gives the text of a value, without the blanks that fill its width.
func (d *directive) apply(f *frame, at site, v Value) (string, error) {
	switch d.conversion {
	case 's', 'S', 'b':
		text := "null"
		switch {
		case d.conversion == 'b':
			text = strconv.FormatBool(v.isTrue() || v.kind != KindBoolean && v.kind != KindNull)
		case v.kind != KindNull:
			text, _ = stringFrom(f, at, []Value{v}).AsString()
		}
		if r := []rune(text); d.precision >= 0 && d.precision < len(r) {
			text = string(r[:d.precision])
		}
		if d.conversion == 'S' {
			text = strings.ToUpper(text)
		}
		return text, nil
	case 'c':
		if c, ok := toJava(v, "char"); ok {
			return string(rune(c.(javaChar))), nil
		}
		return "", fmt.Errorf("%%c needs a character, not %s", v.brief())
	}
	if v.kind == KindNull {
		return "null", nil
	}
	if v.kind != KindNumber {
		return "", fmt.Errorf("%%%c needs a number, not a %s", d.conversion, v.kind)
	}
	return d.number(v.num())
}

func (d *directive) number(n decimal.Decimal) (string, error) {
	digits := int32(0)
	switch {
	case d.conversion == 'f' && d.precision < 0:
		digits = 6
	case d.conversion == 'f':
		digits = int32(d.precision)
	case !n.IsInt() || d.precision >= 0:
		return "", fmt.Errorf("%%%c needs a whole number and no precision", d.conversion)
	}
	text := decimal.Abs(n).Shopspring().StringFixed(digits)
	if d.conversion == 'x' || d.conversion == 'X' {
		text = decimal.Abs(n).Shopspring().BigInt().Text(16)
		if d.conversion == 'X' {
			text = strings.ToUpper(text)
		}
	}
	if strings.Contains(d.flags, ",") {
		text = grouped(text)
	}
	sign := ""
	switch {
	case n.Sign() < 0:
		sign = "-"
	case strings.Contains(d.flags, "+"):
		sign = "+"
	case strings.Contains(d.flags, " "):
		sign = " "
	}
	if fill := d.width - len(sign) - len(text); fill > 0 && strings.Contains(d.flags, "0") && !strings.Contains(d.flags, "-") {
		text = strings.Repeat("0", fill) + text
	}
	return sign + text, nil
}

// grouped puts a comma between each three digits before the point.
func grouped(text string) string {
	whole, _, _ := strings.Cut(text, ".")
	out := make([]byte, 0, len(text)+len(whole)/3)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, whole[i])
	}
	return string(append(out, text[len(whole):]...))
}
