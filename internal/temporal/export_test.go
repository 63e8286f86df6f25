package temporal

// ParseDatePlainly is [ParseDate] without the way of usual dates.
func ParseDatePlainly(text string) (Date, error) {
	s := scanner{text: text}
	d := s.anyDate()
	return result(&s, d, kindDate)
}
