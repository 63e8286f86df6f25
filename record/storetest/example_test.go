package storetest_test

import (
	"testing"

	"github.com/decision-spine/spine/record"
	"github.com/decision-spine/spine/record/storetest"
)

// The test of a store of one's own: each call of the function gives an empty one.
func ExampleTest() {
	_ = func(t *testing.T) { // TestStore
		storetest.Test(t, func(t *testing.T) record.Store { return record.Dir(t.TempDir()) })
	}
}
