package tck

import (
	"strings"
	"testing"
	"time"
)

func TestProperties(t *testing.T) {
	var b strings.Builder
	if err := WriteProperties(&b, "1.2.3", time.Date(2026, 7, 1, 23, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	var keys []string
	values := map[string]string{}
	for line := range strings.Lines(b.String()) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || value == "" {
			t.Errorf("%q", line)
		}
		keys = append(keys, key)
		values[key] = value
	}
	want := "vendor.name vendor.url product.name product.url product.version product.comment last.update instructions.url"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if values["product.version"] != "1.2.3" || values["last.update"] != "2026-07-01" {
		t.Errorf("%v", values)
	}
}
