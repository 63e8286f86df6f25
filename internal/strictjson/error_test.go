package strictjson_test

import (
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/strictjson"
)

func TestErrorText(t *testing.T) {
	for src, want := range map[string]string{
		`[1,2`:     `byte 4: expected "," or "]", found the end of the input`,
		`{"a":[x]`: `byte 6 at /a/0: expected a JSON value, found "x"`,
	} {
		if got := refused(t, src, strictjson.Limits{}).Error(); got != want {
			t.Errorf("%s: %s", src, got)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `""`},
		{"a", `"a"`},
		{"sixteen letters!", `"sixteen letters!"`},
		{"seventeen letters", `"seventeen"...`},
		{"onewordofmanyletters", `"onewordofmanylet"...`},
		{`say "hi"`, "`say \"hi\"`"},
		{"a\"b`c", "\"a\\\"b`c\""},
		{"a\"\n", `"a\"\n"`},
		{"line\nfeed", `"line\nfeed"`},
		{"\xff", `"\xff"`},
		{"\u202eabc", `"\u202eabc"`},
		{strings.Repeat("é", 17), `"` + strings.Repeat("é", 16) + `"...`},
	} {
		if got := strictjson.Excerpt(c.text); got != c.want {
			t.Errorf("Excerpt(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}
