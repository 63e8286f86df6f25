package xml_test

import (
	stdxml "encoding/xml"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// What Read accepts, encoding/xml accepts; its texts stand where they say; and
// what it refuses has a code and a place in the file.
func FuzzRead(f *testing.F) {
	src, err := os.ReadFile("testdata/model.dmn")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(src)
	for _, s := range []string{
		"", "<a/>", "\uFEFF<?xml version='1.0' encoding='utf-8'?>" + literal("a &lt; b"), literal("<![CDATA[a\r\n]]>b<!-- c -->&#x1F600;"),
		head + `<decision name='a&#10;b' xmlns:k="u" k:x=""><list><k:y/></list></decision></definitions>`,
		literal("a && b < c"), head + "<x", "<!DOCTYPE d>" + literal("1"), literal("&#0;]]>"),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := xml.Read("f", src)
		again, errAgain := xml.Read("f", src)
		if !reflect.DeepEqual(d, again) || !reflect.DeepEqual(err, errAgain) {
			t.Fatal("a second reading differs")
		}
		if (err == nil) && !d.Complete {
			t.Fatal("neither complete nor refused")
		}
		for _, e := range append(diag.Of(err), d.Warnings...) {
			s := e.At.Span
			if e.Code == "" || e.Message == "" || e.At.File != "f" || !s.Start.Known() || !s.End.Known() || s.Start.Offset > s.End.Offset || s.End.Offset > len(src) {
				t.Fatalf("%v at %v", e, e.At)
			}
		}
		if !utf8.Valid(src) {
			if err == nil {
				t.Fatal("accepted what is not UTF-8")
			}
			return
		}
		if bad := misplaced(d, string(src)); bad != "" {
			t.Fatal(bad)
		}
		if notXML(err) {
			return
		}
		if d.Complete {
			if err := wellFormed(string(src)); err != nil {
				t.Fatalf("accepted, and encoding/xml says: %v", err)
			}
		}
	})
}

// notXML reports whether err has a fault of XML.
func notXML(err error) bool {
	for _, e := range diag.Of(err) {
		if strings.HasPrefix(string(e.Code), "xml_") || e.Code == xml.Limit {
			return true
		}
	}
	return false
}

// wellFormed asks encoding/xml, which knows the letters of an older edition of
// XML only.
func wellFormed(src string) error {
	dec := stdxml.NewDecoder(strings.NewReader(strings.TrimPrefix(src, "\uFEFF")))
	for {
		_, err := dec.Token()
		if err == nil {
			continue
		}
		var syntax *stdxml.SyntaxError
		if err == io.EOF || errors.As(err, &syntax) && strings.Contains(syntax.Msg, "invalid XML name") && !isASCII(src) {
			return nil
		}
		return err
	}
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
