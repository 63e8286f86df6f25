package temporal_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

func TestOffsetZone(t *testing.T) {
	for _, c := range []struct {
		seconds      int64
		want, reason string
	}{
		{0, "Z", ""},
		{7200, "+02:00", ""},
		{-5400, "-01:30", ""},
		{9955, "+02:45:55", ""},
		{-30, "-00:00:30", ""},
		{64_800, "+18:00", ""},
		{-64_800, "-18:00", ""},
		{64_801, "", "an offset of 64801 seconds is beyond ±18:00"},
		{-1 << 63, "", "an offset of -9223372036854775808 seconds is beyond ±18:00"},
	} {
		z, err := temporal.OffsetZone(c.seconds)
		if r := reason(t, err); r != c.reason || r == "" && z.String() != c.want {
			t.Errorf("OffsetZone(%d) = %s, %q; want %s, %q", c.seconds, z, r, c.want, c.reason)
		}
	}
	if must(temporal.OffsetZone(0)) != temporal.UTC() {
		t.Error("the offset zero is not UTC")
	}
}

func TestZoneAccessors(t *testing.T) {
	for _, c := range []struct {
		zone   temporal.Zone
		kind   temporal.ZoneKind
		region string
		text   string
	}{
		{temporal.Zone{}, temporal.KindLocal, "", ""},
		{temporal.NoZone(), temporal.KindLocal, "", ""},
		{temporal.UTC(), temporal.KindOffset, "", "Z"},
		{must(temporal.LoadRegion("Etc/UTC")), temporal.KindRegion, "Etc/UTC", "@Etc/UTC"},
	} {
		if c.zone.Kind() != c.kind || c.zone.RegionName() != c.region || c.zone.String() != c.text {
			t.Errorf("zone of kind %d, region %q, text %q; want %d, %q, %q",
				c.zone.Kind(), c.zone.RegionName(), c.zone, c.kind, c.region, c.text)
		}
	}
}

func TestZoneParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := anyZone().Draw(t, "zone")
		region, kind, offset := z.Parts()
		if (region != nil) != (kind == temporal.KindRegion) || kind > 3 {
			t.Fatalf("%s has region %v and kind %d", z, region, kind)
		}
		if back := temporal.ZoneFromParts(region, kind, offset); back != z {
			t.Fatalf("the parts of %s make %s", z, back)
		}
	})
}
