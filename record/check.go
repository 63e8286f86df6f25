package record

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
)

// check reports what a record must not hold although its members have the right
// types: writing and reading demand the same. The faults bear paths only.
func (r *Record) check() diag.List {
	c := checker{r: r, digests: map[string]bool{}}
	c.snapshots()
	c.run()
	if r.Resumes != "" {
		c.digest(r.Resumes, "resumes")
	}
	for id, e := range r.Result.Edges {
		c.digest(e.Schema, "result", "edges", id, "schema")
		c.has(e.Schema, "the gate's schema", "result", "edges", id, "schema")
		if e.Object != nil && e.Refused != nil {
			c.shape("an edge has an object or what was refused, not both", "result", "edges", id)
		}
	}
	for id, d := range r.Result.Decisions {
		c.digest(d.Table.SHA256, "result", "decisions", id, "table", "sha256")
		c.has(d.Table.SHA256, "the table", "result", "decisions", id, "table", "sha256")
		for i, m := range d.Rules {
			if m.Rule < 1 {
				c.shape("rules count from 1", "result", "decisions", id, "rules", fmt.Sprint(i), "rule")
			}
		}
	}
	for id, h := range r.Result.Humans {
		if h.Choice != nil && strings.TrimSpace(h.Choice.By) == "" {
			c.shape("a choice bears the name of a person", "result", "humans", id, "by")
		}
	}
	c.outcome()
	c.faults.Sort()
	return c.faults
}

type checker struct {
	r       *Record
	digests map[string]bool // of the snapshots
	faults  diag.List
}

func place(tokens ...string) diag.Locator { return diag.Locator{Path: strictjson.Pointer(tokens...)} }

func (c *checker) add(e *diag.Error) { c.faults = append(c.faults, e) }

func (c *checker) shape(message string, tokens ...string) {
	c.add(errRecordShape(place(tokens...), message))
}

func (c *checker) digest(s string, tokens ...string) {
	if !IsDigest(s) {
		c.shape(fmt.Sprintf("%q is no digest: it is %q and 64 hexadecimal digits", s, digestPrefix), tokens...)
	}
}

// has reports a digest that no snapshot has.
func (c *checker) has(digest, what string, tokens ...string) {
	if IsDigest(digest) && !c.digests[digest] {
		c.add(errRecordSnapshotMissing(place(tokens...), what, digest))
	}
}

func (c *checker) snapshots() {
	for path, s := range c.r.Snapshots {
		c.digests[s.SHA256] = true
		if err := checkPath(path, c.r.Snapshots); err != nil {
			c.shape(err.Error(), "snapshots", path)
		}
		if s.Media == "" {
			c.shape("a snapshot has a media type", "snapshots", path, "media")
		}
		if is := Digest(s.Content); is != s.SHA256 {
			c.add(errRecordSnapshot(place("snapshots", path, "sha256"), path, s.SHA256, is))
		}
	}
}

// checkPath reports a path that no file in an [fs.FS] has, or that stands below
// another snapshot.
func checkPath(path string, snapshots map[string]Snapshot) error {
	if !fs.ValidPath(path) || path == "." {
		return fmt.Errorf("%q is no path of a snapshot: it is relative, with slashes, and without any . or .. in it", path)
	}
	for i, c := range path {
		if c != '/' {
			continue
		}
		if _, ok := snapshots[path[:i]]; ok {
			return fmt.Errorf("%q is below %q, which is a file", path, path[:i])
		}
	}
	return nil
}

func (c *checker) run() {
	run := c.r.Run
	if !IsRunID(run.ID) {
		c.shape(fmt.Sprintf("%q is no run id, which is a UUID of version 7 in lower case", run.ID), "run", "id")
	}
	if run.Engine == "" {
		c.shape("the engine has a name", "run", "engine")
	}
	if _, ok := c.r.Snapshots[run.Document]; !ok {
		c.add(errRecordSnapshotMissing(place("run", "document"), "the document that was run", run.Document))
	}
	times := []struct {
		name string
		t    time.Time
	}{{"started", run.Started}, {"finished", run.Finished}, {"clock", run.Clock}}
	for _, m := range times {
		if year := m.t.UTC().Year(); year < 0 || year > 9999 {
			c.shape(fmt.Sprintf("the year %d cannot be written", year), "run", m.name)
		}
	}
}

// outcome checks that status and result fit.
func (c *checker) outcome() {
	result, status := &c.r.Result, c.r.Status
	if !slices.Contains([]Status{Completed, AwaitingHuman, NoDetermination, Refused, Failed, Expired}, status) {
		c.shape(fmt.Sprintf("%q is no status", status), "status")
		return
	}
	misfit := func(message string) { c.add(errRecordStatus(place("status"), message)) }
	if result.Judgment != nil {
		if result.Edges != nil || result.Decisions != nil || result.Humans != nil || result.Determination != nil || result.Refusal != nil {
			c.shape("the result of a judgment graph has only facts, judgment and nodes", "result")
		}
		if status != Completed {
			misfit(fmt.Sprintf("a judgment graph with a result is %q, not %q", Completed, status))
		}
		return
	}
	if (status == Completed) != (len(result.Determination) > 0) || result.Determination != nil && len(result.Determination) == 0 {
		misfit(fmt.Sprintf("there is a determination if, and only if, the status is %q", Completed))
	}
	if (status == Refused || status == Failed) != (result.Refusal != nil) {
		misfit(fmt.Sprintf("there is a refusal if, and only if, the status is %q or %q", Refused, Failed))
	}
	if result.Refusal != nil {
		c.refusal(result.Refusal)
	}
}

func (c *checker) refusal(r *Refusal) {
	if !slices.Contains([]RefusalKind{ByGate, ByDecision, ByAgent}, r.Kind) {
		c.shape(fmt.Sprintf("%q is no kind of refusal", r.Kind), "result", "refusal", "kind")
	} else if (r.Kind == ByAgent) != (c.r.Status == Failed) {
		c.add(errRecordStatus(place("status"), fmt.Sprintf("a refusal is by %q if, and only if, the status is %q", ByAgent, Failed)))
	}
	if len(r.Faults) == 0 {
		c.shape("a refusal has faults", "result", "refusal", "faults")
	}
	for i, f := range r.Faults {
		if f.Code == "" {
			c.shape("a fault has a code", "result", "refusal", "faults", fmt.Sprint(i), "code")
		}
	}
}
