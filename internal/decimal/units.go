package decimal

import "math"

// Units returns how many whole units of 10^exp lie between 0 and d, rounded down
// (-1 for what is just below 0), and whether nothing is left over. A number of 18
// digits or less that is too great for that gives the int64 that is farthest from 0
// on its side; ok is false for a number of more digits.
func (d Decimal) Units(exp int32) (units int64, exact, ok bool) {
	if d.big != nil {
		return 0, false, false
	}
	if d.exp >= exp {
		if units, ok = aligned(d, exp); ok {
			return units, true, true
		}
		if d.coef < 0 {
			return math.MinInt64, false, true
		}
		return math.MaxInt64, false, true
	}
	if n := exp - d.exp; n <= inlineDigits {
		unit := int64(pow10[n])
		units, rest := d.coef/unit, d.coef%unit
		if rest < 0 {
			units--
		}
		return units, rest == 0, true
	}
	if d.coef < 0 {
		return -1, false, true
	}
	return 0, d.coef == 0, true
}
