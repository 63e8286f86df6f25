package diag_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
)

func at(file string, offset, line, column int) diag.Locator {
	p := diag.Pos{Offset: offset, Line: line, Column: column}
	return diag.Locator{File: file, Span: diag.Span{Start: p, End: p}}
}

func TestLocatorString(t *testing.T) {
	for _, c := range []struct {
		l    diag.Locator
		want string
	}{
		{diag.Locator{}, ""},
		{diag.Locator{File: "a.yaml"}, "a.yaml"},
		{at("a.yaml", 10, 2, 3), "a.yaml:2:3"},
		{at("", 10, 2, 3), "2:3"},
	} {
		if got := c.l.String(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.l, got, c.want)
		}
	}
}

func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		e    diag.Error
		want string
	}{
		{diag.Error{Code: "c", Message: "m"}, "m [c]"},
		{diag.Error{Code: "c", Message: "m", At: at("f", 0, 1, 2)}, "f:1:2: m [c]"},
		{diag.Error{Code: "c", Message: "m", At: diag.Locator{Node: "n", Table: "t", Rule: 3, Cell: "=> x", Path: "/a"}}, "node n, table t, rule 3, cell => x, at /a: m [c]"},
	} {
		if got := c.e.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestErrorsAsAndIs(t *testing.T) {
	const one, two diag.Code = "one", "two"
	cause := errors.New("cause")
	l := diag.List{{Code: one, Message: "a"}, {Code: two, Message: "b", Err: cause}}
	err := fmt.Errorf("outer: %w", l.Err())
	var e *diag.Error
	if !errors.As(err, &e) || e.Code != one {
		t.Errorf("errors.As gives %v", e)
	}
	for target, want := range map[error]bool{one: true, two: true, cause: true, diag.Code("three"): false} {
		if errors.Is(err, target) != want {
			t.Errorf("errors.Is(err, %v) is %v", target, !want)
		}
	}
	if one.Error() != "one" {
		t.Errorf("the code's text is %q", one.Error())
	}
}

func TestAnEmptyListIsNoError(t *testing.T) {
	var none diag.List
	if err := none.Err(); err != nil {
		t.Errorf("got %v", err)
	}
	warnings := diag.List{{Code: "w", Severity: diag.Warning}}
	if err := warnings.Err(); err != nil {
		t.Errorf("warnings alone are %v", err)
	}
	both := append(warnings, &diag.Error{Code: "f", Message: "m"})
	if err := both.Err(); err == nil || len(diag.Of(err)) != 2 {
		t.Errorf("got %v", err)
	}
	if f, w := both.Faults(), both.Warnings(); len(f) != 1 || f[0].Code != "f" || len(w) != 1 || w[0].Code != "w" {
		t.Errorf("faults %v, warnings %v", f, w)
	}
}

func TestSort(t *testing.T) {
	path := func(p string) diag.Locator { return diag.Locator{File: "a", Path: p} }
	l := diag.List{
		{Code: "6", At: at("b", 0, 1, 1)}, {Code: "5", At: at("a", 20, 2, 1)}, {Code: "4", At: at("a", 3, 1, 4)},
		{Code: "3", At: path("/b")}, {Code: "2", At: path("/a")}, {Code: "1", At: path("/a")},
	}
	l.Sort()
	var got []string
	for _, e := range l {
		got = append(got, string(e.Code))
	}
	if strings.Join(got, "") != "123456" {
		t.Errorf("the order is %v", got)
	}
}

func TestErrorsAndRevise(t *testing.T) {
	l := diag.List{{Code: "a", Message: "one"}, {Code: "b", Message: "two"}}
	if errs := l.Errors(); len(errs) != 2 || errs[0] != error(l[0]) || errs[1] != error(l[1]) {
		t.Errorf("got %v", errs)
	}
	revised := l.Revise(func(e *diag.Error) { e.At.Node = "n" })
	if len(revised) != 2 || revised[1].At.Node != "n" || revised[1].Message != "two" || l[1].At.Node != "" {
		t.Errorf("got %v of %v", revised, l)
	}
}

func TestOf(t *testing.T) {
	a, b := &diag.Error{Code: "a"}, &diag.Error{Code: "b"}
	a.Err = b // a cause is a part of its error
	err := errors.Join(fmt.Errorf("x: %w", a), diag.List{a, b}.Err(), errors.New("plain"))
	if got := diag.Of(err); len(got) != 2 || got[0] != a || got[1] != b {
		t.Errorf("got %v", got)
	}
	if got := diag.Of(nil); got != nil {
		t.Errorf("of nil: %v", got)
	}
}

func TestJSON(t *testing.T) {
	start, end := diag.Pos{Offset: 4, Line: 2, Column: 3}, diag.Pos{Offset: 6, Line: 2, Column: 5}
	for _, c := range []struct {
		e    diag.Error
		want string
	}{
		{diag.Error{Code: "c", Message: "m"}, `{"code":"c","severity":"error","message":"m"}`},
		{
			diag.Error{
				Code: "c", Severity: diag.Warning, Message: "m", Hint: "h",
				At: diag.Locator{File: "f", Node: "n", Table: "t", Rule: 1, Cell: "x", Path: "/p", Span: diag.Span{Start: start, End: end}},
			},
			`{"code":"c","severity":"warning","message":"m","hint":"h","at":{"file":"f","node":"n","table":"t","rule":1,"cell":"x","path":"/p","line":2,"column":3,"end_line":2,"end_column":5}}`,
		},
	} {
		if got, err := json.Marshal(&c.e); err != nil || string(got) != c.want {
			t.Errorf("got %s, %v", got, err)
		}
	}
}
