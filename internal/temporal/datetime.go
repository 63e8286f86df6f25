package temporal

import (
	"cmp"
	"time"
)

// DateTime is a date and time, with or without a zone.
type DateTime struct {
	Sec  int64 // local seconds since 1970-01-01T00:00:00, as the clock on the wall shows them
	Nano int32 // 0 to 999999999, counted forward also before 1970
	Zone Zone
}

// NewDateTime joins a day and a time of day; the zone is that of t.
func NewDateTime(d Date, t Time) DateTime {
	return DateTime{
		Sec:  d.Days*secondsPerDay + t.Nanos/nanosPerSecond,
		Nano: int32(t.Nanos % nanosPerSecond),
		Zone: t.Zone,
	}
}

// FromTime gives the date and time of t with the offset that t has; the name of
// its location is not kept, because it may be unknown elsewhere.
func FromTime(t time.Time) (DateTime, error) {
	_, offset := t.Zone()
	z, err := OffsetZone(int64(offset))
	if err != nil {
		return DateTime{}, err
	}
	return checkedDateTime(t.Unix()+int64(offset), int32(t.Nanosecond()), z)
}

func checkedDateTime(sec int64, nano int32, z Zone) (DateTime, error) {
	if sec < minDays*secondsPerDay || sec >= (maxDays+1)*secondsPerDay {
		return DateTime{}, outOfYears(kindDateTime)
	}
	return DateTime{Sec: sec, Nano: nano, Zone: z}, nil
}

// Date gives the local day.
func (t DateTime) Date() Date {
	days, _ := floorDiv(t.Sec, secondsPerDay)
	return Date{days}
}

// Time gives the local time of day with the zone of t.
func (t DateTime) Time() Time {
	_, sec := floorDiv(t.Sec, secondsPerDay)
	return Time{Nanos: sec*nanosPerSecond + int64(t.Nano), Zone: t.Zone}
}

// Offset gives the seconds that t is east of UTC; not ok for a local time.
func (t DateTime) Offset() (seconds int64, ok bool) { return t.Zone.OffsetAt(t.Sec) }

// AddDuration moves the moment by d, and the local clock if there is no zone; the zone
// stays. So the clock of a region shows an hour more or less when it is changed within
// d, as [DateTime.Sub] counts it.
func (t DateTime) AddDuration(d Duration) (DateTime, error) {
	carry, nano := floorDiv(int64(t.Nano)+int64(d.Nano), nanosPerSecond)
	region := t.Zone.region
	sec := t.Sec + carry
	if region != nil {
		sec -= region.offsetAt(t.Sec)
	}
	sec, ok := add(sec, d.Sec)
	if !ok {
		return DateTime{}, outOfYears(kindDateTime)
	}
	if region != nil {
		if sec, ok = add(sec, region.offsetOf(sec)); !ok {
			return DateTime{}, outOfYears(kindDateTime)
		}
	}
	return checkedDateTime(sec, int32(nano), t.Zone)
}

// AddMonths moves the local date by m as [Date.AddMonths] does; time of day and
// zone stay.
func (t DateTime) AddMonths(m Months) (DateTime, error) {
	d, err := t.Date().AddMonths(m)
	if err != nil {
		return DateTime{}, outOfYears(kindDateTime)
	}
	return NewDateTime(d, t.Time()), nil
}

// Sub gives the time from o to t, fractions of a second included: between the
// moments if both have a zone, between the clocks if both are local. It is an
// error if only one of them has a zone.
func (t DateTime) Sub(o DateTime) (Duration, error) {
	a, b, ok := t.instants(o)
	if !ok {
		return Duration{}, noCommonZone(kindDateTime)
	}
	return a.since(b)
}

// Compare gives -1, 0 or 1 for a date and time before, equal to or after o: by
// the clock if both are local, by the moment if both have a zone; not ok if only
// one has. Fractions of a second are ignored.
func (t DateTime) Compare(o DateTime) (c int, ok bool) {
	a, b, ok := t.instants(o)
	return compareInstants(a, b), ok
}

// Equal reports whether Compare gives 0; not ok as there.
func (t DateTime) Equal(o DateTime) (equal, ok bool) {
	c, ok := t.Compare(o)
	return ok && c == 0, ok
}

// Is reports whether both have the same representation: zone, fields and
// fraction.
func (t DateTime) Is(o DateTime) bool { return t == o }

// instants puts both on one scale, if there is one. Two times in one region may
// have different offsets.
func (t DateTime) instants(o DateTime) (a, b instant, ok bool) {
	x, hasX := t.Offset()
	y, hasY := o.Offset()
	return instant{t.Sec - x, t.Nano}, instant{o.Sec - y, o.Nano}, hasX == hasY
}

// instant is a place on a scale of seconds and, forward from there, nanoseconds.
type instant struct {
	sec  int64
	nano int32
}

// compareInstants is the one place that decides what fractions of a second count
// in comparisons: nothing, neither for equality nor for order. The standard
// compares by the properties of a value, of which second is a whole number, and
// so of two values exactly one of <, = and > holds.
func compareInstants(a, b instant) int { return cmp.Compare(a.sec, b.sec) }

// since gives the time from b to a.
func (a instant) since(b instant) (Duration, error) {
	sec, ok := add(a.sec, -b.sec)
	if !ok {
		return Duration{}, tooLong()
	}
	return NewDuration(sec, int64(a.nano-b.nano))
}

// AppendTo appends the text of t to dst.
func (t DateTime) AppendTo(dst []byte) []byte {
	dst = append(t.Date().AppendTo(dst), 'T')
	return t.Time().AppendTo(dst)
}

// String gives the text of t, as [ParseDateTime] reads it.
func (t DateTime) String() string {
	var buf [96]byte
	return string(t.AppendTo(buf[:0]))
}
