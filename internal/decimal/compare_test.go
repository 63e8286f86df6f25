package decimal_test

import (
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

func TestCmp(t *testing.T) {
	// Ascending; numbers in one row are equal.
	ordered := [][]string{
		{"-9.999999999999999999999999999999999e6144"}, {"-1e6000", "-10e5999"}, {"-1.5", "-1.50", "-150e-2"},
		{"-1e-6176"}, {"0", "-0", "0.00", "0e6000", "0e-6176"}, {"1e-6176"}, {"1e-6000"},
		{"0.9999999999999999999999999999999999"}, {"1", "1.000000000000000000000000000000000", "1000e-3"},
		{"1.000000000000000000000000000000001"}, {"89.5", "89.500"}, {"2000", "2000.00", "2e3"},
		{"999999999999999999"}, {"1000000000000000000", "1e18"}, {"1000000000000000001"},
		{"12345678901234567890", "1234567890123456789e1"}, {"12345678901234567890.00000000000001"},
		{"1e19"}, {"1e6144", "1000000000000000000000000000000000e6111"},
	}
	ordered[len(ordered)-2] = []string{"1e20"}
	for i, row := range ordered {
		for j, other := range ordered {
			want := 0
			if i != j {
				want = 1
				if i < j {
					want = -1
				}
			}
			for _, s := range row {
				for _, u := range other {
					a, b := parse(t, s), parse(t, u)
					if got := decimal.Cmp(a, b); got != want || decimal.Equal(a, b) != (want == 0) {
						t.Errorf("Cmp(%s, %s) = %d, want %d", s, u, got, want)
					}
					if want == 0 && a.Hash() != b.Hash() {
						t.Errorf("%s and %s are equal, their hashes are not", s, u)
					}
				}
			}
		}
	}
}

func TestCmpAgrees(t *testing.T) {
	pairs(t, func(t *rapid.T, a, b decimal.Decimal, x, y *apd.Decimal, what string) {
		if got, want := decimal.Cmp(a, b), x.Cmp(y); got != want {
			t.Fatalf("Cmp%s = %d, want %d", what, got, want)
		}
		if (a.Reduce().String() == b.Reduce().String()) != (x.Cmp(y) == 0) {
			t.Fatalf("the texts of %s do not tell them apart as Cmp does", what)
		}
	})
}

// TestHashSpreads: the hash is used as a key, so near numbers must not collide.
func TestHashSpreads(t *testing.T) {
	seen := map[uint64]decimal.Decimal{}
	for exp := int32(-20); exp <= 20; exp++ {
		for coef := int64(-999); coef <= 999; coef++ {
			if coef%10 == 0 {
				continue
			}
			d := decimal.FromCoef(coef, exp)
			if other, ok := seen[d.Hash()]; ok {
				t.Fatalf("%v and %v have one hash", d, other)
			}
			seen[d.Hash()] = d
		}
	}
}
