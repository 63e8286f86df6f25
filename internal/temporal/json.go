package temporal

// ParseJSONDate reads a full-date of RFC 3339, JSON Schema's format "date":
// YYYY-MM-DD.
func ParseJSONDate(text string) (Date, error) {
	s := scanner{text: text, rfc3339: true}
	d := s.date()
	return result(&s, d, kindDate)
}

// ParseJSONTime reads a full-time of RFC 3339, JSON Schema's format "time": it
// has an offset, Z or ±hh:mm. RFC 3339 also allows second 60 and fractions of
// any length; they are errors, as no value holds them.
func ParseJSONTime(text string) (Time, error) {
	s := scanner{text: text, rfc3339: true}
	t := s.time()
	return result(&s, t, kindTime)
}

// ParseJSONDateTime reads a date-time of RFC 3339, JSON Schema's format
// "date-time": as [ParseJSONDate] and [ParseJSONTime], with T between them.
func ParseJSONDateTime(text string) (DateTime, error) {
	s := scanner{text: text, rfc3339: true}
	t := s.dateTime()
	return result(&s, t, kindDateTime)
}

// ParseJSONDuration reads a duration of RFC 3339 (appendix A), JSON Schema's
// format "duration": without a sign and without fractions. Weeks are seven days.
// Years or months together with days or a time are an error, as FEEL keeps two
// kinds of durations. Results as of [ParseDuration].
func ParseJSONDuration(text string) (d Duration, m Months, isMonths bool, err error) {
	s := scanner{text: text, rfc3339: true}
	d, m, isMonths = s.duration()
	if s.reason != "" {
		return Duration{}, 0, isMonths, s.err(kindDuration)
	}
	return d, m, isMonths, nil
}
