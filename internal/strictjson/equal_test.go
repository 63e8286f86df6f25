package strictjson_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/strictjson"
)

func TestEqual(t *testing.T) {
	million := strings.Repeat("0", 1_000_000)
	nines := strings.Repeat("9", 40)
	same := [][2]string{
		{`null`, `null`}, {`true`, `true`}, {`"a"`, `"\u0061"`}, {`"\ud83d\ude00"`, `"😀"`},
		{`[]`, `[ ]`}, {`{}`, `{ }`}, {`[1,[2]]`, `[1.0,[20e-1]]`}, {`{"a":1,"b":{"c":2}}`, `{"b":{"c":2.0},"a":1}`},
		{`1`, `1.0`}, {`1`, `10e-1`}, {`1`, `0.1e1`}, {`1`, `0.001E+3`}, {`100`, `1e2`}, {`100`, `1E+02`}, {`1.5`, `15e-1`}, {`120.50`, `1205e-1`},
		{`0`, `-0`}, {`0`, `0.000`}, {`0`, `-0e5`}, {`0e1`, `0e999999999999999999999999`},
		{`1e400`, `10e399`}, {`1e-400`, `0.1e-399`}, {`1e999999999`, `10e999999998`}, {`1e-999999999`, `0.1e-999999998`},
		{`1e00000000000000000000000000005`, `100000`}, {`1e-00`, `1e+0`},
		{`1e1` + strings.Repeat("0", 40), `10e` + nines}, {`1e-1` + strings.Repeat("0", 40), `0.1e-` + nines},
		{`9007199254740993`, `9007199254740993.0`}, {`-1.10`, `-1.1`},
		{`1` + million, `1e1000000`}, {`0.` + million + `1`, `1e-1000001`}, {`1.` + million, `1`},
		{`12.34`, `0.1234e2`}, {`1234`, `12.34e2`}, {`0.0012`, `12e-4`},
	}
	different := [][2]string{
		{`null`, `false`}, {`true`, `false`}, {`0`, `false`}, {`1`, `"1"`}, {`""`, `null`}, {`[]`, `{}`}, {`"a"`, `"A"`}, {`"\u00e9"`, `"e\u0301"`},
		{`"1.0"`, `"1.00"`}, {`[1,2]`, `[2,1]`}, {`[1]`, `[1,1]`}, {`{"a":1}`, `{"a":2}`}, {`{"a":1}`, `{"b":1}`}, {`{"a":1}`, `{"a":1,"b":1}`}, {`{"a":null}`, `{"b":null}`},
		{`1`, `-1`}, {`1`, `10`}, {`1`, `0`}, {`1`, `1.0000000000000000000000000000000000000000001`}, {`9007199254740993`, `9007199254740992`},
		{`1e400`, `1e399`}, {`1e400`, `-1e400`}, {`1e999999999`, `1e999999998`}, {`1e999999999`, `1e-999999999`}, {`1e-400`, `0`}, {`0.1`, `0.10000000000000000555`},
		{`1e` + nines, `1e9` + nines}, {`1e` + nines, `1e-` + nines}, {`1e1` + strings.Repeat("0", 40), `1e` + nines}, {`1e` + nines, `1`},
		{`1e18446744073709551616`, `1`}, {`1e4294967296`, `1`}, {`101`, `11`}, {`1.01`, `10.1`}, {`12`, `1.2`}, {`0.12`, `0.012`},
	}
	check := func(pairs [][2]string, want bool) {
		for _, p := range pairs {
			a, b := parse(t, p[0]), parse(t, p[1])
			if strictjson.Equal(a, b) != want || strictjson.Equal(b, a) != want {
				t.Errorf("Equal(%.60s, %.60s) is not %v both ways", p[0], p[1], want)
			}
			if sameKey(a, b) != want {
				t.Errorf("the keys of %.60s and %.60s do not show whether they are equal", p[0], p[1])
			}
		}
	}
	check(same, true)
	check(different, false)
}

func TestEqualOfManyMembers(t *testing.T) {
	var up, down strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&up, `"%d":%d,`, i, i)
		fmt.Fprintf(&down, `"%d":%d.0,`, 19_999-i, 19_999-i)
	}
	a, b := parse(t, "{"+up.String()+`"z":1}`), parse(t, "{"+down.String()+`"z":1}`)
	c := parse(t, "{"+down.String()+`"z":2}`)
	if !strictjson.Equal(a, b) || strictjson.Equal(a, c) {
		t.Error("objects of 20,001 members are compared wrongly")
	}
}

func TestEqualNumbersOfAnyLength(t *testing.T) {
	digits := strings.Repeat("7", 1<<20-8)
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{digits, digits + ".0", true}, {digits + "1", digits + "2", false},
		{"1e" + digits, "1.0e" + digits, true}, {"1e" + digits + "8", "10e" + digits + "7", true},
		{"1e" + digits + "1", "10e" + digits + "1", false}, {"1e" + digits, "1e-" + digits, false},
	} {
		if got := strictjson.EqualNumbers(c.a, c.b); got != c.want {
			t.Errorf("EqualNumbers(%.20s, %.20s) = %v", c.a, c.b, got)
		}
	}
	for _, pair := range [][2]string{{"7", "7.0"}, {"1e7", "1.0e7"}, {"1e-7", "0.1e-7"}} {
		a, b := strings.Replace(pair[0], "7", digits, 1), strings.Replace(pair[1], "7", digits, 1)
		keepsUp(t, pair[1], func() { strictjson.EqualNumbers(a, b) }, func() { json.Valid([]byte(a)) })
	}
}

func TestEqualNumbersAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { strictjson.EqualNumbers("120.50e-3", "1205e-4") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzEqualNumbers holds EqualNumbers against big.Rat, where the exponents
// let that finish.
func FuzzEqualNumbers(f *testing.F) {
	f.Add("1", "10e-1")
	f.Add("-0.00", "0e7")
	f.Add("120.50", "1205e-1")
	f.Add("1e399", "0.1E+0400")
	f.Add("100", "1")
	number := regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE]([+-]?[0-9]+))?$`)
	f.Fuzz(func(t *testing.T, a, b string) {
		var rats [2]*big.Rat
		for i, s := range []string{a, b} {
			m := number.FindStringSubmatch(s)
			if m == nil {
				return
			}
			if e, err := strconv.Atoi(m[4]); m[4] != "" && (err != nil || e > 2000 || e < -2000) {
				return
			}
			rats[i], _ = new(big.Rat).SetString(s)
		}
		if got, want := strictjson.EqualNumbers(a, b), rats[0].Cmp(rats[1]) == 0; got != want {
			t.Fatalf("EqualNumbers(%s, %s) = %v", a, b, got)
		}
	})
}
