package decimal

import "strconv"

// The adjusted exponents of numbers that are written without an exponent, in
// FEEL texts and, as ECMAScript's Number::toString has it, in JSON.
const (
	plainMin, plainMax         = -7, 33
	plainMinJSON, plainMaxJSON = -6, 20
)

// String returns d without superfluous digits, as a FEEL literal: plain if its
// adjusted exponent is within -7 and 33, else as d.dddE+n or d.dddE-n.
// [Parse] gives d back.
func (d Decimal) String() string {
	var buf [48]byte
	return string(d.AppendText(buf[:0]))
}

// AppendText appends d's [Decimal.String] to dst.
func (d Decimal) AppendText(dst []byte) []byte {
	return d.Reduce().wide().append(dst, plainMin, plainMax, 'E')
}

// AppendJSON appends d to dst as the number text that RFC 8785 prescribes, if
// d survives it: if the float64 nearest to d has d as its shortest text. Else
// ok is false and nothing is appended.
func (d Decimal) AppendJSON(dst []byte) (out []byte, ok bool) {
	if !d.survivesFloat() {
		return dst, false
	}
	return d.Reduce().wide().append(dst, plainMinJSON, plainMaxJSON, 'e'), true
}

// survivesFloat reports whether d → nearest float64 → shortest text is d.
func (d Decimal) survivesFloat() bool {
	if d.big != nil { // more than the 17 digits of any shortest text
		return false
	}
	w := d.Reduce().wide()
	// Of the numbers with 15 digits no two share a normal float64.
	if adj := w.adjusted(); w.c.digits() <= 15 && -300 <= adj && adj <= 300 {
		return true
	}
	f, err := strconv.ParseFloat(d.String(), 64)
	if err != nil {
		return false
	}
	back, err := FromFloat(f)
	return err == nil && Equal(back, d)
}

// append writes w, which is in normal form, with an exponent if the adjusted
// exponent is outside plainMin and plainMax.
func (w wide) append(dst []byte, plainMin, plainMax int64, letter byte) []byte {
	var buf [maxDigits]byte
	digits := w.c.appendDigits(buf[:0])
	if w.neg {
		dst = append(dst, '-')
	}
	adj := int64(w.exp) + int64(len(digits)) - 1
	switch {
	case adj < plainMin || adj > plainMax:
		dst = append(dst, digits[0])
		if len(digits) > 1 {
			dst = append(append(dst, '.'), digits[1:]...)
		}
		dst = append(dst, letter)
		if adj > 0 {
			dst = append(dst, '+')
		}
		return strconv.AppendInt(dst, adj, 10)
	case adj < 0:
		dst = append(dst, '0', '.')
		dst = appendZeros(dst, -adj-1)
		return append(dst, digits...)
	case w.exp < 0:
		dst = append(dst, digits[:adj+1]...)
		dst = append(dst, '.')
		return append(dst, digits[adj+1:]...)
	}
	return appendZeros(append(dst, digits...), int64(w.exp))
}

func appendZeros(dst []byte, n int64) []byte {
	for ; n > 0; n-- {
		dst = append(dst, '0')
	}
	return dst
}

func (x u128) appendDigits(dst []byte) []byte {
	if x.hi == 0 {
		return strconv.AppendUint(dst, x.lo, 10)
	}
	high, low := x.divMod(u128{lo: 1e19})
	dst = strconv.AppendUint(dst, high.lo, 10)
	dst = appendZeros(dst, int64(19-max(low.digits(), 1)))
	return strconv.AppendUint(dst, low.lo, 10)
}
