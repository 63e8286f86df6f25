package strictjson

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// AppendKey appends a key of v to dst: two values have the same key exactly if
// they are [Equal]. Keys, of which none is the start of another, find equal values
// among many in linear time. A key is about as long as the value's text.
func AppendKey(dst []byte, v Value) []byte {
	switch v.kind {
	case Bool:
		if v.yes {
			return append(dst, 't')
		}
		return append(dst, 'f')
	case Number:
		return appendNumberKey(dst, v.text)
	case String:
		return appendTextKey(dst, v.text)
	case Array:
		dst = append(dst, '[')
		for _, item := range v.Items() {
			dst = AppendKey(dst, item)
		}
		return append(dst, ']')
	case Object:
		members := slices.Clone(v.Members())
		slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
		dst = append(dst, '{')
		for _, m := range members {
			dst = AppendKey(appendTextKey(dst, m.Name), m.Value)
		}
		return append(dst, '}')
	}
	return append(dst, 'n')
}

func appendTextKey(dst []byte, text string) []byte {
	dst = strconv.AppendInt(append(dst, '"'), int64(len(text)), 10)
	return append(append(dst, ':'), text...)
}

// appendNumberKey writes ±DIGITSeEXPONENT, with all of it in normal form.
func appendNumberKey(dst []byte, text string) []byte {
	d := takeApart(text)
	if d.digits() == "" {
		return append(dst, "+e;"...)
	}
	mark := byte('+')
	if d.negative {
		mark = '-'
	}
	dst = append(append(append(dst, mark), d.whole...), d.fraction...)
	return append(appendSum(append(dst, 'e'), d.exponent, d.shift), ';')
}

// appendSum writes the sum of an exponent as written and a shift, which is less
// than 10^17.
func appendSum(dst []byte, exponent string, shift int) []byte {
	digits, by := sign(exponent)
	digits = strings.TrimLeft(digits, "0")
	if len(digits) < 18 {
		n, _ := strconv.ParseInt("0"+digits, 10, 64)
		return strconv.AppendInt(dst, by*n+int64(shift), 10)
	}
	// No shift is so large that it changes the sign.
	sum := []byte("0" + digits)
	carry := by * int64(shift)
	for i := len(sum) - 1; carry != 0; i-- {
		carry += int64(sum[i] - '0')
		last := (carry%10 + 10) % 10
		sum[i] = '0' + byte(last)
		carry = (carry - last) / 10
	}
	if by < 0 {
		dst = append(dst, '-')
	}
	return append(dst, strings.TrimLeft(string(sum), "0")...)
}
