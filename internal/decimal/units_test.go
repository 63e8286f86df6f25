package decimal_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		text      string
		exp       int32
		units     int64
		exact, ok bool
	}{
		{"12.50", -2, 1250, true, true},
		{"12.5", -2, 1250, true, true},
		{"12.501", -2, 1250, false, true},
		{"-12.501", -2, -1251, false, true},
		{"-12.500", -2, -1250, true, true},
		{"7", 1, 0, false, true},
		{"-7", 1, -1, false, true},
		{"0.00", 3, 0, true, true},
		{"0E+900", -900, 0, true, true},
		{"1E-40", 0, 0, false, true},
		{"-1E-40", 0, -1, false, true},
		{"1E+40", 0, math.MaxInt64, false, true},
		{"-1E+40", 0, math.MinInt64, false, true},
		{"999999999999999999", 0, 999_999_999_999_999_999, true, true},
		{"1.234567890123456789", 0, 0, false, false},
	} {
		d, err := decimal.Parse(c.text)
		if c.text[0] == '-' {
			d, err = decimal.Parse(c.text[1:])
			d = decimal.Neg(d)
		}
		if err != nil {
			t.Fatal(err)
		}
		units, exact, ok := d.Units(c.exp)
		if units != c.units || exact != c.exact || ok != c.ok {
			t.Errorf("%s in units of 10^%d: %d, %v, %v; want %d, %v, %v", c.text, c.exp, units, exact, ok, c.units, c.exact, c.ok)
		}
	}
}

// A number lies at its units when they are exact, else between them and one more.
func TestUnitsBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := decimal.FromCoef(rapid.Int64Range(-999_999, 999_999).Draw(t, "coef"), rapid.Int32Range(-20, 6).Draw(t, "exp"))
		exp := rapid.Int32Range(-6, 20).Draw(t, "unit")
		units, exact, ok := d.Units(exp)
		low, high := decimal.FromCoef(units, exp), decimal.FromCoef(units+1, exp)
		if !ok || exact != decimal.Equal(d, low) || decimal.Cmp(low, d) > 0 || decimal.Cmp(d, high) >= 0 {
			t.Fatalf("%v in units of 10^%d: %d, %v, %v", d, exp, units, exact, ok)
		}
	})
}
