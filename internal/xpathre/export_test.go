package xpathre

// CompilePlainly is Compile of a Regexp that knows no way to search but that of all.
func CompilePlainly(pattern, flags string) (*Regexp, error) {
	re, err := Compile(pattern, flags, nil)
	if err == nil {
		re.states, re.single = false, notSingle
	}
	return re, err
}
