package judgment_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestCarrier(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "[CARRIER-INVALID-JSON]"},
		{" \n", "[CARRIER-INVALID-JSON]"},
		{"\uFEFF" + parking, "[CARRIER-INVALID-JSON]"},
		{parking + "{}", "[CARRIER-INVALID-JSON]"},
		{parking + ",", "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `"Yes"`, `"Y\ud83d"`), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `"Yes"`, `"Y\udc00\ud83d"`), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `"Yes"`, "\"Y\xff\""), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `"Yes"`, "\"Y\t\""), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `["permit"]`, `["permit",]`), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `["permit"]`, `[01]`), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `["permit"]`, `[NaN]`), "[CARRIER-INVALID-JSON]"},
		{changed(t, parking, `"Yes"`, `"Y\u0000\ud83d\ude00"`), "[]"},
		{changed(t, parking, `"label": "Yes"`, `"label": "Yes", "label": "Yes"`), "[CARRIER-DUPLICATE-MEMBER /outcomes/0/label]"},
		{changed(t, parking, `"label": "Yes"`, `"label": "Yes", "l\u0061bel": 1`), "[CARRIER-DUPLICATE-MEMBER /outcomes/0/label]"},
		{changed(t, parking, `"title": "Parking"`, `"title": "Parking", "title": "Parking"`), "[CARRIER-DUPLICATE-MEMBER /title]"},
		{changed(t, parking, `{"any": [1, null]}`, `[{"a/b": {}, "a\/b": {}}]`), "[CARRIER-DUPLICATE-MEMBER /extensions/com.example.notes/0/a~1b]"},
		{changed(t, parking, `"label": "Yes"`, `"label": "Yes", "Label": "Yes"`), "[STRUCTURE-UNKNOWN-MEMBER /outcomes/0/Label]"},
	} {
		if got := fmt.Sprint(findings(t, c.src)); got != c.want {
			t.Errorf("%.60q: got %s, want %s", c.src, got, c.want)
		}
	}
}

// Each limit is met by one pack and passed by the next.
func TestCarrierLimits(t *testing.T) {
	const mi = 1 << 20
	in := func(extension string) string { return changed(t, parking, `{"any": [1, null]}`, extension) }
	nested := func(depth int) string { return in(strings.Repeat("[", depth-2) + strings.Repeat("]", depth-2)) }
	padded := func(bytes int) string { return parking + strings.Repeat(" ", bytes-len(parking)) }
	var sound any
	if err := json.Unmarshal([]byte(in("[]")), &sound); err != nil {
		t.Fatal(err)
	}
	others := countValues(sound)
	values := func(n int) string { return in("[0" + strings.Repeat(",0", n-others-1) + "]") }
	for _, c := range []struct{ met, passed, want string }{
		{padded(10 * mi), padded(10*mi + 1), "[CARRIER-LIMIT-BYTES]"},
		{nested(128), nested(129), "[CARRIER-LIMIT-DEPTH /extensions/com.example.notes" + strings.Repeat("/0", 126) + "]"},
		{in(`"` + strings.Repeat("é", mi/2) + `"`), in(`"a` + strings.Repeat("é", mi/2) + `"`), "[CARRIER-LIMIT-STRING /extensions/com.example.notes]"},
		{in(`"` + strings.Repeat(`\u0061`, mi) + `"`), in(`"` + strings.Repeat(`\u0061`, mi+1) + `"`), "[CARRIER-LIMIT-STRING /extensions/com.example.notes]"},
		{in(`{"` + strings.Repeat("a", mi) + `": 1}`), in(`{"` + strings.Repeat("a", mi+1) + `": 1}`), "[CARRIER-LIMIT-STRING /extensions/com.example.notes]"},
		{in(strings.Repeat("1", mi)), in("-" + strings.Repeat("1", mi)), "[CARRIER-LIMIT-NUMBER /extensions/com.example.notes]"},
		{values(250_000), values(250_001), fmt.Sprintf("[CARRIER-LIMIT-VALUES /extensions/com.example.notes/%d]", 250_000-others)},
	} {
		if got := findings(t, c.met); got != nil {
			t.Errorf("at the limit: %v", got)
		}
		if got := fmt.Sprint(findings(t, c.passed)); got != c.want {
			t.Errorf("over the limit: got %.200s, want %s", got, c.want)
		}
	}
}

// countValues counts v and what is in it.
func countValues(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			n += countValues(x)
		}
	case map[string]any:
		for _, x := range v {
			n += countValues(x)
		}
	}
	return n
}
