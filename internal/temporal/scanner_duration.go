package temporal

import "math"

// durationUnits has the parts of a duration in the order in which they stand. The
// first three stand before the T, and of one kind are those that count months
// and those that count seconds.
var durationUnits = [...]struct {
	letter          byte
	months, seconds int64
}{
	{'Y', 12, 0}, {'M', 1, 0}, {'D', 0, secondsPerDay},
	{'H', 0, secondsPerHour}, {'M', 0, secondsPerMinute}, {'S', 0, 1},
}

// duration reads the whole text.
func (s *scanner) duration() (d Duration, m Months, isMonths bool) {
	negative := s.accept('-')
	if negative && s.rfc3339 {
		s.fail("RFC 3339 has no negative durations")
	}
	if !s.accept('P') {
		s.fail("it does not begin with P")
	}
	var months, seconds int64
	var nano int
	isDays := false
	next, last := 0, 2 // the units that may come, from and to
	for parts := 0; s.reason == "" && (parts == 0 || s.pos < len(s.text)); parts++ {
		if last == 2 && s.accept('T') {
			next, last = 3, 5
		}
		count := s.count()
		if s.rfc3339 && parts == 0 && last == 2 && s.accept('W') {
			isDays = true
			seconds = s.total(0, count, 7*secondsPerDay)
			s.end()
			break
		}
		hasPoint := s.peek() == '.'
		nano = s.fraction(true)
		i := s.unit(next, last)
		unit := durationUnits[i]
		switch {
		case hasPoint && s.rfc3339:
			s.fail("RFC 3339 has no fractions in durations")
		case hasPoint && unit.letter != 'S':
			s.fail("only seconds may have a fraction")
		}
		if unit.months > 0 {
			isMonths = true
			months = s.total(months, count, unit.months)
		} else {
			isDays = true
			seconds = s.total(seconds, count, unit.seconds)
		}
		next = i + 1
	}
	if isMonths && isDays {
		s.fail("years and months are one kind of duration, days and time another: they do not mix")
	}
	if negative {
		months, seconds, nano = -months, -seconds, -nano
	}
	return Duration{Sec: seconds, Nano: int32(nano)}, Months(months), isMonths
}

// count reads a whole number of any length.
func (s *scanner) count() (n int64) {
	if !isDigit(s.peek()) {
		s.fail("a number is missing at %s", s.rest())
	}
	for ; isDigit(s.peek()); s.pos++ {
		n = s.total(int64(s.text[s.pos]-'0'), n, 10)
	}
	return n
}

// total gives sum + count*size.
func (s *scanner) total(sum, count, size int64) int64 {
	sum, ok := mulAdd(sum, count, size)
	if !ok {
		s.fail("it is too long: more than %d months or seconds", int64(math.MaxInt64))
	}
	return sum
}

// unit reads one of the units from next to last and gives its place.
func (s *scanner) unit(next, last int) int {
	for i := next; i <= last; i++ {
		if s.accept(durationUnits[i].letter) {
			return i
		}
	}
	s.fail("a unit is missing at %s: Y, M, D, then T, then H, M, S", s.rest())
	return last
}
