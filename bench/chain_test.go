package main

import (
	"testing"

	"github.com/shopspring/decimal"
)

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		text  string
		units int64
		ok    bool
	}{
		{"12.34", 1234, true},
		{"-12.3", -1230, true},
		{"1e3", 100_000, true},
		{"0", 0, true},
		{"12.345", 0, false},
		{"123456789012345678", 0, false},
		{"1e18", 0, false},
		{"12345678901234567890", 0, false},
	} {
		units, ok := fixed(decimal.RequireFromString(c.text), 2)
		if ok != c.ok || ok && units != c.units {
			t.Errorf("%s: got %d, %v", c.text, units, ok)
		}
	}
}
