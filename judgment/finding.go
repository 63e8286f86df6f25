package judgment

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
)

// Finding is one fault of a graph, of its catalogue, its inputs or its rows: a
// [*diag.Error], to which it unwraps, and what programs need to know beside code,
// place and message. The place's Path is that in the document that the place's
// File names. Members that do not apply are zero.
type Finding struct {
	Fault *diag.Error

	Nodes []string // of a [GraphCycle]: its members, sorted

	Class Class // of a [GraphNodeEvaluation]; Fault wraps the [*EvaluationError]
	Phase Phase

	Declared          string   // digest of a pin
	Actual            []string // digests of what the catalogue has instead, sorted
	DeclaredVersion   string   // of a pin
	AvailableVersions []string // of the pinned id in the catalogue, sorted by bytes, each once

	// Of a [GraphIdentity] and a [GraphRecordSubject], with DeclaredVersion: the ids
	// of the pin and of what is there, and the version of this.
	DeclaredID, ActualID, ActualVersion string
}

// Error gives place, message and code on one line.
func (f *Finding) Error() string { return f.Fault.Error() }

// Unwrap gives the fault.
func (f *Finding) Unwrap() error { return f.Fault }

// MarshalJSON writes the members that apply; findings are those that the fault
// comes from: of a node's evaluation, of a table, of a record.
func (f *Finding) MarshalJSON() ([]byte, error) {
	type inner struct {
		Code    diag.Code `json:"code"`
		Message string    `json:"message"`
		Path    string    `json:"path"`
	}
	var findings []inner
	for _, e := range diag.Of(f.Fault.Err) {
		findings = append(findings, inner{e.Code, e.Message, e.At.Path})
	}
	return json.Marshal(struct {
		inner
		Node              string   `json:"node,omitempty"`
		Nodes             []string `json:"nodes,omitempty"`
		Class             Class    `json:"class,omitempty"`
		Phase             Phase    `json:"phase,omitempty"`
		Findings          []inner  `json:"findings,omitempty"`
		Declared          string   `json:"declared,omitempty"`
		Actual            []string `json:"actual,omitempty"`
		DeclaredVersion   string   `json:"declaredVersion,omitempty"`
		AvailableVersions []string `json:"availableVersions,omitempty"`
		DeclaredID        string   `json:"declaredId,omitempty"`
		ActualID          string   `json:"actualId,omitempty"`
		ActualVersion     string   `json:"actualVersion,omitempty"`
	}{
		inner{f.Fault.Code, f.Fault.Message, f.Fault.At.Path}, f.Fault.At.Node, f.Nodes, f.Class, f.Phase, findings,
		f.Declared, f.Actual, f.DeclaredVersion, f.AvailableVersions, f.DeclaredID, f.ActualID, f.ActualVersion,
	})
}

// Findings are all the findings of one stage, in its order. It is deliberately
// not an error: a [Refusal] is.
type Findings []*Finding

// Faults gives the faults of the findings.
func (fs Findings) Faults() diag.List {
	out := make(diag.List, len(fs))
	for i, f := range fs {
		out[i] = f.Fault
	}
	return out
}

// sort orders by node, path and code.
func (fs Findings) sort() {
	slices.SortStableFunc(fs, func(a, b *Finding) int {
		x, y := a.Fault, b.Fault
		return cmp.Or(cmp.Compare(x.At.Node, y.At.Node), cmp.Compare(x.At.Path, y.At.Path), cmp.Compare(x.Code, y.Code))
	})
}

// Refusal is why a document of the graph layer is not read, or a graph does not
// run: every finding of the first stage that has one. The stages are loading,
// well-formedness, pins and tables, recorded nodes, inputs, collisions of inputs with feeds, and the nodes in
// their order, of which the first that fails is the only finding. Nothing has
// been decided then: there is no part of a result.
type Refusal struct {
	Graph    *Pin // the graph that does not run; nil if none was read
	Findings Findings
}

// Error gives one finding a line.
func (r *Refusal) Error() string {
	lines := make([]string, len(r.Findings))
	for i, f := range r.Findings {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives every finding.
func (r *Refusal) Unwrap() []error {
	out := make([]error, len(r.Findings))
	for i, f := range r.Findings {
		out[i] = f
	}
	return out
}

// MarshalJSON writes the refusal with its format, "spine.graph-refusal/1".
func (r *Refusal) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Format   string   `json:"format"`
		Graph    *Pin     `json:"graph,omitempty"`
		Findings Findings `json:"findings"`
	}{"spine.graph-refusal/1", r.Graph, r.Findings})
}

// Canonical gives the refusal as canonical JSON (RFC 8785).
func (r *Refusal) Canonical() []byte { return canonical(r) }

// refuse gives a [*Refusal], or nil if there is no finding.
func refuse(graph *Pin, fs Findings) error {
	if len(fs) == 0 {
		return nil
	}
	return &Refusal{graph, fs}
}
