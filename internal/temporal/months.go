package temporal

import (
	"cmp"
	"math"
)

// Months is a years and months duration: a number of months, never
// math.MinInt64, so that every duration has its negative.
type Months int64

// NewMonths gives the duration of n months.
func NewMonths(n int64) (Months, error) {
	if n == math.MinInt64 {
		return 0, tooLong()
	}
	return Months(n), nil
}

// YearsMonthsBetween gives the whole months from one day to another, cut towards
// zero; negative if to is earlier.
func YearsMonthsBetween(from, to Date) Months {
	y1, m1, d1 := from.Civil()
	y2, m2, d2 := to.Civil()
	months := (y2-y1)*12 + int64(m2-m1)
	switch {
	case months > 0 && d2 < d1:
		months--
	case months < 0 && d2 > d1:
		months++
	}
	return Months(months)
}

// Parts gives years, and months below 12, both with the sign of m.
func (m Months) Parts() (years, months int64) { return int64(m) / 12, int64(m) % 12 }

// Add gives m + o.
func (m Months) Add(o Months) (Months, error) {
	sum, ok := add(int64(m), int64(o))
	if !ok {
		return 0, tooLong()
	}
	return NewMonths(sum)
}

// Sub gives m - o.
func (m Months) Sub(o Months) (Months, error) { return m.Add(-o) }

// Neg gives -m.
func (m Months) Neg() Months { return -m }

// Compare gives -1, 0 or 1 for a duration less than, equal to or greater than o.
func (m Months) Compare(o Months) int { return cmp.Compare(m, o) }

// Equal reports whether both are the same amount.
func (m Months) Equal(o Months) bool { return m == o }

// AppendTo appends the text of m to dst: years and months below 12, parts that
// are zero left out; P0M for nothing.
func (m Months) AppendTo(dst []byte) []byte {
	if m == 0 {
		return append(dst, "P0M"...)
	}
	if m < 0 {
		dst = append(dst, '-')
		m = -m
	}
	years, months := m.Parts()
	dst = append(dst, 'P')
	dst = appendPart(dst, years, 'Y')
	return appendPart(dst, months, 'M')
}

// String gives the text of m, as [ParseDuration] reads it.
func (m Months) String() string {
	var buf [32]byte
	return string(m.AppendTo(buf[:0]))
}
