package decimal

// KnowsLayout reports whether the coefficient of shopspring's type is where it was.
func KnowsLayout() bool { return beginsWithCoefficient }

// ForgetLayout makes conversions use the methods of that type alone, until undo.
func ForgetLayout() (undo func()) {
	known := beginsWithCoefficient
	beginsWithCoefficient = false
	return func() { beginsWithCoefficient = known }
}

// QuoPlainly is Quo without the ways of short numbers.
func QuoPlainly(a, b Decimal) (Decimal, error) { return quoWide(a.wide(), b.wide()) }

// LnPlainly, ExpPlainly and PowPlainly leave everything to the library. The base of a power
// is positive, and neither it nor the exponent are 0 or 1.
func LnPlainly(d Decimal) (Decimal, error) { return lnLong(d) }

func ExpPlainly(d Decimal) (Decimal, error) { return exp(d.apd()) }

func PowPlainly(a, b Decimal) (Decimal, error) {
	if b.IsInt() {
		return powWhole(a, b.Reduce().wide(), Cmp(Abs(a), FromInt(1)))
	}
	return powLong(a, b)
}
