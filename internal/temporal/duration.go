package temporal

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
)

// Duration is a days and time duration: a number of nanoseconds, between about
// -292 and 292 thousand million years, so that the difference of any two dates
// and times fits. It counts Sec and Nano together.
type Duration struct {
	Sec  int64 // never math.MinInt64, so that every duration has its negative
	Nano int32 // -999999999 to 999999999, never of the other sign than Sec
}

// NewDuration gives the duration of sec seconds and nano nanoseconds, which may
// be of any size and sign.
func NewDuration(sec, nano int64) (Duration, error) {
	sec, ok := add(sec, nano/nanosPerSecond)
	nano %= nanosPerSecond
	switch {
	case sec > 0 && nano < 0:
		sec, nano = sec-1, nano+nanosPerSecond
	case sec < 0 && nano > 0:
		sec, nano = sec+1, nano-nanosPerSecond
	}
	if !ok || sec == math.MinInt64 {
		return Duration{}, tooLong()
	}
	return Duration{Sec: sec, Nano: int32(nano)}, nil
}

// DurationFromNanosBig gives the duration of n nanoseconds.
func DurationFromNanosBig(n *big.Int) (Duration, error) {
	sec, nano := new(big.Int).QuoRem(n, big.NewInt(nanosPerSecond), new(big.Int))
	if !sec.IsInt64() {
		return Duration{}, tooLong()
	}
	return NewDuration(sec.Int64(), nano.Int64())
}

// NanosBig gives the number of nanoseconds.
func (d Duration) NanosBig() *big.Int {
	n := big.NewInt(d.Sec)
	n.Mul(n, big.NewInt(nanosPerSecond))
	return n.Add(n, big.NewInt(int64(d.Nano)))
}

// Days gives the number of days, cut towards zero, and whether nothing was cut.
func (d Duration) Days() (whole int64, exact bool) {
	return d.Sec / secondsPerDay, d.Sec%secondsPerDay == 0 && d.Nano == 0
}

// Parts gives days, hours (below 24), minutes and seconds (below 60), all with
// the sign of d. The fraction of the seconds is d.Nano.
func (d Duration) Parts() (days, hours, minutes, seconds int64) {
	return d.Sec / secondsPerDay, d.Sec / secondsPerHour % 24, d.Sec / secondsPerMinute % 60, d.Sec % 60
}

// Add gives d + o.
func (d Duration) Add(o Duration) (Duration, error) {
	sec, ok := add(d.Sec, o.Sec)
	if !ok {
		return Duration{}, tooLong()
	}
	return NewDuration(sec, int64(d.Nano)+int64(o.Nano))
}

// Sub gives d - o.
func (d Duration) Sub(o Duration) (Duration, error) { return d.Add(o.Neg()) }

// Neg gives -d.
func (d Duration) Neg() Duration { return Duration{Sec: -d.Sec, Nano: -d.Nano} }

// Sign gives -1, 0 or 1.
func (d Duration) Sign() int { return d.Compare(Duration{}) }

// Compare gives -1, 0 or 1 for a duration less than, equal to or greater than o.
// Unlike in points of time, fractions of a second count.
func (d Duration) Compare(o Duration) int {
	return cmp.Or(cmp.Compare(d.Sec, o.Sec), cmp.Compare(d.Nano, o.Nano))
}

// Equal reports whether both are the same amount.
func (d Duration) Equal(o Duration) bool { return d == o }

// AppendTo appends the text of d to dst: days, hours below 24, minutes and
// seconds below 60, parts that are zero left out; PT0S for nothing.
func (d Duration) AppendTo(dst []byte) []byte {
	if d == (Duration{}) {
		return append(dst, "PT0S"...)
	}
	if d.Sign() < 0 {
		dst = append(dst, '-')
		d = d.Neg()
	}
	dst = append(dst, 'P')
	days, hours, minutes, seconds := d.Parts()
	dst = appendPart(dst, days, 'D')
	if hours == 0 && minutes == 0 && seconds == 0 && d.Nano == 0 {
		return dst
	}
	dst = append(dst, 'T')
	dst = appendPart(dst, hours, 'H')
	dst = appendPart(dst, minutes, 'M')
	if d.Nano == 0 {
		return appendPart(dst, seconds, 'S')
	}
	dst = strconv.AppendInt(dst, seconds, 10)
	dst = appendFraction(dst, int(d.Nano))
	return append(dst, 'S')
}

// String gives the text of d, as [ParseDuration] reads it.
func (d Duration) String() string {
	var buf [48]byte
	return string(d.AppendTo(buf[:0]))
}
