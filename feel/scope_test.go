package feel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestScope(t *testing.T) {
	sc := feel.NewScope().Declare("b", nil).Declare("a", feel.NumberType).Declare("b", feel.StringType)
	if got := sc.Names(); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("names %q", got)
	}
	if typ, ok := sc.Lookup("b"); !ok || typ != feel.StringType {
		t.Errorf("b is %s", typ)
	}
	if _, ok := sc.Lookup("c"); ok {
		t.Error("c is declared")
	}
	var none *feel.Scope
	if _, ok := none.Lookup("a"); ok || none.Names() != nil {
		t.Error("a nil scope has names")
	}
	sc.Names()[0] = "changed"
	if sc.Names()[0] != "b" {
		t.Error("Names gives away the scope's own")
	}
}

// The built-in functions of DMN 1.6 (clause 10.3.4) whose names are one word.
const singleWords = `date time number string duration
	not
	substring replace contains matches split
	count min max sum mean all any sublist append concatenate remove reverse union flatten product median stddev mode
	decimal floor ceiling abs modulo sqrt log exp odd even
	is before after meets overlaps finishes includes during starts coincides
	sort context now today range`

func TestReservedName(t *testing.T) {
	for _, name := range strings.Fields(singleWords) {
		if !feel.ReservedName(name) {
			t.Errorf("%s is not reserved", name)
		}
	}
	for _, name := range strings.Fields("if then else for in return some every satisfies instance of between and or function external true false null") {
		if !feel.ReservedName(name) {
			t.Errorf("%s is not reserved", name)
		}
	}
	for _, name := range []string{"income", "Date", "dates", "provenance", "points", "date_of_birth", "item", "partial"} {
		if feel.ReservedName(name) {
			t.Errorf("%s is reserved", name)
		}
	}
}

func TestNameFault(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"income", ""}, {"_a1", ""}, {"A", ""}, {"__", ""},
		{"", "it is empty"},
		{"1a", "it begins with a digit"},
		{"a b", "' ' is not a letter, a digit or _"},
		{"für", "'ü' is not a letter, a digit or _"},
		{"a\xff", "'�' is not a letter, a digit or _"},
		{"date", "FEEL keeps this name for itself"},
		{"null", "FEEL keeps this name for itself"},
		{"mean", "FEEL keeps this name for itself"},
		{"provenance", "spine keeps this name for the provenance of a table"},
	} {
		if got := feel.NameFault(c.name); got != c.want {
			t.Errorf("%q: %s", c.name, got)
		}
	}
}
