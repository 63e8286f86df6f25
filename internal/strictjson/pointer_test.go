package strictjson_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/internal/strictjson"
)

func TestLookup(t *testing.T) {
	v := parse(t, `{"a":{"":1,"b":null,"01":"z","-":"m"},"l":[10,[20],{"x":30}],"a/b":2,"m~n":3,"~1":4,"s":"text"," ":5,"0":6}`)
	for _, c := range []struct{ pointer, want string }{
		{"/a/", "1"}, {"/a/01", "z"}, {"/a/-", "m"},
		{"/l/0", "10"}, {"/l/1/0", "20"}, {"/l/2/x", "30"},
		{"/a~1b", "2"}, {"/m~0n", "3"}, {"/~01", "4"}, {"/ ", "5"}, {"/0", "6"}, {"/s", "text"},
	} {
		if got, ok := strictjson.Lookup(v, c.pointer); !ok || got.Text() != c.want {
			t.Errorf("Lookup(%q) = %q, %v, want %q", c.pointer, got.Text(), ok, c.want)
		}
	}
	if got, ok := strictjson.Lookup(v, ""); !ok || !strictjson.Equal(got, v) {
		t.Error("the empty pointer is not the whole")
	}
	if got, ok := strictjson.Lookup(v, "/a/b"); !ok || got.Kind() != strictjson.Null {
		t.Error("a member that is null is not found")
	}
	if got, ok := strictjson.Walk(v, []string{"a/b"}); !ok || got.Text() != "2" {
		t.Error("Walk takes its tokens for escaped")
	}
	for _, pointer := range []string{
		"a", "#/a", "/x", "/a/x", "/A", "/l/3", "/l/00", "/l/01", "/l/-", "/l/+1", "/l/-0", "/l/1.0", "/l/", "/l/ 1", "/l/18446744073709551616",
		"/l/1_0", "/l/１", "/s/0", "/s/", "/l/0/0", "/m~n", "/m~2n", "/~", "/a~1b~", "/a//", "/a/b/c", "/",
	} {
		if got, ok := strictjson.Lookup(v, pointer); ok {
			t.Errorf("Lookup(%q) finds %v %q", pointer, got.Kind(), got.Text())
		}
	}
}

func TestPointer(t *testing.T) {
	for _, c := range []struct {
		tokens []string
		want   string
	}{
		{nil, ""}, {[]string{""}, "/"}, {[]string{"a", "0", ""}, "/a/0/"}, {[]string{"a/b", "m~n", "~1"}, "/a~1b/m~0n/~01"},
	} {
		if got := strictjson.Pointer(c.tokens...); got != c.want {
			t.Errorf("Pointer(%q) = %q, want %q", c.tokens, got, c.want)
		}
	}
	if got := strictjson.EscapeToken("~/~"); got != "~0~1~0" {
		t.Errorf("EscapeToken = %q", got)
	}
}

func TestTokensUndoPointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOf(rapid.StringOf(rapid.RuneFrom([]rune("~/01-aé")))).Draw(t, "tokens")
		got, ok := strictjson.Tokens(strictjson.Pointer(tokens...))
		if !ok || !slices.Equal(got, tokens) {
			t.Fatalf("Tokens(%q) = %q, %v", strictjson.Pointer(tokens...), got, ok)
		}
	})
}
