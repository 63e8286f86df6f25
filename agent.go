package spine

import (
	"context"
	"encoding/json"
)

// Agent produces the objects of edges. What it answers is bytes that nobody
// trusts: the gate judges them. It is called by several goroutines at once.
type Agent interface {
	// Produce answers a request. An error means that the agent could not be
	// called; context.DeadlineExceeded that it did not answer in time.
	Produce(ctx context.Context, req AgentRequest) (AgentResult, error)
}

// AgentRequest is what an agent is asked.
type AgentRequest struct {
	Node    string          // id of the edge
	Agent   string          // name of the agent's file
	File    []byte          // its content, which means nothing to spine
	Inputs  json.RawMessage // an object of the facts that the edge lists
	Schema  []byte          // the gate's schema
	Attempt int             // from 1
}

// AgentResult is what an agent answers.
type AgentResult struct {
	Object []byte            // raw JSON
	Meta   map[string]string // kept as advice in the record: never compared, never an input
}
