package main

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

// agents has the agent of each edge, by the edge's id.
type agents map[string]spine.Agent

// Produce implements [spine.Agent].
func (a agents) Produce(ctx context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	return a[req.Node].Produce(ctx, req)
}

// fixed is an agent that always gives the same bytes.
type fixed []byte

// Produce implements [spine.Agent].
func (f fixed) Produce(context.Context, spine.AgentRequest) (spine.AgentResult, error) {
	return spine.AgentResult{Object: f}, nil
}

// loadAgents reads the agent files of a workflow's edges. An edge that given
// has an object for needs no agent, and its file may be that of another host.
func loadAgents(f *folder, plan *drd.Plan, given map[string][]byte) (agents, diag.List) {
	all := agents{}
	byFile := map[string]spine.Agent{}
	var faults diag.List
	for _, e := range plan.Edges {
		if object, ok := given[e.ID()]; ok {
			all[e.ID()] = fixed(object)
			continue
		}
		a, ok := byFile[e.Agent]
		if !ok {
			var found diag.List
			a, found = readAgent(f, e.Agent, plan.Workflow.Files[e.Agent])
			faults = append(faults, found...)
			byFile[e.Agent] = a
		}
		all[e.ID()] = a
	}
	return all, faults
}

// The limits of an agent file.
const (
	defaultTimeout = 60 * time.Second
	maxTimeout     = 24 * time.Hour
)

// readAgent reads an agent file (formats.md 5).
func readAgent(f *folder, name string, src []byte) (spine.Agent, diag.List) {
	var r yaml.Reader
	root := r.Parse(name, src)
	fields := map[string][]string{
		"command": {"kind", "command", "env", "timeout"},
		"file":    {"kind", "output"},
	}
	known := []string{"kind", "command", "env", "timeout", "output"}
	if kind := root.Get("kind"); kind != nil && fields[kind.Text] != nil {
		known = fields[kind.Text]
	}
	m := r.Map(root, known...)
	var a spine.Agent
	switch m.Enum("kind", yaml.Required, "command", "file") {
	case "command":
		a = readProgram(f, &r, m, path.Dir(name))
	case "file":
		a = readFixed(f, &r, m, path.Dir(name))
	}
	_ = r.Err() // sorts
	return a, r.Faults.Faults()
}

func readFixed(f *folder, r *yaml.Reader, m *yaml.Map, dir string) fixed {
	output := m.String("output", yaml.Required)
	if output == "" {
		return nil
	}
	at := r.At(m.Node("output", yaml.Required))
	name := path.Join(dir, output)
	if path.IsAbs(output) || !fs.ValidPath(name) {
		r.Report(errAgentFile(at, "name it as seen from the agent's file", "%q is outside of the workflow's folder", output))
		return nil
	}
	object, err := source.ReadFile(f, name, maxInput)
	if err != nil {
		r.Report(errAgentFile(at, "", "%s cannot be read: %v", output, errUnreadable(output, err).Err))
	}
	return object
}

func readProgram(f *folder, r *yaml.Reader, m *yaml.Map, dir string) *program {
	p := &program{dir: f.path(dir), timeout: defaultTimeout}
	list := m.Node("command", yaml.Required)
	for _, n := range r.List(list) {
		p.command = append(p.command, r.String(n))
	}
	if list != nil && list.Kind == yaml.Sequence && (len(p.command) == 0 || p.command[0] == "") {
		r.Report(errAgentFile(r.At(list), "write the program and its arguments: [python3, classify.py]", "the command names no program"))
	}
	for _, n := range m.List("env", yaml.Optional) {
		name := r.String(n)
		if strings.ContainsAny(name, "=\x00") {
			r.Report(errAgentFile(r.At(n), "write the name only; its value is that of spine's own environment", "%q is no name of a variable", name))
		}
		p.env = append(p.env, name)
	}
	if n := m.Node("timeout", yaml.Optional); n != nil {
		d, err := time.ParseDuration(r.String(n))
		if n.Kind == yaml.Scalar && (err != nil || d <= 0 || d > maxTimeout) {
			r.Report(errAgentFile(r.At(n), "write a time up to 24h, such as 60s or 5m", "%q is no timeout", n.Text))
		}
		p.timeout = d
	}
	slices.Sort(p.env)
	return p
}

func errAgentFile(at diag.Locator, hint, format string, args ...any) *diag.Error {
	return &diag.Error{Code: badAgent, At: at, Message: fmt.Sprintf(format, args...), Hint: hint}
}
