package judgment_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/judgment"
)

// corpus gives the folder of the published test data, or skips.
func corpus(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SPINE_JPS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "jps")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the Judgment Pack corpus is not there (SPINE_JPS): %v", err)
	}
	return dir
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// manifest reads the cases of a manifest, and the bytes of their facts.
func manifest[C any](t *testing.T, path ...string) []C {
	t.Helper()
	var m struct{ Cases []C }
	if err := json.Unmarshal(read(t, path...), &m); err != nil {
		t.Fatal(err)
	}
	return m.Cases
}

func TestCorpusDocuments(t *testing.T) {
	type diagnostic struct{ Code, Path string }
	type document struct {
		ID, Path            string
		SupportedExtensions []string
		ExpectedResult      judgment.Result
		ExpectedDiagnostic  *diagnostic
	}
	dir := corpus(t)
	cases := manifest[document](t, dir, "conformance", "manifest.json")
	for _, c := range cases {
		result, faults := judgment.Validate(c.Path, read(t, dir, "conformance", c.Path), c.SupportedExtensions)
		var have []diagnostic
		for _, f := range faults {
			have = append(have, diagnostic{string(f.Code), f.At.Path})
		}
		if result != c.ExpectedResult {
			t.Errorf("%s: %s with %v", c.ID, result, have)
		}
		want := c.ExpectedDiagnostic
		switch {
		case want == nil && have != nil:
			t.Errorf("%s: found %v", c.ID, have)
		case want != nil && !slices.ContainsFunc(have, func(d diagnostic) bool {
			// Who wrote the corpus knew no more than the last token of a repeated member.
			suffix := d.Code == string(judgment.CarrierDuplicateMember) && strings.HasSuffix(d.Path, want.Path)
			return d.Code == want.Code && (d.Path == want.Path || suffix)
		}):
			t.Errorf("%s: found %v, not %v", c.ID, have, *want)
		}
	}
	t.Logf("%d document cases", len(cases))
}

func TestCorpusEvaluations(t *testing.T) {
	type evaluation struct {
		ID, Pack             string
		Facts                json.RawMessage
		EvidenceAvailability json.RawMessage
		SupportedExtensions  []string
		ExpectedDisposition  json.RawMessage
		ExpectedErrorClass   judgment.Class
	}
	dir := corpus(t)
	cases := manifest[evaluation](t, dir, "conformance", "evaluation", "manifest.json")
	for _, c := range cases {
		p, err := judgment.LoadPack(c.Pack, read(t, dir, "conformance", "evaluation", c.Pack))
		if err == nil {
			var e *judgment.Evaluation
			e, err = p.Evaluate(t.Context(), judgment.Inputs{
				Facts: c.Facts, Evidence: c.EvidenceAvailability, HasEvidence: c.EvidenceAvailability != nil, Extensions: c.SupportedExtensions,
			})
			if err == nil {
				want, wrong := judgment.DecodeDisposition(c.ExpectedDisposition)
				if got := e.Disposition.Canonical(); wrong != nil || !bytes.Equal(got, want.Canonical()) {
					t.Errorf("%s: got %s, want %s, %v", c.ID, got, want.Canonical(), wrong)
				}
				continue
			}
		}
		var refused *judgment.EvaluationError
		if !errors.As(err, &refused) || refused.Class != c.ExpectedErrorClass {
			t.Errorf("%s: %v, want class %q", c.ID, err, c.ExpectedErrorClass)
		}
	}
	t.Logf("%d evaluation cases", len(cases))
}

func TestCorpusExamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(corpus(t), "examples", "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range names {
		src := read(t, name)
		if result, faults := judgment.Validate(name, src, nil); result != judgment.Valid {
			t.Errorf("%s: %s, %v", name, result, found(faults))
			continue
		}
		e, err := load(t, string(src)).Evaluate(t.Context(), judgment.Inputs{Facts: []byte("{}")})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := strictjson.Parse(e.Disposition.Canonical(), strictjson.Limits{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
