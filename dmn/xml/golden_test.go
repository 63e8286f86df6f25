package xml_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

var update = flag.Bool("update", false, "write the goldens anew")

// dump writes every field of v that is not zero, each on a line, with places.
func dump(b *strings.Builder, indent string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case xml.Text:
		fmt.Fprintf(b, "%q %s\n", x.Text, span(x.At.Locator()))
		return
	case xml.TypeRef:
		fmt.Fprintf(b, "%q of %q, written %q %s\n", x.Name, x.Namespace, x.Text.Text, span(x.At.Locator()))
		return
	case xml.Place:
		fmt.Fprintf(b, "%s\n", span(x.Locator()))
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		dump(b, indent, v.Elem())
	case reflect.Struct:
		fmt.Fprintf(b, "%s\n", v.Type().Name())
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() && !v.Field(i).IsZero() {
				fmt.Fprintf(b, "%s  %s: ", indent, f.Name)
				dump(b, indent+"  ", v.Field(i))
			}
		}
	case reflect.Slice:
		b.WriteString("\n")
		for i := range v.Len() {
			fmt.Fprintf(b, "%s  - ", indent)
			dump(b, indent+"  ", v.Index(i))
		}
	default:
		fmt.Fprintf(b, "%v\n", v.Interface())
	}
}

// span gives a place with the members that name it, and without the file.
func span(at diag.Locator) string {
	s := fmt.Sprintf("@%d:%d-%d:%d", at.Span.Start.Line, at.Span.Start.Column, at.Span.End.Line, at.Span.End.Column)
	for _, part := range []string{at.Node, at.Table, at.Cell} {
		if part != "" {
			s += " " + part
		}
	}
	if at.Rule > 0 {
		s += fmt.Sprintf(" rule %d", at.Rule)
	}
	return s
}

// The model in testdata has every element and attribute that is read, and many
// that are passed over.
func TestEveryElement(t *testing.T) {
	src, err := os.ReadFile("testdata/model.dmn")
	if err != nil {
		t.Fatal(err)
	}
	d, err := xml.Read("model.dmn", src)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	dump(&b, "", reflect.ValueOf(d))
	if *update {
		if err := os.WriteFile("testdata/model.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/model.txt")
	if err != nil {
		t.Fatal(err)
	}
	if b.String() == string(want) {
		return
	}
	have, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(have), len(lines)) {
		if have[i] != lines[i] {
			t.Fatalf("line %d is\n%s\nand not\n%s", i+1, have[i], lines[i])
		}
	}
	t.Fatalf("there are %d lines, and not %d", len(have), len(lines))
}
