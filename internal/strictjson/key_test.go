package strictjson_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/strictjson"
)

func sameKey(a, b strictjson.Value) bool {
	return bytes.Equal(strictjson.AppendKey(nil, a), strictjson.AppendKey(nil, b))
}

func TestAppendKey(t *testing.T) {
	nines := strings.Repeat("9", 20)
	for _, c := range []struct{ src, want string }{
		{`[null,true,false,"a:b",""]`, `[ntf"3:a:b"0:]`},
		{`{"b":{},"a":[],"é":1}`, `{"1:a[]"1:b{}"2:é+1e1;}`},
		{`0`, `+e;`}, {`-0.0e7`, `+e;`}, {`-120.50`, `-1205e3;`}, {`0.0012e-3`, `+12e-5;`}, {`1e+007`, `+1e8;`},
		{`1e` + nines, `+1e1` + strings.Repeat("0", 20) + `;`},
		{`0.001e1` + strings.Repeat("0", 20), `+1e` + nines[1:] + `8;`},
		{`100e-1` + strings.Repeat("0", 20), `+1e-` + nines[1:] + `7;`},
		{`0.1e-` + nines, `+1e-` + nines + `;`},
		{`0.01e-` + nines, `+1e-1` + strings.Repeat("0", 20) + `;`},
	} {
		if got := string(strictjson.AppendKey([]byte("x"), parse(t, c.src))); got != "x"+c.want {
			t.Errorf("the key of %s is %s, want x%s", c.src, got, c.want)
		}
	}
}

// Around the powers of ten, where digits carry, the keys of numbers agree with
// EqualNumbers.
func TestKeysAgreeWithEqual(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		exponent := rapid.SampledFrom([]string{"9", "1"}).Draw(t, "first") + strings.Repeat(rapid.SampledFrom([]string{"9", "0"}).Draw(t, "rest"), rapid.IntRange(14, 19).Draw(t, "length"))
		return rapid.SampledFrom([]string{"1", "10", "0.1", "100", "0.01", "1.0"}).Draw(t, "digits") +
			rapid.SampledFrom([]string{"e", "e-", "E+0"}).Draw(t, "e") + exponent
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, _ := strictjson.Parse([]byte(a), strictjson.Limits{})
		y, _ := strictjson.Parse([]byte(b), strictjson.Limits{})
		if sameKey(x, y) != strictjson.EqualNumbers(a, b) {
			t.Fatalf("the keys of %s and %s are %s and %s", a, b, strictjson.AppendKey(nil, x), strictjson.AppendKey(nil, y))
		}
	})
}
