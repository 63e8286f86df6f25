package canon_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/canon"
)

func TestCheck(t *testing.T) {
	for _, s := range []string{
		`null`, `"a"`, `0`, `[]`, `{}`, `{"a":[1,"\n",{"b":1e+21}],"b":null}`, "{\"😀\":1,\"\ufb33\":2}", `9007199254740992`,
	} {
		if err := canon.Check([]byte(s)); err != nil {
			t.Errorf("Check(%s): %v", s, err)
		}
	}
	for _, c := range []struct {
		src     string
		offset  int
		path    string
		message string
	}{
		{`{"a":1, "b":2}`, 7, "", "canonical JSON has `\"b\":2}` here, found ` \"b\":2}`"},
		{`{"b":1,"a":2}`, 2, "", "canonical JSON has `a\":2,\"b\":1}` here, found `b\":1,\"a\":2}`"},
		{"{}\n", 2, "", `canonical JSON has its end here, found "\n"`},
		{` 1`, 0, "", `canonical JSON has "1" here, found " 1"`},
		{`[1.10]`, 4, "", `canonical JSON has "]" here, found "0]"`},
		{`[-0]`, 1, "", `canonical JSON has "0]" here, found "-0]"`},
		{`[9007199254740993]`, 16, "", `canonical JSON has "2]" here, found "3]"`},
		{`"\u0041"`, 1, "", "canonical JSON has `A\"` here, found `\\u0041\"`"},
		{`"\/"`, 1, "", "canonical JSON has `/\"` here, found `\\/\"`"},
		{`{"a":`, 5, "/a", `not canonical JSON: expected a JSON value, found the end of the input`},
		{``, 0, "", `not canonical JSON: expected a JSON value, found nothing: the input is empty`},
		{`{"x":{"a":1,"a":1}}`, 12, "/x/a", `not canonical JSON: the object has the member "a" twice`},
		{"[\"\xff\"]", 2, "/0", `not canonical JSON: found the byte 0xff, which is not UTF-8 here`},
		{`[0,1e400]`, 3, "/1", `the number "1e400" does not survive: it is not a double`},
		{strings.Repeat("[", 10_001), 10_000, strings.Repeat("/0", 10_000), "not canonical JSON: containers are nested more than 10000 deep"},
	} {
		err := canon.Check([]byte(c.src))
		var e *canon.Error
		if !errors.As(err, &e) || e.Offset != c.offset || e.Path != c.path || e.Message != c.message {
			t.Errorf("Check(%.40q): %+.200v", c.src, err)
		}
	}
}

func TestCheckErrorText(t *testing.T) {
	if got, want := canon.Check([]byte(`[0,1e400]`)).Error(), `byte 3: /1: the number "1e400" does not survive: it is not a double`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
