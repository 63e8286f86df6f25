package canon_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/decision-spine/spine/internal/canon"
)

func TestNumbersInCanonicalForm(t *testing.T) {
	for _, s := range []string{
		"0", "1", "-1", "10", "999999999999999", "-999999999999999", "1000000000000000", "9007199254740991", "9007199254740992", "9007199254740994",
		"0.1", "-0.5", "89.5", "1.1", "0.000001", "1e-7", "-1e-7", "9.999999999999997e-7", "1e-10", "1e-100", "123456789012345680000",
		"999999999999999900000", "1e+21", "1.5e+21", "1e+100", "1.7976931348623157e+308", "5e-324", "2.2250738585072014e-308",
		"-0.0000012345678901234567", "-1.7976931348623157e+308", "333333333.3333333", "4.35", "0.002",
	} {
		if got, err := canon.Number(s).Append(nil); err != nil || string(got) != s {
			t.Errorf("Number(%s): %s, %v", s, got, err)
		}
	}
}

func TestNumbersNotInCanonicalForm(t *testing.T) {
	for _, s := range []string{
		"-0", "00", "01", "-01", "+1", ".5", "5.", "1.0", "1.10", "0.10", "1e3", "1E3", "1e21", "1E+21", "1e+021", "1e-07", "10e-1", "0e1", "0.0", "-0.0",
		"1e-6", "0.0000001", "1000000000000000000000", "100000000000000000000000", "9007199254740993", "12345678901234567890", "0.1000000000000000055",
		"0.1234567890123456789012345678901234", "1e400", "-1e400", "1e-400", "1.7976931348623159e+308", "5e-325", "4e-324", strings.Repeat("1", 1<<20),
		"", "-", "NaN", "Inf", "+Inf", "-Inf", "Infinity", "nan", "0x10", "0x1p4", "1_000", " 1", "1 ", "1,2", "one", "１", "--1", "1-", "12a",
	} {
		if got, err := canon.Number(s).Append(nil); err == nil {
			t.Errorf("Number(%.40s) is written as %s", s, got)
		}
	}
}

func TestFromJSON(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{` {"b" : [ null , true , false , "\u0041\/" ] , "a" : { } } `, `{"a":{},"b":[null,true,false,"A/"]}`},
		{`[0,-0,0.0,1.0,1.10,1.50,1e3,1E-7,10e-1,1e21,100e19,0e5]`, `[0,0,0,1,1.1,1.5,1000,1e-7,1,1e+21,1e+21,0]`},
		{`9007199254740992.0`, `9007199254740992`},
		{`0.1`, `0.1`},
		{`1e100`, `1e+100`},
		{`"\ud83d\ude00"`, `"😀"`},
	} {
		n, err := canon.FromJSON(parse(t, c.src))
		if err != nil {
			t.Errorf("FromJSON(%s): %v", c.src, err)
			continue
		}
		if got := text(t, n); got != c.want {
			t.Errorf("FromJSON(%s) is written as %s, want %s", c.src, got, c.want)
		}
	}
	for _, c := range []struct {
		src     string
		path    string
		offset  int
		message string
	}{
		{`9007199254740993`, "", 0, `the number "9007199254740993" does not survive: as a double it is 9007199254740992`},
		{`{"a/b":[1, 0.1234567890123456789]}`, "/a~1b/1", 11, `the number "0.12345678901234"... does not survive: as a double it is 0.12345678901234568`},
		{`[1e400]`, "/0", 1, `the number "1e400" does not survive: it is not a double`},
		{`[1e-400]`, "/0", 1, `the number "1e-400" does not survive: as a double it is 0`},
		{`[1e999999999999]`, "/0", 1, `the number "1e999999999999" does not survive: it is not a double`},
	} {
		_, err := canon.FromJSON(parse(t, c.src))
		var e *canon.Error
		if !errors.As(err, &e) || e.Path != c.path || e.Offset != c.offset || e.Message != c.message {
			t.Errorf("FromJSON(%s): %+v", c.src, err)
		}
	}
}

func TestNumberAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 64)
	for _, s := range []string{"15", "0.25", "1.7976931348623157e+308"} {
		n := canon.Number(s)
		if a := testing.AllocsPerRun(100, func() { _, _ = n.Append(buf) }); a != 0 {
			t.Errorf("%s: %v allocations", s, a)
		}
	}
}

// FuzzNumber: Number takes exactly the texts that jcs writes for a double.
func FuzzNumber(f *testing.F) {
	f.Add(uint64(0x4340000000000001), "9007199254740993")
	f.Add(uint64(0x3eb0c6f7a0b5ed8d), "1e-07")
	f.Add(uint64(0x444b1ae4d6e2ef50), "1e+21")
	f.Add(uint64(1), "1e100")
	f.Fuzz(func(t *testing.T, bits uint64, s string) {
		if want, err := jcs.NumberToJSON(math.Float64frombits(bits)); err == nil {
			if got, err := canon.Number(want).Append(nil); err != nil || string(got) != want {
				t.Fatalf("Number(%s): %v", want, err)
			}
		}
		_, err := canon.Number(s).Append(nil)
		out, jcsErr := jcs.Transform([]byte(s))
		number := s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9')
		if want := number && jcsErr == nil && string(out) == s; want != (err == nil) {
			t.Fatalf("Number(%s): %v, jcs has %s (%v)", s, err, out, jcsErr)
		}
	})
}
