package xml_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/codes"
)

// The example of each code gives that code, once, and no other.
func TestExamples(t *testing.T) {
	known, err := codes.Read(".")
	if err != nil || len(known) < 20 {
		t.Fatalf("there are %d codes, %v", len(known), err)
	}
	for _, c := range known {
		src := head + c.Example + "</definitions>"
		if text, err := strconv.Unquote(c.Example); err == nil {
			src = text
		} else if strings.Contains(c.Example, "definitions") {
			src = c.Example
		}
		d, err := xml.Read("f", []byte(src))
		list := append(diag.Of(err), d.Warnings...)
		if len(list) != 1 || string(list[0].Code) != c.Code || c.Meaning == "" || list[0].Hint == "" || len(c.Makers) == 0 {
			t.Errorf("the example of %s, %s, gives %v (made by %v)", c.Code, src, list, c.Makers)
		}
		if warns := strings.Contains(c.Meaning, "warning"); warns != (err == nil) {
			t.Errorf("%s: %q, and %v", c.Code, c.Meaning, err)
		}
	}
}
