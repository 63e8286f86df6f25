package judgment_test

import (
	"context"
	"fmt"
	"testing/fstest"
	"time"

	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

// A run is recorded, and replayed from the record alone. Another graph consumes its
// verdict, as long as it is not too old.
func ExamplePlan_Record() {
	pin := fmt.Sprintf(`{"id": "https://example.org/residency", "version": "2.1.0", "digest": %q}`, record.Digest([]byte(residency)))
	plan := func(nodes, edges, result string) *judgment.Plan {
		g, err := judgment.LoadGraph("graph.json", fmt.Appendf(nil,
			`{"format": "spine.graph/1", "id": "example", "version": "1.0.0", "nodes": %s, "edges": %s, "result": %q}`, nodes, edges, result))
		if err != nil {
			panic(err)
		}
		c, err := judgment.NewCatalogue(fstest.MapFS{"residency.json": {Data: []byte(residency)}, "grant.json": {Data: []byte(grant)}})
		if err != nil {
			panic(err)
		}
		p, err := g.Link(c)
		if err != nil {
			panic(err)
		}
		return p
	}

	// The first run, in June.
	in := judgment.GraphInputs{Document: []byte(`{"residency": {"facts": {"years": "3"}}}`), HasDocument: true}
	in.Now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	first := plan(`{"residency": {"pack": `+pin+`}}`, `[]`, "residency")
	c, err := first.Run(context.Background(), in)
	if err != nil {
		panic(err)
	}
	id, err := record.NewRunID(in.Now, nil)
	if err != nil {
		panic(err)
	}
	rec, err := first.Record(in, c, record.Run{ID: id, Started: in.Now, Finished: in.Now, Engine: "example"})
	if err != nil {
		panic(err)
	}
	differences, err := judgment.Replay(context.Background(), rec)
	fmt.Println("differences:", len(differences), err)

	// The second one consumes its verdict.
	bytes, err := rec.Canonical()
	if err != nil {
		panic(err)
	}
	second := plan(fmt.Sprintf(`{
		"residency": {"recorded": {"record": %q, "node": "residency", "subject": %s, "maxAge": "P30D"}},
		"grant": {"pack": {"id": "https://example.org/grant", "version": "1.0.0", "digest": %q}}}`, record.Digest(bytes), pin, record.Digest([]byte(grant))),
		`[{"from": "residency", "to": "grant", "fact": "/applicant/residency"}]`, "grant")
	var next judgment.GraphInputs
	if next.Records, err = judgment.NewRecords(fstest.MapFS{"june.json": {Data: bytes}}); err != nil {
		panic(err)
	}
	for _, days := range []int{30, 31} {
		next.Now = in.Now.AddDate(0, 0, days)
		c, err := second.Run(context.Background(), next)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(c.Disposition.OutcomeID)
	}
	// Output:
	// differences: 0 <nil>
	// pay
	// graph.json:2:303: the verdict stands on what was known at 2026-06-01T12:00:00Z, and it is 2026-07-02T12:00:00Z: its age is P31D, and may be P30D [graph_record_stale]
}
