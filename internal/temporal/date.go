package temporal

import (
	"cmp"
	"fmt"
)

// The years that a date may have.
const (
	MinYear = -999_999_999
	MaxYear = 999_999_999
)

// The first and the last day, as days since 1970-01-01.
const (
	minDays = -365_243_219_162
	maxDays = 365_241_780_471
)

// Date is a day of the calendar, without a zone.
type Date struct {
	Days int64 // since 1970-01-01
}

// NewDate gives a day by year, month (1 to 12) and day of the month (from 1).
func NewDate(year int64, month, day int) (Date, error) {
	if reason := civilFault(year, month, day); reason != "" {
		return Date{}, &Error{Kind: kindDate, Reason: reason}
	}
	return civilDate(year, month, day), nil
}

// civilFault says why there is no such day, or "".
func civilFault(year int64, month, day int) string {
	if year < MinYear || year > MaxYear {
		return fmt.Sprintf("year %d is not between %d and %d", year, MinYear, MaxYear)
	}
	if month < 1 || month > 12 {
		return fmt.Sprintf("month %d is not between 1 and 12", month)
	}
	if last := monthLength(year, month); day < 1 || day > last {
		return fmt.Sprintf("day %d is not between 1 and %d in month %d of year %d", day, last, month, year)
	}
	return ""
}

// The calendar repeats every 400 years. The conversions count years from March,
// so that the leap day is the last one, and cycles from 0000-03-01.
const (
	daysPerCycle = 146_097
	cycleToEpoch = 719_468 // days from 0000-03-01 to 1970-01-01
)

func civilDate(year int64, month, day int) Date {
	m := int64(month) - 3
	if month <= 2 {
		m += 12
		year--
	}
	cycle, y := floorDiv(year, 400)
	dayOfYear := (153*m+2)/5 + int64(day) - 1
	return Date{cycle*daysPerCycle + y*365 + y/4 - y/100 + dayOfYear - cycleToEpoch}
}

// Civil gives year, month (1 to 12) and day of the month (from 1).
func (d Date) Civil() (year int64, month, day int) {
	cycle, rest := floorDiv(d.Days+cycleToEpoch, daysPerCycle)
	n := uint32(rest)
	y := (n - n/1460 + n/36_524 - n/146_096) / 365
	dayOfYear := n - (365*y + y/4 - y/100)
	m := (5*dayOfYear + 2) / 153
	day = int(dayOfYear-(153*m+2)/5) + 1
	year = int64(y) + cycle*400
	if m >= 10 {
		return year + 1, int(m) - 9, day
	}
	return year, int(m) + 3, day
}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func monthLength(year int64, month int) int {
	switch month {
	case 2:
		if leap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// Weekday gives the day of the week: Monday is 1, Sunday is 7.
func (d Date) Weekday() int {
	_, r := floorDiv(d.Days, 7)
	return int((r+3)%7) + 1 // 1970-01-01 was a Thursday
}

// YearDay gives the day of the year, from 1.
func (d Date) YearDay() int {
	year, _, _ := d.Civil()
	return int(d.Days-civilDate(year, 1, 1).Days) + 1
}

// ISOWeek gives the week (1 to 53) and the year that it belongs to, by ISO
// 8601: weeks begin on Monday and belong to the year of their Thursday.
func (d Date) ISOWeek() (year int64, week int) {
	thursday := Date{d.Days + 4 - int64(d.Weekday())}
	year, _, _ = thursday.Civil()
	return year, (thursday.YearDay()-1)/7 + 1
}

// AddMonths moves d by m months. A day beyond the end of the month that is
// reached becomes its last day: 31 January and one month is the last day of
// February.
func (d Date) AddMonths(m Months) (Date, error) {
	year, month, day := d.Civil()
	total, ok := add(year*12+int64(month)-1, int64(m))
	if !ok {
		return Date{}, outOfYears(kindDate)
	}
	year, rest := floorDiv(total, 12)
	month = int(rest) + 1
	return NewDate(year, month, min(day, monthLength(year, month)))
}

// AddDuration moves the midnight with which d begins by dur and gives the day on
// which it comes to lie.
func (d Date) AddDuration(dur Duration) (Date, error) {
	t, err := d.Midnight(UTC()).AddDuration(dur)
	if err != nil {
		return Date{}, outOfYears(kindDate)
	}
	return t.Date(), nil
}

// Sub gives the time from o to d, a whole number of days.
func (d Date) Sub(o Date) Duration { return Duration{Sec: (d.Days - o.Days) * secondsPerDay} }

// Midnight gives the time with which d begins in zone z. Where a date meets
// dates and times or durations, it counts as its midnight in [UTC].
func (d Date) Midnight(z Zone) DateTime { return DateTime{Sec: d.Days * secondsPerDay, Zone: z} }

// Compare gives -1, 0 or 1 for a day before, equal to or after o.
func (d Date) Compare(o Date) int { return cmp.Compare(d.Days, o.Days) }

// Equal reports whether both are the same day.
func (d Date) Equal(o Date) bool { return d == o }

// AppendTo appends the text of d to dst: at least four digits of year, with a
// minus sign before year 0.
func (d Date) AppendTo(dst []byte) []byte {
	year, month, day := d.Civil()
	if year < 0 {
		dst = append(dst, '-')
		year = -year
	}
	dst = appendPadded(dst, year, 4)
	dst = append(dst, '-')
	dst = appendPadded(dst, int64(month), 2)
	dst = append(dst, '-')
	return appendPadded(dst, int64(day), 2)
}

// String gives the text of d, as [ParseDate] reads it.
func (d Date) String() string {
	var buf [32]byte
	return string(d.AppendTo(buf[:0]))
}
