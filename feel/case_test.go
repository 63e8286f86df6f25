package feel_test

import "testing"

func TestCase(t *testing.T) {
	evaluate(t, []row{
		{`upper case("Straße, ﬃ ŉ")`, "\"STRASSE, FFI \u02BCN\"", ""},
		{`upper case("ǆ ǅ")`, `"Ǆ Ǆ"`, ""},
		{`lower case("ΟΔΥΣΣΕΥΣ, ΣΑΣ. Σ ΑΣ\u0301 ΑΣ'Α")`, `"οδυσσευς, σας. σ ας́ ασ'α"`, ""},
		{`lower case("İ ẞ")`, `"i̇ ß"`, ""},
	})
}
