package xpathre_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"
	"unicode"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name    string
		in, out []rune
	}{
		{"BasicLatin", []rune{0, 'a', 0x7F}, []rune{0x80}},
		{"Latin-1Supplement", []rune{0x80, 0xFF}, []rune{0x7F, 0x100}},
		{"LatinExtended-A", []rune{0x100, 0x17F}, []rune{0xFF, 0x180}},
		{"GreekandCoptic", []rune{0x370, 0x3FF}, []rune{0x36F, 0x400}},
		{"Greek", []rune{0x370, 0x3FF}, []rune{0x36F, 0x400}},
		{"CombiningMarksforSymbols", []rune{0x20D0, 0x20FF}, []rune{0x2100}},
		{"CombiningDiacriticalMarksforSymbols", []rune{0x20D0, 0x20FF}, []rune{0x2100}},
		{"PrivateUse", []rune{0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD}, []rune{0xF900, 0xFFFFE}},
		{"PrivateUseArea", []rune{0xE000, 0xF8FF}, []rune{0xF0000}},
		{"SupplementaryPrivateUseArea-B", []rune{0x100000, 0x10FFFF}, []rune{0xFFFFF}},
		{"CyrillicSupplement", []rune{0x500, 0x52F}, []rune{0x530}},
		{"CyrillicSupplementary", []rune{0x500, 0x52F}, []rune{0x530}},
		{"Phags-pa", []rune{0xA840, 0xA87F}, []rune{0xA880}},
		{"NKo", []rune{0x7C0, 0x7FF}, []rune{0x800}},
		{"CJKUnifiedIdeographs", []rune{0x4E00, 0x9FFF}, []rune{0xA000}},
		{"CJKUnifiedIdeographsExtensionH", []rune{0x31350, 0x323AF}, []rune{0x323B0}},
		{"Emoticons", []rune{0x1F600, 0x1F64F}, []rune{0x1F650}},
		{"Specials", []rune{0xFFF0, 0xFFFF}, []rune{0x10000}},
	} {
		in, out := compile(t, "\\p{Is"+c.name+"}", ""), compile(t, "[^\\P{Is"+c.name+"}]", "i")
		for _, r := range c.in {
			if !match(t, in, string(r)) || !match(t, out, string(r)) {
				t.Errorf("%s has not %U", c.name, r)
			}
		}
		for _, r := range c.out {
			if match(t, in, string(r)) || match(t, out, string(r)) {
				t.Errorf("%s has %U", c.name, r)
			}
		}
	}
}

// The table is read from the source: it has 324 blocks in order, with names as XSD
// writes them, and every character of this Unicode version lies in one.
func TestBlockTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "blocks.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^"[A-Za-z0-9-]+"$`)
	names := map[string]bool{}
	covered := make([]bool, unicode.MaxRune+1)
	last := int64(-1)
	ast.Inspect(file, func(n ast.Node) bool {
		row, ok := n.(*ast.CompositeLit)
		if !ok || row.Type != nil || len(row.Elts) != 3 {
			return true
		}
		text, ok := row.Elts[2].(*ast.BasicLit)
		if !ok || text.Kind != token.STRING {
			return true
		}
		lo, _ := strconv.ParseInt(row.Elts[0].(*ast.BasicLit).Value, 0, 32)
		hi, _ := strconv.ParseInt(row.Elts[1].(*ast.BasicLit).Value, 0, 32)
		if lo <= last || hi < lo || lo%16 != 0 || hi%16 != 15 || !name.MatchString(text.Value) || names[text.Value] {
			t.Errorf("%X to %X %s", lo, hi, text.Value)
		}
		names[text.Value], last = true, hi
		for r := lo; r <= hi; r++ {
			covered[r] = true
		}
		return true
	})
	if len(names) != 324 {
		t.Errorf("%d blocks", len(names))
	}
	for r := range rune(unicode.MaxRune + 1) {
		if !covered[r] && !unicode.Is(unicode.Cn, r) && !unicode.Is(unicode.Cs, r) {
			t.Errorf("%U is in no block", r)
		}
	}
}
