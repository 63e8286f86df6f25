package record_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/decision-spine/spine/record"
)

func TestNewRunID(t *testing.T) {
	// The example of RFC 9562, appendix A.6.
	now := time.Date(2022, time.February, 22, 14, 22, 22, 0, time.FixedZone("", -5*3600))
	random := []byte{0x0C, 0xC3, 0x18, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F}
	id, err := record.NewRunID(now, bytes.NewReader(random))
	if want := "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"; id != want || err != nil {
		t.Errorf("got %s, %v, want %s", id, err, want)
	}
}

func TestRunIDsSortByTime(t *testing.T) {
	now := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	var ids []string
	for i := range 50 {
		id, err := record.NewRunID(now.Add(time.Duration(i)*time.Millisecond), nil)
		if err != nil || !record.IsRunID(id) || slices.Contains(ids, id) {
			t.Fatalf("%s, %v", id, err)
		}
		ids = append(ids, id)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("not sorted: %v", ids)
	}
}

func TestNewRunIDRefuses(t *testing.T) {
	for _, now := range []time.Time{time.Unix(0, -1), time.Date(10890, 1, 1, 0, 0, 0, 0, time.UTC), {}} {
		if id, err := record.NewRunID(now, nil); err == nil {
			t.Errorf("%s gives %s", now, id)
		}
	}
	broken := errors.New("no randomness")
	if id, err := record.NewRunID(time.Unix(0, 0), iotest.ErrReader(broken)); !errors.Is(err, broken) || id != "" {
		t.Errorf("got %q, %v", id, err)
	}
}

func TestIsRunID(t *testing.T) {
	for _, id := range []string{
		"", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
		"017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", "017f22e2079b0-7cc3-98c4-dc0c0c07398f",
		"017f22e2-79b0-7cc3-98c4-dc0c0c0739/f", "../22e2-79b0-7cc3-98c4-dc0c0c07398f0",
	} {
		if record.IsRunID(id) {
			t.Errorf("%q is taken for a run id", id)
		}
	}
}
