package temporal

import "strings"

// ParseDate reads a date: [-]YYYY-MM-DD. The year has four digits, or up to nine
// without a leading zero.
func ParseDate(text string) (Date, error) {
	s := scanner{text: text}
	d := s.date()
	return result(&s, d, kindDate)
}

// ParseTime reads a time of day: hh:mm:ss, a fraction of up to nine digits, and
// Z, ±hh:mm, ±hh:mm:ss, @region or nothing.
func ParseTime(text string) (Time, error) {
	s := scanner{text: text}
	t := s.time()
	return result(&s, t, kindTime)
}

// ParseDateTime reads a date, the letter T and a time of day; or a date alone,
// which is its local midnight. The time 24:00:00 is the start of the next day.
func ParseDateTime(text string) (DateTime, error) {
	s := scanner{text: text}
	t := s.dateTime()
	return result(&s, t, kindDateTime)
}

// ParseDuration reads a duration: [-]P with years and months (nYnM), which give
// m and isMonths, or with days and time (nDTnHnMnS), which give d. At least one
// part is there, T only before a part, and only seconds have a fraction, of up
// to nine digits. Parts may be of any size.
func ParseDuration(text string) (d Duration, m Months, isMonths bool, err error) {
	s := scanner{text: text}
	d, m, isMonths = s.duration()
	if s.reason != "" {
		return Duration{}, 0, isMonths, s.err(kindDuration)
	}
	return d, m, isMonths, nil
}

// ParseAny reads what stands in FEEL's @"..." and gives the [Date], [Time],
// [DateTime], [Duration] or [Months] that it is by its form.
func ParseAny(text string) (any, error) {
	fields, _, _ := strings.Cut(text, "@") // the name of a region may have any letter
	switch {
	case strings.HasPrefix(fields, "P") || strings.HasPrefix(fields, "-P"):
		d, m, isMonths, err := ParseDuration(text)
		if isMonths {
			return oneOf(m, err)
		}
		return oneOf(d, err)
	case strings.Contains(fields, "T"):
		return oneOf(ParseDateTime(text))
	case strings.Contains(fields, ":"):
		return oneOf(ParseTime(text))
	case strings.Contains(fields, "-"):
		return oneOf(ParseDate(text))
	}
	return nil, &Error{
		Kind:   "literal",
		Text:   text,
		Reason: "it has the form of no date, time, date and time or duration",
	}
}

func oneOf[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}
