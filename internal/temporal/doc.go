// Package temporal has the dates, times, dates and times, zones and both
// durations of FEEL (DMN 1.6, clause 10.3.2.3), which time.Time cannot hold.
//
// Calendar: proleptic Gregorian with a year 0, years [MinYear] to [MaxYear],
// nanoseconds, no leap seconds. A [Zone] is none (local time), an offset to the
// second up to ±18:00, or a region of the IANA database. A local time has no
// place on the time line: it can be compared with, and subtracted from, local
// times only.
//
// Values are small structs that may be copied and shared; making, reading,
// comparing and printing them allocates nothing. Every value has one
// representation, so that == is FEEL's is. Make them with the constructors and
// parsers: the fields are exported for reading, and for a caller that stores a
// value in a struct of its own.
//
// Parsers come in two families. [ParseDate], [ParseTime], [ParseDateTime],
// [ParseDuration] and [ParseAny] read FEEL's texts, which are XML Schema's made
// strict. [ParseJSONDate], [ParseJSONTime], [ParseJSONDateTime] and
// [ParseJSONDuration] read the formats of JSON Schema, which are RFC 3339's.
// What is printed is FEEL's text and is read back as the same value.
//
// Everything refused is an [*Error]. Nothing panics and nothing wraps around: a
// result out of range is an error too.
//
// The zone data is a file of this package (zoneinfo.zip: IANA 2025c, public
// domain, as shipped in the lib/time directory of Go 1.26). Neither the host's
// zone files nor the ZONEINFO and TZ variables are looked at, because package
// time/tzdata yields to them, and then a record would not replay alike on two
// machines. To renew it:
//
//	cp "$(go env GOROOT)/lib/time/zoneinfo.zip" internal/temporal/
//
// What the standard leaves open is decided in one function each:
//   - fractions of a second in comparisons: compareInstants;
//   - clock changes: Region.offsetAt;
//   - the offset of a time of day in a region, which has no date: Time.Offset;
//   - the day when months are added at the end of a month: Date.AddMonths;
//   - one value with a zone and one without: never equal, never ordered.
package temporal
