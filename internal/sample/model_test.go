package sample_test

import (
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/internal/sample"
)

func TestModel(t *testing.T) {
	src := sample.Model(3)
	m, err := dmn.LoadModel("m.dmn", src, nil)
	if err != nil || len(m.Targets()) != 3 || len(m.Warnings) != 0 {
		t.Fatalf("%d targets, %v, %v", len(m.Targets()), m.Warnings, err)
	}
}

func TestTokens(t *testing.T) {
	if n, err := sample.Tokens([]byte("<a>b</a>")); n != 3 || err != nil {
		t.Errorf("%d tokens, %v", n, err)
	}
	if _, err := sample.Tokens([]byte("<a>b</a")); err == nil {
		t.Error("what has no end has all tokens")
	}
}
