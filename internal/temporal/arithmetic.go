package temporal

const (
	secondsPerMinute = 60
	secondsPerHour   = 60 * secondsPerMinute
	secondsPerDay    = 24 * secondsPerHour
	nanosPerSecond   = 1_000_000_000
	nanosPerDay      = secondsPerDay * nanosPerSecond
)

// add gives a+b, and whether it fits.
func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

// mulAdd gives acc + n*factor of numbers that are not negative, and whether it
// fits.
func mulAdd(acc, n, factor int64) (int64, bool) {
	product := n * factor
	if product/factor != n || product < 0 {
		return 0, false
	}
	return add(acc, product)
}

// floorDiv gives the quotient rounded down, and the remainder, which is not
// negative.
func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}
