package decimal_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/decimal"
)

func TestString(t *testing.T) {
	for in, want := range map[string]string{
		"-0": "0", "2.00": "2", "100": "100", "-1.50": "-1.5", "1e2": "100", "0.05": "0.05",
		"1e-7": "0.0000001", "1.5e-7": "0.00000015", "1e-8": "1E-8", "-1.25e-8": "-1.25E-8",
		"1e33": "1000000000000000000000000000000000", "1e34": "1E+34", "123e40": "1.23E+42",
		"1234567890123456789012345678901234":   "1234567890123456789012345678901234",
		"123456789012345678901234567890123.4":  "123456789012345678901234567890123.4",
		"1.000000000000000000000000000000001":  "1.000000000000000000000000000000001",
		"10000000000000000000000000000.00001":  "10000000000000000000000000000.00001",
		"9.999999999999999999999999999999e-10": "9.999999999999999999999999999999E-10",
		"1e-6176":                              "1E-6176", "-9e6144": "-9E+6144",
	} {
		if got := parse(t, in).String(); got != want {
			t.Errorf("String(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestAppendJSON(t *testing.T) {
	for _, c := range []struct {
		in, want string // "": not without loss
	}{
		{"0", "0"}, {"-0", "0"}, {"2.00", "2"}, {"0.1", "0.1"}, {"-15.5", "-15.5"}, {"1e20", "100000000000000000000"},
		{"1e21", "1e+21"}, {"1.5e300", "1.5e+300"}, {"0.000001", "0.000001"}, {"0.0000001", "1e-7"}, {"1.25e-7", "1.25e-7"},
		{"9007199254740991", "9007199254740991"}, {"9007199254740992", "9007199254740992"}, {"9007199254740993", ""},
		{"0.30000000000000004", "0.30000000000000004"}, {"0.30000000000000001", ""},
		{"123456789012345678", ""}, {"12345678901234567890", ""}, {"0.3333333333333333333333333333333333", ""},
		{"1.7976931348623157e308", "1.7976931348623157e+308"}, {"1.7976931348623159e308", ""}, {"1e309", ""},
		{"5e-324", "5e-324"}, {"4e-324", ""}, {"1e-400", ""}, {"2.2250738585072014e-308", "2.2250738585072014e-308"},
	} {
		got, ok := parse(t, c.in).AppendJSON([]byte("x"))
		if string(got) != "x"+c.want || ok != (c.want != "") {
			t.Errorf("AppendJSON(%s) = %s, %v, want %q", c.in, got, ok, c.want)
		}
	}
}

// jsonNumber draws numbers around the border of what survives a float64.
func jsonNumber() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.Bool().Draw(t, "from a float") {
			f := rapid.Float64().Draw(t, "float")
			return strconv.FormatFloat(f, 'e', rapid.IntRange(-1, 18).Draw(t, "digits"), 64)
		}
		return number().Draw(t, "number")
	})
}

func TestAppendJSONAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			s := jsonNumber().Draw(t, "number")
			d, err := decimal.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if f, err := strconv.ParseFloat(s, 64); err == nil {
				shortest := strconv.FormatFloat(f, 'e', -1, 64)
				if toAPD(t, shortest).Cmp(toAPD(t, d.String())) == 0 {
					text, err := json.Marshal(f + 0) // -0 + 0 is 0
					if err != nil {
						t.Fatal(err)
					}
					want = string(text)
				}
			}
			got, ok := d.AppendJSON(nil)
			if string(got) != want || ok != (want != "") {
				t.Fatalf("AppendJSON(%s) = %s, %v, want %q", s, got, ok, want)
			}
		}
	})
}

func TestPrintParseIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := number().Draw(t, "number")
		d, err := decimal.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if toAPD(t, d.String()).Cmp(toAPD(t, s)) != 0 {
			t.Fatalf("%s prints as %v", s, d)
		}
		back, err := decimal.ParseExact(d.String())
		if err != nil || !decimal.Equal(back, d) {
			t.Fatalf("%v reads back as %v, %v", d, back, err)
		}
	})
}
