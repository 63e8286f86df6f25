package xml_test

import (
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// Places are asked for by whoever evaluates a model, at once.
func TestPlacesAtOnce(t *testing.T) {
	src := "\uFEFF" + `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="ä" namespace="urn:ä">` +
		strings.Repeat("\n  <import name=\"ö\" namespace=\"urn:ü\" importType=\"https://www.omg.org/spec/DMN/20230324/MODEL/\"/>", 50) + `</definitions>`
	d, err := xml.Read("f", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var all []*xml.Text
	texts(reflect.ValueOf(d), &all)
	var found [4][]diag.Locator
	var group sync.WaitGroup
	for i := range found {
		group.Go(func() {
			for _, text := range all {
				found[i] = append(found[i], text.Locator())
			}
		})
	}
	group.Wait()
	for i, text := range all {
		for _, locators := range found {
			at := locators[i].Span
			if src[at.Start.Offset:at.End.Offset] != text.Text {
				t.Fatalf("%q is at %v", text.Text, at)
			}
			line := strings.Count(src[:at.Start.Offset], "\n") + 1
			before := strings.TrimPrefix(src[:at.Start.Offset], "\uFEFF")
			column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
			if at.Start.Line != line || at.Start.Column != column {
				t.Fatalf("%q is at %v, and not at %d:%d", text.Text, at, line, column)
			}
		}
	}
}

// A place costs the same however long its text is: a text may have as many faults as
// bytes, and each asks for its place.
func TestPlaceOfLongText(t *testing.T) {
	text := strings.Repeat("é", 1<<19)
	d, err := xml.Read("f", []byte("<definitions "+ok+`><decision name="a" id="a"><variable name="a"/><literalExpression><text>`+text+"</text></literalExpression></decision></definitions>"))
	if err != nil {
		t.Fatal(err)
	}
	at := d.Decisions[0].Expression.(*xml.LiteralExpression).Text
	begin := time.Now()
	for range 20_000 {
		if span := at.Locator().Span; span.End.Column-span.Start.Column != 1<<19 {
			t.Fatal(span)
		}
	}
	if took := time.Since(begin); took > 5*time.Second { // a thousandth of it does
		t.Fatalf("20,000 places took %v", took)
	}
}
