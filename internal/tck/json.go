package tck

import (
	"encoding/json"
	"io"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// The shape of a report in JSON.
type (
	reportJSON struct {
		Totals []Count     `json:"totals"`
		Suites []suiteJSON `json:"suites"`
	}
	suiteJSON struct {
		Suite       string     `json:"suite"`
		Cases       int        `json:"cases"`
		Passed      int        `json:"passed"`
		Reasons     []string   `json:"reasons,omitempty"` // why cases failed before they were evaluated
		Nodes       []nodeJSON `json:"nodes"`             // that failed, and those that were asked for
		Diagnostics diag.List  `json:"diagnostics,omitempty"`
	}
	nodeJSON struct {
		Case        string          `json:"case"`
		Node        string          `json:"node"`
		Passed      bool            `json:"passed"`
		Exact       bool            `json:"exact"`
		Failure     string          `json:"failure,omitempty"` // why there is no value
		Want        json.RawMessage `json:"want,omitempty"`
		Got         json.RawMessage `json:"got,omitempty"`
		Diagnostics diag.List       `json:"diagnostics,omitempty"`
	}
)

// WriteJSON writes the report as one object: totals, suites, and of each suite the
// nodes that WriteText lists. Values are encoded as in records; one that has no such
// form, a function, is a string of FEEL. The only error is that of w.
func (r *Report) WriteJSON(w io.Writer, d Detail) error {
	out := reportJSON{Totals: r.Totals(), Suites: []suiteJSON{}}
	for i := range r.Suites {
		out.Suites = append(out.Suites, r.Suites[i].json(d))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func (s *Suite) json(d Detail) suiteJSON {
	var c Count
	c.add(s)
	out := suiteJSON{Suite: s.Path, Cases: c.Cases, Passed: c.Passed, Nodes: []nodeJSON{}, Diagnostics: s.Diagnostics}
	told := map[string]bool{}
	for i := range s.Cases {
		k := &s.Cases[i]
		for _, reason := range k.Reasons {
			if !told[reason] {
				out.Reasons = append(out.Reasons, reason)
			}
			told[reason] = true
		}
		if len(k.Reasons) > 0 {
			continue
		}
		for _, n := range k.Nodes {
			if d.shows(&n) {
				out.Nodes = append(out.Nodes, n.json(k.ID))
			}
		}
	}
	return out
}

func (n *Node) json(id string) nodeJSON {
	out := nodeJSON{Case: id, Node: n.Name, Passed: n.Passed, Exact: n.Exact, Failure: n.Failure, Diagnostics: n.Diagnostics}
	if n.Failure == "" {
		out.Want, out.Got = encode(n.Want), encode(n.Got)
	}
	return out
}

func encode(v feel.Value) json.RawMessage {
	b, err := record.AppendJSON(nil, v)
	if err != nil {
		b, _ = json.Marshal(v.String()) // a string always has JSON
	}
	return b
}
