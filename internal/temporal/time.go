package temporal

import "fmt"

// Time is a time of day, with or without a zone.
type Time struct {
	Nanos int64 // since midnight, less than a day
	Zone  Zone
}

// NewTime gives a time of day by hour (0 to 23), minute and second (0 to 59) and
// nanosecond.
func NewTime(hour, minute, second, nano int, z Zone) (Time, error) {
	if reason := clockFault(hour, minute, second, nano); reason != "" {
		return Time{}, &Error{Kind: kindTime, Reason: reason}
	}
	return Time{Nanos: clockNanos(hour, minute, second, nano), Zone: z}, nil
}

// clockFault says why there is no such time of day, or "".
func clockFault(hour, minute, second, nano int) string {
	if hour < 0 || hour > 23 {
		return fmt.Sprintf("hour %d is not between 0 and 23", hour)
	}
	if minute < 0 || minute > 59 {
		return fmt.Sprintf("minute %d is not between 0 and 59", minute)
	}
	if second < 0 || second > 59 {
		return fmt.Sprintf("second %d is not between 0 and 59", second)
	}
	if nano < 0 || nano >= nanosPerSecond {
		return fmt.Sprintf("nanosecond %d is not between 0 and 999999999", nano)
	}
	return ""
}

func clockNanos(hour, minute, second, nano int) int64 {
	return int64(hour*secondsPerHour+minute*secondsPerMinute+second)*nanosPerSecond + int64(nano)
}

// Clock gives hour, minute, second and nanosecond.
func (t Time) Clock() (hour, minute, second, nano int) {
	s := int(t.Nanos / nanosPerSecond)
	return s / secondsPerHour, s / secondsPerMinute % 60, s % 60, int(t.Nanos % nanosPerSecond)
}

// Offset gives the seconds that t is east of UTC; not ok for a local time.
//
// A time of day in a region has no date from which an offset would follow. It
// counts as standard time under the latest rules that are known for the region:
// +01:00 in Europe/Paris, +10:00 in Australia/Melbourne.
func (t Time) Offset() (seconds int64, ok bool) {
	if t.Zone.kind == KindRegion {
		return t.Zone.region.standard, true
	}
	return t.Zone.OffsetAt(0)
}

// AddDuration moves t around the clock; the zone stays.
func (t Time) AddDuration(d Duration) Time {
	shift := d.Sec%secondsPerDay*nanosPerSecond + int64(d.Nano)
	_, t.Nanos = floorDiv(t.Nanos+shift, nanosPerDay)
	return t
}

// Sub gives the time from o to t on one day, fractions of a second included:
// between the moments if both have a zone, between the clocks if both are local.
// It is an error if only one of them has a zone.
func (t Time) Sub(o Time) (Duration, error) {
	a, b, ok := t.instants(o)
	if !ok {
		return Duration{}, noCommonZone(kindTime)
	}
	return a.since(b)
}

// Compare gives -1, 0 or 1 for a time before, equal to or after o: by the clock
// if both are local, by the moment if both have a zone; not ok if only one has.
// See [DateTime.Compare] for fractions of a second.
func (t Time) Compare(o Time) (c int, ok bool) {
	a, b, ok := t.instants(o)
	return compareInstants(a, b), ok
}

// Equal reports whether Compare gives 0; not ok as there.
func (t Time) Equal(o Time) (equal, ok bool) {
	c, ok := t.Compare(o)
	return ok && c == 0, ok
}

// Is reports whether both have the same representation: zone, fields and
// fraction.
func (t Time) Is(o Time) bool { return t == o }

// instants puts both on one scale, if there is one.
func (t Time) instants(o Time) (a, b instant, ok bool) {
	a = instant{t.Nanos / nanosPerSecond, int32(t.Nanos % nanosPerSecond)}
	b = instant{o.Nanos / nanosPerSecond, int32(o.Nanos % nanosPerSecond)}
	if t.Zone == o.Zone {
		return a, b, true
	}
	x, hasX := t.Offset()
	y, hasY := o.Offset()
	a.sec -= x
	b.sec -= y
	return a, b, hasX == hasY
}

// AppendTo appends the text of t to dst.
func (t Time) AppendTo(dst []byte) []byte {
	hour, minute, second, nano := t.Clock()
	dst = appendPadded(dst, int64(hour), 2)
	dst = append(dst, ':')
	dst = appendPadded(dst, int64(minute), 2)
	dst = append(dst, ':')
	dst = appendPadded(dst, int64(second), 2)
	dst = appendFraction(dst, nano)
	return t.Zone.AppendTo(dst)
}

// String gives the text of t, as [ParseTime] reads it.
func (t Time) String() string {
	var buf [64]byte
	return string(t.AppendTo(buf[:0]))
}
