package dmn_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// What any bytes give: no panic, faults that all have a place in the file, the same
// faults a second time, and a model whenever the document is read to its end. What
// has a value in strict evaluation has the same value in lenient evaluation, without
// reasons for nulls.
func FuzzLoadModel(f *testing.F) {
	archives, err := filepath.Glob("testdata/models/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ".dmn") {
				f.Add([]byte(wrapped(file.Name, string(file.Data))), true)
			}
		}
	}
	f.Add([]byte(explainable), false)
	f.Fuzz(func(t *testing.T, src []byte, recursion bool) {
		var opts []dmn.ModelOption
		if recursion {
			opts = append(opts, dmn.WithRecursion())
		}
		m, err := dmn.LoadModel("f.dmn", src, nil, opts...)
		again, _ := dmn.LoadModel("f.dmn", src, nil, opts...)
		faults := diag.Of(err)
		if defs, _ := xml.Read("f.dmn", src); (m != nil) != defs.Complete {
			t.Fatalf("complete %v, and the model is there: %v", defs.Complete, m != nil)
		}
		if m == nil {
			if len(faults) == 0 {
				t.Fatal("there is neither a model nor a fault")
			}
			return
		}
		for _, e := range append(faults, m.Warnings...) {
			if e.At.File != "f.dmn" || !e.At.Span.Start.Known() || e.At.Span.End.Offset > len(src) || e.At.Span.Start.Offset > e.At.Span.End.Offset {
				t.Fatalf("%v is at %+v", e, e.At)
			}
		}
		if got, want := places(again.Warnings), places(m.Warnings); got != want {
			t.Fatalf("the warnings are\n%s and\n%s", want, got)
		}
		limits := feel.Limits{Steps: 2000, Bytes: 1 << 20}
		for _, target := range m.Targets() {
			vars := map[string]any{}
			for i, in := range m.Inputs(target) {
				vars[in.Name] = []any{1, "a", nil, true, []any{1}}[i%5]
			}
			in := feel.Input{Vars: feel.Map(vars), Limits: limits}
			strict, failed := m.Evaluate(t.Context(), in, target)
			in.Lenient = true
			lenient, err := m.Evaluate(t.Context(), in, target)
			for _, e := range append(diag.Of(failed), diag.Of(err)...) {
				if e.Code == "" || e.Message == "" {
					t.Fatalf("%v: the error %+v", target, e)
				}
			}
			if failed != nil || err != nil {
				continue
			}
			if got, want := lenient[0].Value.String(), strict[0].Value.String(); got != want || len(lenient[0].Nulls) > 0 {
				t.Fatalf("%v: strict %s, lenient %s with %v", target, want, got, lenient[0].Nulls)
			}
		}
	})
}
