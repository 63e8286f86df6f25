package canon_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gowebpki/jcs"
	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/canon"
	"github.com/decision-spine/spine/internal/strictjson"
)

func text(t testing.TB, n canon.Node) string {
	t.Helper()
	b, err := n.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func parse(t testing.TB, src string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(src), strictjson.Limits{})
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return v
}

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		node canon.Node
		want string
	}{
		{canon.Null(), `null`},
		{canon.Node{}, `null`},
		{canon.Bool(true), `true`},
		{canon.Bool(false), `false`},
		{canon.String(""), `""`},
		{canon.Number("-0.5"), `-0.5`},
		{canon.Array(), `[]`},
		{canon.Object(), `{}`},
		{canon.Array(canon.Null(), canon.Array(canon.Number("1")), canon.String("x")), `[null,[1],"x"]`},
		{canon.Object(
			canon.Member("b", canon.Object(canon.Member("", canon.Null()))),
			canon.Member("a", canon.Array()),
			canon.Member("B", canon.Bool(true)),
		), `{"B":true,"a":[],"b":{"":null}}`},
	} {
		if got := text(t, c.node); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if b, err := canon.Bool(true).Append([]byte("x=")); string(b) != "x=true" || err != nil {
		t.Errorf("after a prefix: %q, %v", b, err)
	}
}

func TestStringEscapes(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"plain", `"plain"`},
		{"\"\\/", `"\"\\/"`},
		{"\b\t\n\f\r", `"\b\t\n\f\r"`},
		{"\x00\x01\x07\x0b\x0e\x1f", `"\u0000\u0001\u0007\u000b\u000e\u001f"`},
		{"\x7f\u0080\u2028\u2029\ufeff\ufffd<>&'", "\"\x7f\u0080\u2028\u2029\ufeff\ufffd<>&'\""},
		{"€\U0001F600\U0010FFFF", "\"€\U0001F600\U0010FFFF\""},
		{"a\nb", `"a\nb"`},
		{"\n", `"\n"`},
	} {
		if got := string(canon.AppendString(nil, c.s)); got != c.want {
			t.Errorf("AppendString(%q) = %s, want %s", c.s, got, c.want)
		}
	}
}

// The names of RFC 8785, section 3.2.3, and the border where the order of UTF-16
// is not that of code points.
func TestMembersAreSortedByUTF16(t *testing.T) {
	for _, sorted := range [][]string{
		{"\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"},
		{"", "\x00", "A", "B", "a", "aa", "ab", "b"},
		{"\ud7ff", "\U00010000", "\U0010ffff", "\ue000", "\uffff"},
		{"a\U0001F600", "a\U0001F600b", "a\U0001F601", "a\uE000", "a\uFFFD"},
		{"a\uE000", "a\uE001", "a\uF000", "b"},
	} {
		for range 20 {
			shuffled := slices.Clone(sorted)
			rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			var pairs []canon.Pair
			for _, name := range shuffled {
				pairs = append(pairs, canon.Member(name, canon.Null()))
			}
			var names []string
			for _, m := range parse(t, text(t, canon.Object(pairs...))).Members() {
				names = append(names, m.Name)
			}
			if !slices.Equal(names, sorted) {
				t.Fatalf("%q became %q, want %q", shuffled, names, sorted)
			}
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	deep := func(n int) canon.Node {
		node := canon.Array()
		for range n - 1 {
			node = canon.Array(node)
		}
		return node
	}
	if _, err := deep(10_000).Append(nil); err != nil {
		t.Errorf("10,000 deep: %v", err)
	}
	in := func(n canon.Node) canon.Node {
		return canon.Object(canon.Member("a/b", canon.Array(canon.Null(), canon.Object(canon.Member("c", n)))))
	}
	for _, c := range []struct {
		node          canon.Node
		path, message string
	}{
		{canon.String("a\xff"), "", `the text "a\xff" is not valid UTF-8`},
		{in(canon.String("\xed\xa0\x80")), "/a~1b/1/c", `the text "\xed\xa0\x80" is not valid UTF-8`},
		{in(canon.Object(canon.Member("\xff", canon.Null()))), "/a~1b/1/c/\xff", `the text "\xff" is not valid UTF-8`},
		{in(canon.Object(canon.Member("x", canon.Null()), canon.Member("y", canon.Null()), canon.Member("x", canon.Null()))),
			"/a~1b/1/c/x", `the object has the member "x" twice`},
		{in(canon.Number("1.10")), "/a~1b/1/c", `the number "1.10" is not canonical: as a double it is 1.1`},
		{canon.Number("9007199254740993"), "", `the number "9007199254740993" is not canonical: as a double it is 9007199254740992`},
		{canon.Number("1e400"), "", `the number "1e400" is not canonical: it is not a double`},
		{canon.Number(""), "", `the number "" is not canonical: it is not a double`},
		{deep(10_001), strings.Repeat("/0", 10_000), "containers are nested more than 10000 deep"},
	} {
		b, err := c.node.Append([]byte("before"))
		var e *canon.Error
		if !errors.As(err, &e) || e.Path != c.path || e.Message != c.message || string(b) != "before" {
			t.Errorf("want %.40q: %s\n got %.100q, %.200v", c.path, c.message, b, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := canon.Array(canon.String("\xff")).Append(nil)
	if got, want := err.Error(), `/0: the text "\xff" is not valid UTF-8`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// value draws a tree and, from the same draws, one with its members in another
// order.
func value(t *rapid.T, depth int) (n, shuffled canon.Node) {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		n = canon.Null()
	case 1:
		n = canon.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		n = canon.String(rapid.String().Draw(t, "string"))
	case 3:
		s, err := jcs.NumberToJSON(rapid.Float64().Draw(t, "number"))
		if err != nil {
			t.Skip("not finite")
		}
		n = canon.Number(s)
	case 4:
		var items, others []canon.Node
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			item, other := value(t, depth-1)
			items, others = append(items, item), append(others, other)
		}
		return canon.Array(items...), canon.Array(others...)
	default:
		names := rapid.SliceOfNDistinct(rapid.String(), 0, 5, rapid.ID[string]).Draw(t, "names")
		var pairs, others []canon.Pair
		for _, name := range names {
			member, other := value(t, depth-1)
			pairs, others = append(pairs, canon.Member(name, member)), append(others, canon.Member(name, other))
		}
		slices.Reverse(others)
		return canon.Object(pairs...), canon.Object(others...)
	}
	return n, n
}

func TestSameValueSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, other := value(t, 4)
		b, err := n.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := other.Append(nil); err != nil || string(o) != string(b) {
			t.Fatalf("in another order: %s, %v, not %s", o, err, b)
		}
		if err := canon.Check(b); err != nil {
			t.Fatalf("Check(%s): %v", b, err)
		}
		v, err := strictjson.Parse(b, strictjson.Limits{})
		if err != nil {
			t.Fatalf("Parse(%s): %v", b, err)
		}
		again, err := canon.FromJSON(v)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := again.Append(nil); err != nil || string(a) != string(b) {
			t.Fatalf("%s came back as %s, %v", b, a, err)
		}
	})
}

func TestOrderIsThatOfCodeUnits(t *testing.T) {
	name := rapid.StringOf(rapid.RuneFrom([]rune("ab\u0080\u07ff\u0800\ud7ff\ue000\uefff\uf000\ufffd\U00010000\U0003ffff\U0010ffff")))
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		if a == b {
			return
		}
		got, err := canon.Object(canon.Member(a, canon.Null()), canon.Member(b, canon.Null())).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		first := a
		if slices.CompareFunc(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)), cmp.Compare[uint16]) > 0 {
			first = b
		}
		if want := string(canon.AppendString([]byte("{"), first)); !strings.HasPrefix(string(got), want+":") {
			t.Fatalf("of %q and %q comes first: %s", a, b, got)
		}
	})
}

// FuzzCanonical holds the writer against jcs: whatever JSON is embedded comes
// out as jcs writes it, unless a number does not survive there.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{
		`{"b":[1,2.50,-0,1e21,1e-7],"a":{"\ufb33":1,"\ud83d\ude00":2}}`, `"\u0000\u001f\u007f\/\\"`, `9007199254740993`, `1e400`, `1e-400`,
		`[0.1,0.10,1E3,100e-2,123456789012345680000,5e-324,1e100,1e-10,-1e-7]`, `{"":{}}`, `0.1234567890123456789012345678901234`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := strictjson.Parse(src, strictjson.Limits{})
		if err != nil {
			if canon.Check(src) == nil && !beyondLimits(err) {
				t.Fatalf("%q is refused (%v) and canonical", src, err)
			}
			return
		}
		want, jcsErr := jcs.Transform(src)
		n, err := canon.FromJSON(v)
		if err != nil {
			if jcsErr == nil && strictjson.Equal(v, parse(t, string(want))) {
				t.Fatalf("%q survives, FromJSON says %v", src, err)
			}
			return
		}
		got, err := n.Append(nil)
		if err != nil || jcsErr != nil || string(got) != string(want) {
			t.Fatalf("%q became %s (%v), with jcs %s (%v)", src, got, err, want, jcsErr)
		}
		if err := canon.Check(got); err != nil {
			t.Fatalf("Check(%s): %v", got, err)
		}
		if !strictjson.Equal(v, parse(t, string(got))) {
			t.Fatalf("%q became %s, another value", src, got)
		}
		if canonical := string(got) == string(src); canonical != (canon.Check(src) == nil) {
			t.Fatalf("Check(%q) = %v", src, canon.Check(src))
		}
	})
}

func beyondLimits(err error) bool {
	var e *strictjson.Error
	return errors.As(err, &e) && e.Kind >= strictjson.LimitBytes
}

func BenchmarkAppend(b *testing.B) {
	var rows []canon.Node
	for i := range 100 {
		rows = append(rows, canon.Object(
			canon.Member("node", canon.String(fmt.Sprintf("n%d", i))),
			canon.Member("annotation", canon.String("Comfortable surplus, \"verified\"\nand more than enough text for one line")),
			canon.Member("rule", canon.Number(fmt.Sprint(i))),
			canon.Member("inputs", canon.Object(canon.Member("ratio", canon.Number("0.25")), canon.Member("days", canon.Number("89.5")))),
			canon.Member("sha256", canon.String(strings.Repeat("9f86d081", 8))),
		))
	}
	n := canon.Array(rows...)
	buf, err := n.Append(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(buf)))
		for b.Loop() {
			buf, _ = n.Append(buf[:0])
		}
	})
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(buf)))
		for b.Loop() {
			if err := canon.Check(buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}
