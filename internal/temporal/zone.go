package temporal

import "unsafe"

// ZoneKind says what a Zone is. It fits two bits.
type ZoneKind uint8

// The kinds of zones.
const (
	KindLocal  ZoneKind = iota // no zone: local time
	KindOffset                 // a fixed offset from UTC
	KindRegion                 // a region of the IANA database
)

// maxOffset bounds offsets: ±18:00, in seconds.
const maxOffset = 18 * secondsPerHour

// Zone relates a local time to UTC. The zero Zone is none. Zones are equal (==)
// if they are written alike: +00:00 is Z, but the region Etc/UTC is not.
type Zone struct {
	kind   ZoneKind
	offset int32   // seconds east of UTC, of KindOffset only
	region *Region // of KindRegion only
}

// NoZone gives the zone of local times, the zero Zone.
func NoZone() Zone { return Zone{} }

// UTC gives the offset zero, written Z.
func UTC() Zone { return Zone{kind: KindOffset} }

// OffsetZone gives the zone that is so many seconds east of UTC, up to 18 hours
// in either direction.
func OffsetZone(seconds int64) (Zone, error) {
	if seconds < -maxOffset || seconds > maxOffset {
		return Zone{}, fault(kindZone, "an offset of %d seconds is beyond ±18:00", seconds)
	}
	return Zone{kind: KindOffset, offset: int32(seconds)}, nil
}

// Kind says what z is.
func (z Zone) Kind() ZoneKind { return z.kind }

// RegionName gives the name of the region, "" for another kind of zone.
func (z Zone) RegionName() string {
	if z.kind != KindRegion {
		return ""
	}
	return z.region.name
}

// OffsetAt gives the seconds that z is east of UTC when its clocks show local,
// in seconds since 1970-01-01T00:00:00 on that clock; not ok for no zone.
func (z Zone) OffsetAt(local int64) (seconds int64, ok bool) {
	switch z.kind {
	case KindOffset:
		return int64(z.offset), true
	case KindRegion:
		return z.region.offsetAt(local), true
	}
	return 0, false
}

// Parts takes z apart for a caller that stores it in a struct of its own: a
// pointer to memory of Go or nil, the kind, and the offset in seconds.
func (z Zone) Parts() (region unsafe.Pointer, kind ZoneKind, offset int32) {
	return unsafe.Pointer(z.region), z.kind, z.offset
}

// ZoneFromParts gives back the zone whose Parts these are. Other arguments are
// not allowed.
func ZoneFromParts(region unsafe.Pointer, kind ZoneKind, offset int32) Zone {
	return Zone{kind: kind, offset: offset, region: (*Region)(region)}
}

// AppendTo appends the text of z to dst: nothing, Z, ±hh:mm, ±hh:mm:ss or
// @region.
func (z Zone) AppendTo(dst []byte) []byte {
	switch {
	case z.kind == KindRegion:
		dst = append(dst, '@')
		return append(dst, z.region.name...)
	case z.kind == KindLocal:
		return dst
	case z.offset == 0:
		return append(dst, 'Z')
	}
	sign, seconds := byte('+'), int64(z.offset)
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	dst = append(dst, sign)
	dst = appendPadded(dst, seconds/secondsPerHour, 2)
	dst = append(dst, ':')
	dst = appendPadded(dst, seconds/secondsPerMinute%60, 2)
	if seconds %= 60; seconds != 0 {
		dst = append(dst, ':')
		dst = appendPadded(dst, seconds, 2)
	}
	return dst
}

// String gives the text of z as it stands at the end of a time.
func (z Zone) String() string {
	var buf [48]byte
	return string(z.AppendTo(buf[:0]))
}
