package judgment_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

// What a sound record keeps of nodes may be anything: either there is one reason not
// to consume it, or a disposition that is legal and not from the future.
func FuzzRecordedNode(f *testing.F) {
	p := shared.plan(f, `{"n":@up}`, `[]`, "n")
	sound := readRecord(f, recorded(f, p, timed(f, `{"n":{"facts":{"v":"yes"}}}`, noon, nil), moment(f, noon)))
	nodes := string(sound.Result.Judgment.Nodes)
	f.Add(nodes)
	for _, c := range [][2]string{
		{`"n"`, `"m"`}, {`"yes"`, `"no"`}, {`"reasons":[]`, `"reasons":["unknown"]`}, {`"basis":"2026`, `"basis":"2027`}, {`"basis":`, `"age":`}, {`"basis":"`, `"basis":"-`},
		{`"1.0.0"`, `1`}, {`"subject"`, `"object"`}, {`"kind":"outcome",`, ``}, {`"basis"`, `"handoffTarget":5,"basis"`}, {nodes, `[]`}, {nodes, `{"n":5}`}, {nodes, `{"n":{"@number":"1e9"}}`},
	} {
		if !strings.Contains(nodes, c[0]) {
			f.Fatalf("no %s in %s", c[0], nodes)
		}
		f.Add(strings.Replace(nodes, c[0], c[1], 1))
	}
	known := []string{string(judgment.GraphRecordNode), string(judgment.GraphRecordSubject), string(judgment.GraphRecordFuture), string(judgment.GraphRecordStale)}
	f.Fuzz(func(t *testing.T, nodes string) {
		rec := *sound
		rec.Result.Judgment = &record.Judgment{Composite: sound.Result.Judgment.Composite, Nodes: []byte(nodes)}
		b, err := rec.Canonical()
		if err != nil {
			t.Skip()
		}
		p := shared.plan(t, `{"z":`+verdictOf(b, "n", shared.pin("up"), "P1D")+`,"b":@down}`, edgesOf("z b /x"), "b")
		in := timed(t, `{}`, noon, offer(t, b))
		c, err := p.Run(t.Context(), in)
		var refusal *judgment.Refusal
		if errors.As(err, &refusal) {
			if got := toldBy(t, err); len(got) != 1 || !slices.Contains(known, strings.Fields(got[0])[0]) {
				t.Fatalf("got %s", got)
			}
			return
		}
		z := at(t, c, "z")
		d, err := judgment.DecodeDisposition(z.Disposition.Canonical())
		if err != nil || string(d.Canonical()) != string(z.Disposition.Canonical()) || z.Basis.After(in.Now) {
			t.Fatalf("got %s, %v, %v", z.Disposition.Canonical(), err, z.Basis)
		}
	})
}
