package temporal

import "strconv"

// appendPadded appends n, which is not negative, with at least width digits.
func appendPadded(dst []byte, n int64, width int) []byte {
	if width == 2 && n < 100 { // most
		return append(dst, byte('0'+n/10), byte('0'+n%10))
	}
	for limit := int64(10); width > 1; width-- {
		if n < limit {
			dst = append(dst, '0')
		}
		limit *= 10
	}
	return strconv.AppendInt(dst, n, 10)
}

// appendFraction appends a fraction of nano nanoseconds without trailing zeros;
// nothing for none.
func appendFraction(dst []byte, nano int) []byte {
	if nano == 0 {
		return dst
	}
	dst = append(dst, '.')
	dst = appendPadded(dst, int64(nano), 9)
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// appendPart appends a part of a duration; nothing for zero.
func appendPart(dst []byte, n int64, unit byte) []byte {
	if n == 0 {
		return dst
	}
	return append(strconv.AppendInt(dst, n, 10), unit)
}
