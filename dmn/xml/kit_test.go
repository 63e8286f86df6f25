package xml_test

import (
	stdxml "encoding/xml"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn/xml"
)

// kitModels gives the models of the DMN test kit by path, or skips.
func kitModels(tb testing.TB) map[string][]byte {
	dir := os.Getenv("SPINE_TCK")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "tck", "TestCases")
	}
	models := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".dmn" {
			return err
		}
		models[path], err = os.ReadFile(path)
		return err
	})
	if err != nil || len(models) == 0 {
		tb.Skipf("the DMN test kit is not at %s (set SPINE_TCK): %v", dir, err)
	}
	return models
}

// Every model of the kit reads without fault and without warning, and has as
// many definitions of each kind as encoding/xml finds elements.
func TestKit(t *testing.T) {
	for path, src := range kitModels(t) {
		d, err := xml.Read(path, src)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if !d.Complete || d.Version != xml.DMN15 {
			t.Errorf("%s: complete %t, version %s", path, d.Complete, d.Version)
		}
		for _, w := range d.Warnings {
			t.Errorf("%v", w)
		}
		count := map[string]int{}
		dec := stdxml.NewDecoder(strings.NewReader(string(src)))
		for depth := 0; ; {
			token, err := dec.Token()
			if err != nil {
				break
			}
			switch e := token.(type) {
			case stdxml.StartElement:
				if depth++; depth == 2 {
					count[e.Name.Local]++
				}
			case stdxml.EndElement:
				depth--
			}
		}
		for element, n := range map[string]int{
			"import": len(d.Imports), "itemDefinition": len(d.ItemDefinitions), "inputData": len(d.InputData),
			"decision": len(d.Decisions), "businessKnowledgeModel": len(d.BKMs), "decisionService": len(d.Services),
		} {
			if n != count[element] {
				t.Errorf("%s: read %d of %d elements %s", path, n, count[element], element)
			}
		}
	}
}
