package drd

import (
	"context"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/yaml"
)

// Model is a decision of a DMN model, with the expressions that give it its inputs.
type Model struct {
	File     string
	Decision string
	With     []Binding // as the file has them

	at      diag.Locator // of the reference
	model   *dmn.Model
	inputs  []string   // what the decision needs, by the names that the model takes
	sources *feel.Unit // an expression for each of inputs
}

// Binding gives an input of a model its value.
type Binding struct {
	Input      string
	At         diag.Locator // of the name
	Expression feel.Source
}

// model reads the reference to a decision of a model, and what is bound to its
// inputs.
func (l *loader) model(m *yaml.Map, n *yaml.Node, ref string) *Model {
	file, decision, _ := strings.Cut(ref, "#")
	out := &Model{Decision: decision, at: l.r.At(n)}
	if strings.TrimSpace(decision) == "" {
		l.r.Report(errNodeKind(out.at, "the decision of the model is not named", "write model.dmn#Name of the Decision"))
	}
	for _, e := range m.Entries("with", yaml.Optional) {
		if text := l.r.String(e.Value); isText(e.Value, text) {
			at := l.r.At(e.Value)
			at.Cell = e.Key.Text
			out.With = append(out.With, Binding{e.Key.Text, l.r.At(e.Key), feel.Source{Text: text, At: at, Pos: e.Value.Pos}})
		}
	}
	var ok bool
	if out.File, ok = l.readable(n, file, limits.ModelBytes); !ok {
		return out
	}
	if _, done := l.models[out.File]; !done {
		l.models[out.File] = l.loadModel(out.File)
	}
	out.model = l.models[out.File]
	return out
}

// loadModel loads a model with what it imports; nil if it has faults, since a
// workflow evaluates strictly.
func (l *loader) loadModel(name string) *dmn.Model {
	m, err := dmn.LoadModel(name, l.fsys.files[name], importer{l.fsys, dmn.FolderResolver(l.fsys.fsys)})
	if m == nil {
		l.faults(err)
		return nil
	}
	if err := m.Validate(); err != nil {
		l.faults(err)
		return nil
	}
	for _, w := range m.Warnings {
		l.r.Report(w)
	}
	return m
}

// importer keeps the documents that models import among the files of the workflow.
type importer struct {
	files *capture
	in    dmn.Resolver
}

func (i importer) Resolve(from, namespace, location string) (string, []byte, error) {
	name, src, err := i.in.Resolve(from, namespace, location)
	if err != nil {
		return name, nil, err
	}
	if kept, ok := i.files.files[name]; ok {
		return name, kept, nil
	}
	i.files.files[name] = src
	return name, src, nil
}

// decision makes the expressions that give the decision of a policy node its
// inputs: what `with` binds, and what the node has by the same name.
func (l *loader) decision(w *Workflow, p *Policy, sc *feel.Scope) {
	m := p.Model
	checked := map[string]*feel.Checked{} // by input
	bound := map[string]Binding{}
	bind := func(b Binding) {
		ast, err := feel.Parse(b.Expression, sc)
		if err == nil {
			checked[b.Input], err = feel.Check(ast, sc, feel.Subset)
		}
		bound[b.Input] = b
		l.expressions(p, err)
	}
	for _, b := range m.With {
		bind(b)
	}
	if m.model == nil || strings.TrimSpace(m.Decision) == "" {
		return
	}
	target := dmn.Target{Kind: dmn.DecisionTarget, Name: m.Decision}
	if _, err := m.model.Prepare(target); err != nil {
		l.faults(diag.Of(err).Revise(func(e *diag.Error) { e.At = m.at }).Err())
		return
	}
	needed := m.model.Inputs(target)
	var units []*feel.Checked
	for _, in := range needed {
		key := in.Name
		if in.Namespace != "" {
			key = "{" + in.Namespace + "}" + in.Name
		}
		m.inputs = append(m.inputs, key)
		_, with := bound[key]
		switch {
		case with:
		case slices.Contains(p.inputs, in.Name):
			bind(Binding{key, m.at, feel.Source{Text: in.Name, At: m.at}})
		default:
			l.r.Report(errUnboundInput(m.at, m.Decision, key, in.Type))
		}
		c := checked[key]
		if c == nil {
			continue
		}
		if have := c.Type(); !takes(in.Type, have) {
			l.r.Report(errBindingType(bound[key].Expression.At, key, in.Type, have))
		}
		units = append(units, c)
	}
	for _, b := range m.With {
		if !slices.Contains(m.inputs, b.Input) {
			l.r.Report(errUnknownInput(b.At, m.Decision, b.Input, m.inputs))
		}
	}
	if len(units) < len(needed) {
		return
	}
	unit, err := feel.CompileUnit(units...)
	l.faults(err)
	if m.sources = unit; err != nil {
		return
	}
	for i, ref := range unit.Refs() {
		l.required(w, p, ref, unit.RefAt(i))
	}
	l.types[p.id] = m.model.TypeOf("", m.Decision)
}

// takes reports whether a value of type u may be given where t is declared, as it
// is or by a conversion (DMN 1.6, clause 10.3.2.9.4).
func takes(t, u *feel.Type) bool {
	switch {
	case t.MayBe(u):
		return true
	case t.IsList() && !u.IsList():
		return t.Item().MayBe(u)
	case u.IsList() && !t.IsList():
		return t.MayBe(u.Item())
	}
	return feel.DateTimeType.MayBe(t) && feel.DateType.MayBe(u)
}

// Namespace is that of the model that the decision is in.
func (m *Model) Namespace() string { return m.model.Namespace }

// Decide evaluates the decision strictly. The variables of in are the node's
// inputs. Of the Decision, Outputs is the value, not wrapped, and the rules are
// those of the table that gave it, if one did. inputs is what the decision read.
//
// An error is a [*diag.Error] of the model, or of an expression that binds an input.
func (m *Model) Decide(ctx context.Context, in feel.Input) (d dmn.Decision, inputs []dmn.ExplainedInput, err error) {
	inputs, err = m.bind(ctx, in)
	if err != nil {
		return d, nil, err
	}
	given := make([]feel.Entry, len(inputs))
	for i, b := range inputs {
		given[i] = feel.Entry{Key: b.Name, Value: b.Value}
	}
	in.Vars = feel.ContextVars(feel.Context(given...))
	result, d, err := m.model.Decide(ctx, in, dmn.Target{Kind: dmn.DecisionTarget, Name: m.Decision})
	if err != nil {
		return dmn.Decision{}, nil, err
	}
	d.Outputs = result.Value
	return d, inputs, nil
}

// bind evaluates the expressions that give the decision its inputs.
func (m *Model) bind(ctx context.Context, in feel.Input) ([]dmn.ExplainedInput, error) {
	f := m.sources.NewFrame()
	f.Start(ctx, &in)
	defer f.Stop()
	out := make([]dmn.ExplainedInput, len(m.inputs))
	for i, name := range m.inputs {
		out[i] = dmn.ExplainedInput{Name: name, Value: f.Eval(i, feel.Null)}
		if err := f.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}
