package temporal_test

import (
	"archive/zip"
	"io"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/temporal"
)

// locations reads every region from the file of the package.
func locations(t *testing.T) map[string]*time.Location {
	t.Helper()
	archive, err := zip.OpenReader("zoneinfo.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	all := make(map[string]*time.Location)
	for _, f := range archive.File {
		rd, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(rd)
		if err != nil {
			t.Fatal(err)
		}
		if all[f.Name], err = time.LoadLocationFromTZData(f.Name, data); err != nil {
			t.Fatal(f.Name, err)
		}
	}
	return all
}

func TestLoadRegion(t *testing.T) {
	for name := range locations(t) {
		z, err := temporal.LoadRegion(name)
		if err != nil || z.RegionName() != name {
			t.Errorf("LoadRegion(%q) = %s, %v", name, z, err)
		}
		if again := must(temporal.LoadRegion(name)); again != z {
			t.Errorf("%s is two zones", name)
		}
	}
	for _, name := range []string{
		"", "Local", "local", "xyz/abc", "europe/paris", "EUROPE/PARIS", "Europe/Paris ", " Europe/Paris", "Europe//Paris",
		"Europe", "Europe/", "/Europe/Paris", "./Europe/Paris", "../zoneinfo/Europe/Paris", "Europe/../Europe/Paris",
		"posix/Europe/Paris", "right/Europe/Paris", "posixrules", "localtime", "Europe\\Paris", "Europe/Paris\x00",
	} {
		if z, err := temporal.LoadRegion(name); err == nil {
			t.Errorf("LoadRegion(%q) = %s", name, z)
		}
	}
	_, err := temporal.LoadRegion("Europe/Pariss")
	if want := `"Europe/Pariss" is no region of the IANA database`; reason(t, err) != want {
		t.Errorf("the reason is %q, want %q", reason(t, err), want)
	}
}

func TestLoadRegionConcurrently(t *testing.T) {
	var wg sync.WaitGroup
	zones := make([]temporal.Zone, 16)
	for i := range zones {
		wg.Go(func() { zones[i] = must(temporal.LoadRegion("Pacific/Kiritimati")) })
	}
	wg.Wait()
	for _, z := range zones {
		if offset, ok := z.OffsetAt(0); z != zones[0] || !ok || offset != -10*3600-40*60 {
			t.Fatalf("a zone is %s with offset %d", z, offset)
		}
	}
}

func TestOffsetAt(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int64
	}{
		{"2018-12-08T00:00:00@Europe/Paris", 3600},
		{"2018-10-08T00:00:00@Europe/Paris", 7200},
		// Skipped: the offset from before the change.
		{"2021-03-28T01:59:59@Europe/Paris", 3600},
		{"2021-03-28T02:00:00@Europe/Paris", 3600},
		{"2021-03-28T02:59:59@Europe/Paris", 3600},
		{"2021-03-28T03:00:00@Europe/Paris", 7200},
		// Twice: the first occurrence.
		{"2021-10-31T01:59:59@Europe/Paris", 7200},
		{"2021-10-31T02:00:00@Europe/Paris", 7200},
		{"2021-10-31T02:59:59@Europe/Paris", 7200},
		{"2021-10-31T03:00:00@Europe/Paris", 3600},
		// A whole day skipped.
		{"2011-12-30T12:00:00@Pacific/Apia", -10 * 3600},
		{"2011-12-31T00:00:00@Pacific/Apia", 14 * 3600},
		// Before the first rule: local mean time. After the last one: for ever.
		{"-999999999-07-01T00:00:00@Europe/Paris", 561},
		{"999999999-01-01T00:00:00@Europe/Paris", 3600},
		{"999999999-07-01T00:00:00@Europe/Paris", 7200},
		{"999999999-12-31T23:59:59@Australia/Melbourne", 39_600},
		{"999999999-07-01T23:59:59@Australia/Melbourne", 36_000},
		{"2024-12-31T12:00:00@Australia/Melbourne", 39_600},
		{"2096-12-31T12:00:00@Australia/Melbourne", 39_600},
	} {
		if offset, ok := moment(c.text).Offset(); !ok || offset != c.offset {
			t.Errorf("the offset of %s is %d, %t; want %d", c.text, offset, ok, c.offset)
		}
	}
	if _, ok := moment("2018-12-08").Offset(); ok {
		t.Error("a local time has an offset")
	}
}

// At every change of every region, the offset from before holds until the clocks
// have shown both the old and the new time; from then on, the one from after.
func TestOffsetAtEveryChange(t *testing.T) {
	changes := 0
	for name, location := range locations(t) {
		zone := must(temporal.LoadRegion(name))
		var last time.Time
		for at := time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC).In(location); at.Year() < 2110; {
			_, end := at.ZoneBounds()
			if end.IsZero() {
				break
			}
			if !end.After(at) { // ZoneBounds ends leap years a day early
				at = at.AddDate(0, 0, 1)
				continue
			}
			_, before := end.Add(-time.Second).Zone()
			_, after := end.Zone()
			at = end
			if before == after {
				continue
			}
			changes++
			if !last.IsZero() && end.Sub(last) < 72*time.Hour {
				t.Errorf("%s changes its clocks at %s and at %s", name, last, end)
			}
			last = end
			both := end.Unix() + int64(max(before, after))
			for local, want := range map[int64]int{
				end.Unix() + int64(min(before, after)) - 1: before,
				end.Unix() + int64(min(before, after)):     before,
				both - 1:                                   before,
				both:                                       after,
			} {
				if got, _ := zone.OffsetAt(local); got != int64(want) {
					t.Errorf("%s at %s, local %d: offset %d, want %d", name, end, local, got, want)
				}
			}
		}
	}
	if changes < 30_000 {
		t.Errorf("only %d changes were seen", changes)
	}
}

// Offsets are those of package time, at any moment of the years around those that a region
// has spans of.
func TestOffsetAtAgrees(t *testing.T) {
	const step = 11*86_400 + 12_347
	from, to := moment("1948-01-01").Sec, moment("2062-01-01").Sec
	for name, location := range locations(t) {
		offset := func(moment int64) int64 {
			_, seconds := time.Unix(moment, 0).In(location).Zone()
			return int64(seconds)
		}
		zone := must(temporal.LoadRegion(name))
		for local := from; local < to; local += step {
			want := offset(local - 86_400)
			if after := offset(local - want); after != want && offset(local-after) == after {
				want = after
			}
			if got, _ := zone.OffsetAt(local); got != want {
				t.Fatalf("%s at local %d: offset %d, want %d", name, local, got, want)
			}
		}
	}
}

// The calendar repeats every 400 years and so do the last rules.
func TestOffsetAtRepeats(t *testing.T) {
	const cycle = 146_097 * 86_400
	from, to := moment("2100-01-01").Sec, moment("999999599-12-31").Sec
	rapid.Check(t, func(t *rapid.T) {
		zone := anyZone().Draw(t, "zone")
		local := rapid.Int64Range(from, to).Draw(t, "local")
		near := from + (local-from)%cycle
		a, _ := zone.OffsetAt(local)
		if b, _ := zone.OffsetAt(near); a != b {
			t.Fatalf("%s: offset %d at %d, but %d at %d", zone, a, local, b, near)
		}
	})
}

func BenchmarkOffsetAt(b *testing.B) {
	for _, text := range []string{"2026-06-01T10:00:00@Europe/Paris", "9026-06-01T10:00:00@Europe/Paris"} {
		b.Run(text, func(b *testing.B) {
			v := moment(text)
			b.ReportAllocs()
			for b.Loop() {
				v.Offset()
			}
		})
	}
}
