package gate

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// panicking is a part of a compiled schema that fails as the library may.
type panicking struct{}

func (panicking) Validate(*jsonschema.ValidatorContext, any) { panic("not expected here") }

// A panic of the library ends in its wrapper, and what it could not judge is
// refused.
func TestPanicIsARefusal(t *testing.T) {
	g, err := Compile(fstest.MapFS{"s": {Data: []byte(`{"type": "string"}`)}}, "s")
	if err != nil {
		t.Fatal(err)
	}
	g.validator.schema.Extensions = append(g.validator.schema.Extensions, panicking{})
	o, err := g.Admit([]byte(`"x"`))
	var r *Refusal
	if o != nil || !errors.As(err, &r) || r.Error() != "the validator failed: not expected here [schema_violation]" {
		t.Errorf("%v, %v", o, err)
	}
	if ok, err := g.nodes[0].accepts("x"); ok || err == nil {
		t.Errorf("accepted: %v, %v", ok, err)
	}
	_, err = compile("spine:///s", func(string) (any, bool) { panic("not expected here") })
	if err == nil || !strings.Contains(err.Error(), "the validator failed") {
		t.Error(err)
	}
}

// The validator asks for documents by URI, and gets none that was not read.
func TestNothingIsFetched(t *testing.T) {
	for _, uri := range []string{"file:///etc/hosts", "http://127.0.0.1:1/s.json", "spine:///other"} {
		var asked []string
		_, err := compile("spine:///s", func(u string) (any, bool) {
			asked = append(asked, u)
			return map[string]any{"$ref": uri}, u == "spine:///s"
		})
		if err == nil || len(asked) != 2 || asked[1] != uri {
			t.Errorf("%s: asked for %v, %v", uri, asked, err)
		}
	}
}

// The table of keywords has exactly those of the dialect's own schemas, less the
// ones that they call deprecated in favour of others.
func TestKeywordTable(t *testing.T) {
	meta, err := metaschema()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for uri, s := range meta.byURL {
		if strings.HasSuffix(uri, "#") {
			for name := range s.Properties {
				found[name] = true
			}
		}
	}
	for _, old := range []string{"dependencies", "$recursiveRef", "$recursiveAnchor"} {
		if !found[old] {
			t.Errorf("the dialect has no %s", old)
		}
		delete(found, old)
	}
	for name := range found {
		if _, ok := keywords[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	for name := range keywords {
		if !found[name] {
			t.Errorf("%s is no keyword", name)
		}
	}
}
