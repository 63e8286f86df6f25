package spinetest_test

import (
	"os"
	"testing"

	"github.com/decision-spine/spine/spinetest"
)

// TestRun runs the policies: the strict codes, the hit policies and workflows, as
// tests of their own.
func TestRun(t *testing.T) {
	spinetest.Run(t, os.DirFS("testdata/policies"), "**/*.test.yaml")
}
