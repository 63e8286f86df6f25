package record_test

import (
	"testing"

	"github.com/decision-spine/spine/record"
	"github.com/decision-spine/spine/record/storetest"
)

func TestDirIsAStore(t *testing.T) {
	storetest.Test(t, func(t *testing.T) record.Store { return record.Dir(t.TempDir() + "/a/runs") })
}
