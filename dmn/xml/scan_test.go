package xml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
)

// summary gives faults or warnings as "line:column-line:column code".
func summary(l diag.List) string {
	var parts []string
	for _, e := range l {
		s := e.At.Span
		parts = append(parts, fmt.Sprintf("%d:%d-%d:%d %s", s.Start.Line, s.Start.Column, s.End.Line, s.End.Column, e.Code))
	}
	return strings.Join(parts, ", ")
}

const ok = `xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" name="m" namespace="n"`

// Each document is refused with exactly these faults, or passes.
func TestWellFormed(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// the frame
		{`<definitions ` + ok + `/>`, ""},
		{"\uFEFF" + `<?xml version='1.0'  encoding = "utf-8" standalone='no' ?><!-- c --><?p?>` + "\n" + `<definitions ` + ok + `></definitions ><!---->` + "\r\n<?q r?>", ""},
		{"", "1:1-1:1 xml_empty"},
		{" \n ", "2:2-2:2 xml_empty"},
		{"<!-- only -->", "1:14-1:14 xml_empty"},
		{"model: yaml", "1:1-1:12 xml_root"},
		{"x<definitions " + ok + "/>", "1:1-1:2 xml_root"},
		{"&#32;<definitions " + ok + "/>", "1:1-1:6 xml_root"},
		{"<definitions " + ok + "/>\n <definitions/>", "2:2-2:16 xml_root"},
		{"<definitions " + ok + "/>\n text ", "2:2-2:6 xml_root"},
		{"<definitions " + ok + "/>\n</definitions>", "2:1-2:15 xml_root"},
		{"<definitions " + ok + "/>\n<![CDATA[]]>", "2:1-2:10 xml_root"},
		{"<definitions " + ok + ">", "1:1-1:90 xml_syntax"},
		{"<definitions " + ok, "1:1-1:13 xml_syntax"},
		{"<definitions " + ok + "/", "1:89-1:90 xml_syntax"},
		{"<definitions " + ok + "></definition>", "1:90-1:103 xml_syntax"},
		{head + "\n<decision name='d'><variable name='d'></decision></definitions>", "2:39-2:50 xml_syntax"},
		{head + "</>", "1:90-1:92 xml_syntax"},
		{head + "</definitions", "1:90-1:103 xml_syntax"},
		// the XML declaration and encodings
		{`<?xml version="1.1"?><definitions ` + ok + `/>`, "1:7-1:20 xml_version"},
		{`<?xml version="1.0" encoding="ISO-8859-1"?><definitions ` + ok + "/>\xE9", "1:21-1:42 xml_encoding"},
		{`<?xml version="1.0" encoding="UTF-16"?><definitions ` + ok + "/>", "1:21-1:38 xml_encoding"},
		{`<?xml encoding="UTF-8"?><definitions ` + ok + `/>`, "1:7-1:23 xml_syntax"},
		{`<?xml ?><definitions ` + ok + `/>`, "1:1-1:6 xml_syntax"},
		{`<?xml version="1.0" standalone="maybe"?><definitions ` + ok + `/>`, "1:21-1:39 xml_syntax"},
		{`<?xml version="1.0" standalone="yes" encoding="UTF-8"?><definitions ` + ok + `/>`, "1:38-1:54 xml_syntax"},
		{`<?xml version="1.0"encoding="UTF-8"?><definitions ` + ok + `/>`, "1:20-1:36 xml_syntax"},
		{`<?xml version=1.0?><definitions ` + ok + `/>`, "1:7-1:18 xml_syntax"},
		{`<?xml version="1.0"`, "1:1-1:6 xml_syntax"},
		{` <?xml version="1.0"?><definitions ` + ok + `/>`, "1:2-1:7 xml_syntax"},
		{`<?XML version="1.0"?><definitions ` + ok + `/>`, "1:1-1:6 xml_syntax"},
		{`<?xml-model href="x"?><definitions ` + ok + `/>`, ""},
		{"\xFF\xFE<\x00", "1:1-1:1 xml_encoding"},
		{wide("<definitions/>"), "1:1-1:1 xml_encoding"},
		{"\xFF\xFE\x00\x00<\x00\x00\x00", "1:1-1:1 xml_encoding"},
		{"<definitions " + ok + ">\n\xE9t\xE9</definitions>", "2:1-2:2 xml_encoding"},
		{"<definitions " + ok + ">\n\xC0\x80</definitions>", "2:1-2:2 xml_encoding"},
		{"<definitions " + ok + ">\n\xED\xA0\x80</definitions>", "2:1-2:2 xml_encoding"},
		{"<definitions " + ok + ">\nä\x00</definitions>", "2:2-2:3 xml_encoding"},
		{"<!--\x0C--><definitions " + ok + "/>", "1:5-1:6 xml_encoding"},
		{"\uFEFF<definitions " + ok + ">\uFFFF</definitions>", "1:90-1:91 xml_encoding"},
		// no document types, so no entities
		{"<!DOCTYPE definitions>\n<definitions " + ok + "/>", "1:1-1:10 xml_doctype"},
		{`<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><definitions ` + ok + ">&b;</definitions>", "1:1-1:10 xml_doctype"},
		{`<!DOCTYPE d SYSTEM "file:///etc/passwd"><definitions ` + ok + "/>", "1:1-1:10 xml_doctype"},
		{head + `<!ENTITY a "a"></definitions>`, "1:90-1:92 xml_syntax"},
		{literal("&a;"), "1:134-1:137 xml_reference"},
		{literal("&nbsp;1&copy;"), "1:134-1:140 xml_reference, 1:141-1:147 xml_reference"},
		{literal("&#0;"), "1:134-1:138 xml_reference"},
		{literal("&#xD800;"), "1:134-1:142 xml_reference"},
		{literal("&#xFFFE;&#x110000;&#99999999999999999999;"), "1:134-1:142 xml_reference, 1:142-1:152 xml_reference, 1:152-1:175 xml_reference"},
		{literal("&#xG;"), "1:134-1:137 xml_syntax"},
		{literal("&#;"), "1:134-1:136 xml_syntax"},
		{literal("a && b & c"), "1:136-1:137 xml_syntax, 1:137-1:138 xml_syntax, 1:141-1:142 xml_syntax"},
		{literal("&lt"), "1:134-1:135 xml_syntax"},
		{head + `<decision name="R&D"/></definitions>`, "1:107-1:108 xml_syntax"},
		{head + `<textAnnotation><text>&a; R&D</text></textAnnotation></definitions>`, "1:112-1:115 xml_reference, 1:117-1:118 xml_syntax"},
		// text and markup
		{literal("a < 5 and b <= 6"), "1:136-1:137 xml_syntax, 1:146-1:147 xml_syntax"},
		{literal("a]]>b"), "1:135-1:138 xml_syntax"},
		{literal("&a;]]>&b;"), "1:134-1:137 xml_reference, 1:137-1:140 xml_syntax, 1:140-1:143 xml_reference"},
		{literal("<![CDATA[a"), "1:134-1:143 xml_syntax"},
		{literal("<![cdata[a]]>"), "1:134-1:136 xml_syntax"},
		{literal("<!-- a"), "1:134-1:138 xml_syntax"},
		{literal("<!-- a -- b -->"), "1:141-1:143 xml_syntax"},
		{literal("<!-- a --->"), "1:141-1:143 xml_syntax"},
		{literal("<?a"), "1:134-1:136 xml_syntax"},
		{literal("<??>"), "1:134-1:136 xml_syntax"},
		{literal("<?>"), "1:134-1:136 xml_syntax"},
		{literal("<?a+b?>"), "1:134-1:137 xml_syntax"},
		// tags and attributes
		{head + `<decision name="a" name="b"/></definitions>`, "1:109-1:113 xml_repeated_attribute"},
		{head + `<decision name="a"id="b"/></definitions>`, "1:108-1:109 xml_syntax"},
		{head + `<decision name="a" x/></definitions>`, "1:109-1:110 xml_syntax"},
		{head + `<decision name=a/></definitions>`, "1:100-1:104 xml_syntax"},
		{head + `<decision name"a"/></definitions>`, "1:100-1:104 xml_syntax"},
		{head + `<decision name="a/></definitions>`, "1:100-1:104 xml_syntax"},
		{head + `<decision name="a" 1="2"/></definitions>`, "1:109-1:110 xml_syntax"},
		{head + `<decision name="a" / ></definitions>`, "1:109-1:110 xml_syntax"},
		{head + `<decision name="a < b"/></definitions>`, "1:108-1:109 xml_syntax"},
		{head + `<inputData name = 'it"s' id='x'></inputData  ></definitions>`, ""},
		// namespaces
		{head + `<dmn:decision name="a"/></definitions>`, "1:90-1:114 xml_prefix"},
		{head + `<decision name="a" k:x="b"/></definitions>`, "1:109-1:112 xml_prefix"},
		{head + `<decision name="a" xmlns:k="u" k:x="b" xmlns:j="u" j:x="b"/></definitions>`, "1:141-1:144 xml_repeated_attribute"},
		{head + `<decision name="a" xmlns:k="u" xmlns:k="v"/></definitions>`, "1:121-1:128 xml_repeated_attribute"},
		{head + `<decision name="a" xmlns:k=""/></definitions>`, "1:109-1:116 xml_prefix"},
		{head + `<decision name="a" xmlns:xml="u" xmlns:xmlns="u"/></definitions>`, "1:109-1:118 xml_prefix, 1:123-1:134 xml_prefix"},
		{head + `<decision name="a" xmlns:k="http://www.w3.org/2000/xmlns/"/></definitions>`, "1:109-1:116 xml_prefix"},
		{head + `<decision name="a" xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="en"/></definitions>`, ""},
		{head + `<decision name="a"><k:x xmlns:k="u"/><k:x/></decision></definitions>`, "1:127-1:133 xml_prefix"},
		{head + `<x:y:z xmlns:x="u"/></definitions>`, "1:91-1:96 xml_syntax"},
		{head + `<:y/></definitions>`, "1:91-1:93 xml_syntax"},
		{head + `<größe xmlns="u"><日本 ·="1"/></größe></definitions>`, "1:111-1:112 xml_syntax"},
		{head + `<größe xmlns="u"><日本 a·="1"/></größe></definitions>`, ""},
		// a part that is passed over is read as closely
		{head + `<k:x xmlns:k="u"><k:y a="1" a="2">&b; <j:z/></k:y></k:x></definitions>`, "1:118-1:119 xml_repeated_attribute, 1:124-1:127 xml_reference, 1:128-1:134 xml_prefix"},
	} {
		d, err := xml.Read("f", []byte(c.src))
		if got := summary(diag.Of(err)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", strings.TrimPrefix(c.src, head), got, c.want)
		}
		if d == nil || d.Complete && strings.HasPrefix(c.want, "1:1-1:10 xml_doctype") || !d.Complete && c.want == "" {
			t.Errorf("%s: %+v", c.src, d)
		}
	}
}

// wide encodes in UTF-16, with the low byte first and no mark.
func wide(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// After a slip that leaves the structure clear reading goes on, and the text is
// the one that was meant.
func TestSlips(t *testing.T) {
	for written, want := range map[string]string{
		"a && b":      "a && b",
		"a < 5":       "a < 5",
		"a <= b":      "a <= b",
		"&nbsp;1":     "&nbsp;1",
		"x]]>y":       "x]]>y",
		"<!-- -- -->": "",
	} {
		d, err := xml.Read("f", []byte(literal(written)))
		if err == nil || !d.Complete || len(d.Decisions) != 1 || len(d.Decisions[0].Faults) != len(diag.Of(err)) {
			t.Errorf("%q: complete %t, %v", written, d.Complete, err)
			continue
		}
		if got := d.Decisions[0].Expression.(*xml.LiteralExpression).Text.Text; got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// What was read before a fault that ends the reading is given.
func TestIncomplete(t *testing.T) {
	d, err := xml.Read("f", []byte(head+`<inputData name="a"/><decision name="b"><variable name="b"></decision>`))
	if d.Complete || len(d.InputData) != 1 || len(d.Decisions) != 1 || len(d.Decisions[0].Faults) != 1 {
		t.Errorf("complete %t, %d input data, %d decisions, %v", d.Complete, len(d.InputData), len(d.Decisions), err)
	}
}

func repeat(s string, n int) string { return strings.Repeat(s, n) }

// numbered repeats s with numbers from 0 for %d.
func numbered(s string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, s, i)
	}
	return b.String()
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name, inside, beyond string
	}{
		{"depth", repeat("<x>", 999) + repeat("</x>", 999), repeat("<x>", 100_000) + repeat("</x>", 100_000)},
		{"attributes", "<group " + numbered(`k%d="" `, 128) + "/>", "<group " + numbered(`k%d="" `, 129) + "/>"},
		{"namespaces", "<group " + numbered(`xmlns:k%d="u" `, 127) + "/>", "<group " + numbered(`xmlns:k%d="u" `, 100) + "><text " + numbered(`xmlns:j%d="u" `, 100) + "/></group>"},
		{"text", decision(repeat("1", 1<<20)), decision(repeat("1", 1<<20+1))},
		{"attribute value", `<inputData name="` + repeat("n", 1<<20) + `"/>`, `<inputData name="` + repeat("n", 1<<20+1) + `"/>`},
		{"definitions", repeat(`<inputData name="a"/>`, 10_000), repeat(`<inputData name="a"/>`, 10_001)},
		{"elements", repeat("<x/>", 999_999), repeat("<x/>", 1_000_001)},
		{"bytes", "<!--" + repeat(" ", 1<<20) + "-->", "<!--" + repeat(" ", 64<<20) + "-->"},
	} {
		if _, err := xml.Read("f", []byte(head+c.inside+"</definitions>")); err != nil {
			t.Errorf("%s inside of the limit: %v", c.name, err)
		}
		d, err := xml.Read("f", []byte(head+c.beyond+"</definitions>"))
		if !errors.Is(err, xml.Limit) || len(diag.Of(err)) != 1 || d.Complete {
			t.Errorf("%s beyond the limit: %.200v", c.name, err)
		}
	}
}

func decision(text string) string {
	return `<decision name="d"><literalExpression><text>` + text + `</text></literalExpression></decision>`
}

func TestMaxDefinitions(t *testing.T) {
	src := []byte(head + `<inputData name="a"/><inputData name="b"/><itemDefinition name="c"/></definitions>`)
	if _, err := xml.Read("f", src, xml.MaxDefinitions(3)); err != nil {
		t.Error(err)
	}
	d, err := xml.Read("f", src, xml.MaxDefinitions(2))
	if !errors.Is(err, xml.Limit) || d.Complete {
		t.Errorf("got %v", err)
	}
}

// A file with very many faults ends the reading; one with as many warnings does
// not.
func TestManyFaults(t *testing.T) {
	d, err := xml.Read("f", []byte(head+repeat("<decision/>", 5000)+"</definitions>"))
	faults := diag.Of(err)
	if len(faults) != 1001 || !errors.Is(faults[1000], xml.Limit) || d.Complete {
		t.Errorf("%d faults, complete %t", len(faults), d.Complete)
	}
	d, err = xml.Read("f", []byte(head+repeat("<nothing/>", 5000)+"</definitions>"))
	if err != nil || len(d.Warnings) != 1000 || !d.Complete {
		t.Errorf("%v, %d warnings, complete %t", err, len(d.Warnings), d.Complete)
	}
}

// Eight times the input takes about eight times as long, whatever repeats. The
// margin is wide, since other work shares the machine.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, c := range []struct {
		name  string
		build func(n int) string
	}{
		{"one line", func(n int) string { return repeat(decision("1 + 1"), n) }},
		{"references", func(n int) string { return decision(repeat("&lt;", n)) }},
		{"carriage returns", func(n int) string { return decision(repeat("1\r\n", n)) }},
		{"CDATA sections", func(n int) string { return decision(repeat("<![CDATA[a]]>", n)) }},
		{"comments", func(n int) string { return decision(repeat("a<!-- -->", n)) }},
		{"ampersands", func(n int) string { return repeat("<text>&&&</text>", n/100) }},
		{"open references", func(n int) string { return "<text>" + repeat("&a", n/100) + "</text>" }},
		{"brackets", func(n int) string { return decision(repeat("]]", n)) }},
		{"rules", func(n int) string {
			return `<decision name="d"><decisionTable><output/>` + repeat(`<rule><outputEntry><text>1</text></outputEntry></rule>`, n) + `</decisionTable></decision>`
		}},
		{"attributes", func(n int) string { return repeat("<group "+numbered(`k%d="" `, 100)+"/>", n/10) }},
		{"namespaces", func(n int) string {
			return "<group " + numbered(`xmlns:k%d="u" `, 120) + ">" + repeat(`<k0:x k1:a="" k2:a=""/>`, n) + "</group>"
		}},
	} {
		least := func(n int) time.Duration {
			src := []byte(head + c.build(n) + "</definitions>")
			best := time.Hour
			for range 3 {
				start := time.Now()
				xml.Read("f", src, xml.MaxDefinitions(1<<30))
				best = min(best, time.Since(start))
			}
			return best
		}
		small, large := least(5000), least(40_000)
		if large > 32*small+20*time.Millisecond {
			t.Errorf("%s: %v, and %v for eight times as much", c.name, small, large)
		}
	}
}
