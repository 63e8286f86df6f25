package xml

// Version is a version of the standard.
type Version uint8

// The versions that are read.
const (
	DMN11 Version = iota + 1
	DMN12
	DMN13
	DMN14
	DMN15
	DMN16
)

// String gives the version as the standard does: "1.5".
func (v Version) String() string {
	if int(v) >= len(versions) {
		return "unknown"
	}
	return versions[v].name
}

var versions = [...]struct{ name, model, feel string }{
	0:     {name: "unknown"},
	DMN11: {"1.1", "http://www.omg.org/spec/DMN/20151101/dmn.xsd", "http://www.omg.org/spec/FEEL/20140401"},
	DMN12: {"1.2", "http://www.omg.org/spec/DMN/20180521/MODEL/", "http://www.omg.org/spec/DMN/20180521/FEEL/"},
	DMN13: {"1.3", "https://www.omg.org/spec/DMN/20191111/MODEL/", "https://www.omg.org/spec/DMN/20191111/FEEL/"},
	DMN14: {"1.4", "https://www.omg.org/spec/DMN/20211108/MODEL/", "https://www.omg.org/spec/DMN/20211108/FEEL/"},
	DMN15: {"1.5", "https://www.omg.org/spec/DMN/20230324/MODEL/", "https://www.omg.org/spec/DMN/20230324/FEEL/"},
	DMN16: {"1.6", "https://www.omg.org/spec/DMN/20240513/MODEL/", "https://www.omg.org/spec/DMN/20240513/FEEL/"},
}

// versionOf gives the version whose model namespace is uri, or 0.
func versionOf(uri string) Version {
	for v, known := range versions {
		if v > 0 && known.model == uri {
			return Version(v)
		}
	}
	return 0
}

// IsFEEL reports whether uri is the FEEL namespace of a version. All of them
// mean the same, in a model of any version: tools mix them.
func IsFEEL(uri string) bool {
	for v, known := range versions {
		if v > 0 && known.feel == uri {
			return true
		}
	}
	return false
}

// Language is that of an expression.
type Language uint8

// The languages. BFEEL (DMN 1.6, clause 11) has FEEL's grammar and gives values
// where FEEL gives null, so that its texts must not be evaluated as FEEL. A text
// in a language other than FEEL has been reported where the language is
// declared.
const (
	FEEL Language = iota
	BFEEL
	OtherLanguage
)

const bfeel = "https://www.omg.org/spec/DMN/20240513/B-FEEL/"

func languageOf(uri string) Language {
	switch {
	case IsFEEL(uri):
		return FEEL
	case uri == bfeel:
		return BFEEL
	}
	return OtherLanguage
}

// IsModel reports whether uri is the model namespace of a version, as the type of
// an import says it.
func IsModel(uri string) bool { return versionOf(uri) != 0 }
