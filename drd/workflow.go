// Package drd reads workflows: which facts, agents, tables and people make one
// determination, and in which order (the decision requirements diagram of DMN,
// clause 5, with gates and people).
//
// [LoadWorkflow] reads a workflow and everything that it names, and reports every
// fault that can be found without running it, all at once. [Compile] gives the
// order in which it runs. Both results are immutable and may be shared by
// goroutines. The package calls no agent and no person, and knows no record.
//
// Terms are those of spine's formats: a fact is given by the host and passes a
// gate; an edge is an agent behind a gate; a policy node is a decision table; a
// human node is a table that recommends and a person who chooses. The kinds of
// node are a closed set, and none of them can turn what an agent made into a
// fact or a verdict.
package drd

import (
	"time"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/gate"
)

// Workflow is a workflow document whose every reference was followed.
type Workflow struct {
	File    string // as given to LoadWorkflow
	Name    string
	Version string
	AsOf    string // the date fact that effective dates are judged against; "" if none
	Facts   []*Fact
	Nodes   []Node // in the order of the file

	// Files is everything that was read, by name: the workflow, tables, their CSV,
	// models, schemas, agent files.
	Files map[string][]byte

	// Warnings are what is allowed and probably not meant.
	Warnings diag.List

	at   diag.Locator
	byID map[string][]Node // those of one id are a fault
}

// Fact is a fact of record: given by the host, through a gate.
type Fact struct {
	Name        string
	Description string
	Schema      string // the schema's file
	Gate        *gate.Gate
	At          diag.Locator
}

// Node is an [*Edge], a [*Policy] or a [*Human]; there are no others.
type Node interface {
	// ID is the name of the node, and of its value in FEEL.
	ID() string
	// Inputs are the facts and nodes that it sees.
	Inputs() []string
	// Place is where the file declares it.
	Place() diag.Locator

	sealed()
}

// common is what every node has.
type common struct {
	id     string
	inputs []string
	at     diag.Locator
}

func (c *common) ID() string          { return c.id }
func (c *common) Inputs() []string    { return c.inputs }
func (c *common) Place() diag.Locator { return c.at }
func (c *common) sealed()             {}

// Edge is an agent behind a gate. Its inputs are facts only: what the agent is
// shown.
type Edge struct {
	common
	Agent    string // the agent's file
	Schema   string // the gate's file
	Attempts int    // how often the agent may try, from 1
	Gate     *gate.Gate
}

// Policy is a decision by a table, or by a decision of a DMN model.
type Policy struct {
	common
	Source string // the authority, which wins over the table's own
	Table  *Table // nil when Model or Tables has it
	Tables []*Table
	Model  *Model
}

// Human is a decision of which a table makes the recommendation, and a person the
// choice.
type Human struct {
	common
	Source              string
	Table               *Table
	DecidedBy           string // the role
	OverrideNeedsReason bool
	Expires             time.Duration // 0: never
	Draft               string        // the agent's file; "" without a draft
	Options             []feel.Value  // what can be chosen: contexts by output name
}

// Table is a table with the program that decides for one node.
type Table struct {
	File    string
	Program *dmn.Program
}

// Node gives the node of an id, or nil.
func (w *Workflow) Node(id string) Node {
	if nodes := w.byID[id]; len(nodes) > 0 {
		return nodes[0]
	}
	return nil
}

// Fact gives the fact of a name, or nil.
func (w *Workflow) Fact(name string) *Fact {
	for _, f := range w.Facts {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Tables gives every table that a node names.
func Tables(n Node) []*Table {
	if p, ok := n.(*Policy); ok && p.Tables != nil {
		return p.Tables
	}
	if t := DecidingTable(n); t != nil {
		return []*Table{t}
	}
	return nil
}

// DecidingTable is the table of a policy or human node; nil for every other.
func DecidingTable(n Node) *Table {
	switch n := n.(type) {
	case *Policy:
		return n.Table
	case *Human:
		return n.Table
	}
	return nil
}

// DecidingModel is the decision of a model that is a policy node's; nil for every
// other.
func DecidingModel(n Node) *Model {
	if p, ok := n.(*Policy); ok {
		return p.Model
	}
	return nil
}
