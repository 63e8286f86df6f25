package temporal

import (
	"archive/zip"
	_ "embed"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// zoneData is the zone database, a zip archive of TZif files by region name; see
// the package documentation.
//
//go:embed zoneinfo.zip
var zoneData string

// Region is a region of the IANA database. There is one Region per name.
type Region struct {
	name string
	file *zip.File // its rules in zoneData

	load     sync.Once // guards what follows
	location *time.Location
	spans    []span // between changes of the clocks, in order and without gaps
	standard int64  // offset in seconds of a time of day, see Time.Offset
	err      error
}

// span is the time up to a moment in which a region keeps its offset, both in seconds.
type span struct{ until, offset int64 }

// The first and the last year of which a region has its spans. Package time has the rest,
// but takes ten times as long.
const firstSpan, lastSpan = 1950, 2060

// regions has every region by its name. It is not changed once it is there.
var regions = sync.OnceValue(func() map[string]*Region {
	archive, err := zip.NewReader(strings.NewReader(zoneData), int64(len(zoneData)))
	if err != nil {
		return nil // no region is known then; a test reads them all
	}
	byName := make(map[string]*Region, len(archive.File))
	for _, f := range archive.File {
		byName[f.Name] = &Region{name: f.Name, file: f}
	}
	return byName
})

// longestName is a length in bytes that no name of a region has: texts are input, and
// looking a long one up would take long.
const longestName = 64

// LoadRegion gives the zone of a region by the exact name that the IANA database
// has for it, such as Europe/Paris. It may be called concurrently.
func LoadRegion(name string) (Zone, error) {
	var r *Region
	if len(name) <= longestName {
		r = regions()[name]
	}
	if r == nil {
		return Zone{}, fault(kindZone, "%s is no region of the IANA database", quote(name))
	}
	r.load.Do(func() { r.err = r.read() })
	if r.err != nil {
		return Zone{}, fault(kindZone, "the data of region %s is damaged: %v", name, r.err)
	}
	return Zone{kind: KindRegion, region: r}, nil
}

// read fills in location and standard.
func (r *Region) read() error {
	rd, err := r.file.Open()
	if err != nil {
		return err
	}
	defer rd.Close()
	data, err := io.ReadAll(rd)
	if err != nil {
		return err
	}
	if r.location, err = time.LoadLocationFromTZData(r.name, data); err != nil {
		return err
	}
	r.spans = spansOf(r.location)
	// Standard time is the lesser offset of winter and summer. The year is one
	// in which only the latest rules are left, without end.
	january := time.Date(2100, time.January, 1, 0, 0, 0, 0, time.UTC).Unix()
	july := time.Date(2100, time.July, 1, 0, 0, 0, 0, time.UTC).Unix()
	r.standard = min(r.offsetOf(january), r.offsetOf(july))
	return nil
}

// spansOf gives the spans of those years. The first one is that before them, without an
// offset.
func spansOf(location *time.Location) []span {
	at := time.Date(firstSpan, time.January, 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(lastSpan, time.January, 1, 0, 0, 0, 0, time.UTC)
	spans := []span{{until: at.Unix()}}
	for at.Before(last) {
		t := at.In(location)
		_, end := t.ZoneBounds()
		switch {
		case end.IsZero() || end.After(last):
			end = last
		case !end.After(at): // package time ends leap years a day early
			end = at.AddDate(0, 0, 1)
		}
		_, offset := t.Zone()
		if latest := &spans[len(spans)-1]; len(spans) > 1 && latest.offset == int64(offset) {
			latest.until = end.Unix()
		} else {
			spans = append(spans, span{end.Unix(), int64(offset)})
		}
		at = end
	}
	return slices.Clip(spans)
}

// offsetOf gives the offset in seconds at a moment, in seconds since 1970 UTC.
func (r *Region) offsetOf(moment int64) int64 { return r.spanOf(moment).offset }

// spanOf gives the offset at a moment, and until when it holds at least.
func (r *Region) spanOf(moment int64) span {
	i := sort.Search(len(r.spans), func(i int) bool { return moment < r.spans[i].until })
	if i > 0 && i < len(r.spans) {
		return r.spans[i]
	}
	// Package time follows the last rules of a region without end and in every year that
	// a date may have.
	_, offset := time.Unix(moment, 0).In(r.location).Zone()
	return span{moment, int64(offset)}
}

// offsetAt gives the offset in seconds when the clocks of r show local.
//
// It is the one place that decides what a change of the clocks does to local
// times: the offset from before the change holds. So a time that occurs twice is
// its first occurrence, and a time that is skipped is counted on as if the
// clocks had not been changed.
func (r *Region) offsetAt(local int64) int64 {
	// No offset reaches a day, so a day earlier is before any change that concerns
	// local; and it is after the change before that, as there are three days at
	// least between two changes of a region.
	earlier := r.spanOf(local - secondsPerDay)
	before := earlier.offset
	if local-before < earlier.until {
		return before
	}
	after := r.offsetOf(local - before)
	if after != before && r.offsetOf(local-after) == after {
		return after
	}
	return before
}
