package temporal

import "fmt"

// scanner reads one text from left to right. After the first fault it reads
// nothing more, so that its methods need no error result; what they give then is
// of no use.
type scanner struct {
	text    string
	pos     int
	rfc3339 bool   // the rules of RFC 3339 instead of FEEL's
	reason  string // the first fault; "" for none
}

func (s *scanner) fail(format string, args ...any) {
	if s.reason == "" {
		s.reason = fmt.Sprintf(format, args...)
	}
}

// err gives the fault as an error about a value of that kind.
func (s *scanner) err(kind string) error {
	return &Error{Kind: kind, Text: s.text, Reason: s.reason}
}

// result gives v, read from the whole text of s, or the fault.
func result[T any](s *scanner, v T, kind string) (T, error) {
	s.end()
	if s.reason != "" {
		var zero T
		return zero, s.err(kind)
	}
	return v, nil
}

// peek gives the next byte, 0 at the end and after a fault.
func (s *scanner) peek() byte {
	if s.reason != "" || s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// accept passes over c, if it is next.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.pos++
	return true
}

// letter passes over the capital letter c, which RFC 3339 also allows small.
func (s *scanner) letter(c byte) bool {
	return s.accept(c) || s.rfc3339 && s.accept(c+'a'-'A')
}

// expect passes over c, which must be next.
func (s *scanner) expect(c byte, after string) {
	if !s.accept(c) {
		s.fail("%q is missing after the %s", c, after)
	}
}

// end refuses what is left of the text.
func (s *scanner) end() {
	if s.reason == "" && s.pos < len(s.text) {
		s.fail("%s is more than belongs there", s.rest())
	}
}

// rest gives what is left of the text, for a message.
func (s *scanner) rest() string {
	if s.pos == len(s.text) {
		return "the end"
	}
	return quote(s.text[s.pos:])
}

// two reads a field of two digits.
func (s *scanner) two(field string) int {
	if s.reason == "" && s.pos+2 <= len(s.text) {
		a, b := s.text[s.pos]-'0', s.text[s.pos+1]-'0'
		if a <= 9 && b <= 9 {
			s.pos += 2
			return int(a)*10 + int(b)
		}
	}
	s.fail("the %s has not two digits", field)
	return 0
}

// run reads digits and gives how many there are and their value, as far as nine
// digits go.
func (s *scanner) run() (digits int, value int64) {
	for ; isDigit(s.peek()); s.pos++ {
		if digits++; digits <= 9 {
			value = value*10 + int64(s.text[s.pos]-'0')
		}
	}
	return digits, value
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (s *scanner) year() int64 {
	negative := s.accept('-')
	leadingZero := s.peek() == '0'
	digits, year := s.run()
	switch {
	case digits < 4:
		s.fail("the year has not four digits")
	case s.rfc3339 && (negative || digits > 4):
		s.fail("RFC 3339 has years 0000 to 9999 only")
	case digits > 9:
		s.fail("the year is not between %d and %d", MinYear, MaxYear)
	case digits > 4 && leadingZero:
		s.fail("a year of more than four digits begins with 0")
	case negative && year == 0:
		s.fail("year 0 has a minus sign")
	}
	if negative {
		return -year
	}
	return year
}

func (s *scanner) date() Date {
	if d, ok := s.usualDate(); ok {
		return d
	}
	return s.anyDate()
}

// usualDate reads a date of ten digits and hyphens, as all but a few have. Not ok leaves
// it, and what is wrong with it, to anyDate.
func (s *scanner) usualDate() (d Date, ok bool) {
	if s.reason != "" || len(s.text)-s.pos < 10 {
		return Date{}, false
	}
	t := s.text[s.pos : s.pos+10]
	most := byte(0) // of the digits
	digit := func(i int) int {
		most = max(most, t[i]-'0')
		return int(t[i] - '0')
	}
	year := 1000*digit(0) + 100*digit(1) + 10*digit(2) + digit(3)
	month, day := 10*digit(5)+digit(6), 10*digit(8)+digit(9)
	if most > 9 || t[4] != '-' || t[7] != '-' || month < 1 || month > 12 || day < 1 || day > monthLength(int64(year), month) {
		return Date{}, false
	}
	s.pos += 10
	return civilDate(int64(year), month, day), true
}

func (s *scanner) anyDate() Date {
	year := s.year()
	s.expect('-', "year")
	month := s.two("month")
	s.expect('-', "month")
	day := s.two("day")
	if s.reason != "" {
		return Date{}
	}
	s.reason = civilFault(year, month, day)
	return civilDate(year, month, day)
}

// fraction reads an optional fraction of a second and gives its nanoseconds.
// Digits may be missing after the point only where emptyOK.
func (s *scanner) fraction(emptyOK bool) int {
	if !s.accept('.') {
		return 0
	}
	digits, value := s.run()
	switch {
	case digits == 0 && !emptyOK:
		s.fail("no digit follows the point")
	case digits > 9:
		s.fail("the fraction has more than nine digits")
	}
	for ; digits < 9; digits++ {
		value *= 10
	}
	return int(value)
}

// clock reads a time of day without its zone. An hour 24 is left to the caller
// if endOfDay.
func (s *scanner) clock(endOfDay bool) (nanos int64) {
	hour := s.two("hour")
	s.expect(':', "hour")
	minute := s.two("minute")
	s.expect(':', "minute")
	second := s.two("second")
	nano := s.fraction(false)
	switch {
	case s.reason != "":
		return 0
	case endOfDay && hour == 24 && minute == 0 && second == 0 && nano == 0:
		return nanosPerDay
	case second == 60:
		s.fail("second 60 is not between 0 and 59: there are no leap seconds")
	default:
		s.reason = clockFault(hour, minute, second, nano)
	}
	return clockNanos(hour, minute, second, nano)
}

func (s *scanner) time() Time {
	nanos := s.clock(false)
	return Time{Nanos: nanos, Zone: s.zone()}
}

func (s *scanner) dateTime() DateTime {
	d := s.date()
	if !s.rfc3339 && s.reason == "" && s.pos == len(s.text) {
		return d.Midnight(NoZone())
	}
	if !s.letter('T') {
		s.fail("T is missing after the day")
	}
	nanos := s.clock(!s.rfc3339)
	zone := s.zone()
	if nanos == nanosPerDay {
		if nanos, d.Days = 0, d.Days+1; d.Days > maxDays {
			s.fail("the year is not between %d and %d", MinYear, MaxYear)
		}
	}
	return NewDateTime(d, Time{Nanos: nanos, Zone: zone})
}

// zone reads what follows the seconds, up to the end of the text.
func (s *scanner) zone() Zone {
	switch c := s.peek(); {
	case s.accept('Z'), s.accept('z'): // "23:59:00z" is an example of DMN 1.6, clause 10.3.4.1
		return UTC()
	case c == '+' || c == '-':
		return s.offset()
	case c == '@' && !s.rfc3339:
		zone, err := LoadRegion(s.text[s.pos+1:])
		if err != nil {
			s.fail("%s", err.(*Error).Reason)
		}
		s.pos = len(s.text)
		return zone
	case s.rfc3339 && s.pos == len(s.text):
		s.fail("an offset is missing: Z or ±hh:mm")
	case s.rfc3339:
		s.fail("%s is not an offset: Z or ±hh:mm", s.rest())
	}
	return NoZone()
}

func (s *scanner) offset() Zone {
	negative := s.text[s.pos] == '-'
	s.pos++
	hours := s.two("hour of the offset")
	s.expect(':', "hour of the offset")
	minutes := s.two("minute of the offset")
	seconds := 0
	if !s.rfc3339 && s.accept(':') {
		seconds = s.two("second of the offset")
	}
	total := int64(hours*secondsPerHour + minutes*secondsPerMinute + seconds)
	switch {
	case minutes > 59 || seconds > 59:
		s.fail("minutes and seconds of the offset are not between 0 and 59")
	case total > maxOffset:
		s.fail("an offset of %02d:%02d:%02d is beyond ±18:00", hours, minutes, seconds)
	case s.peek() == '@':
		s.fail("an offset and a region exclude each other")
	}
	if negative {
		total = -total
	}
	return Zone{kind: KindOffset, offset: int32(total)}
}
