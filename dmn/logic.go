package dmn

import (
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// compile makes the unit of a model: a definition for each element.
func (l *loader) compile() *feel.Unit {
	var m feel.Module
	for _, e := range l.sorted() {
		switch {
		case e.decision != nil:
			m.Definitions = append(m.Definitions, l.definition(e, e.decision.Expression, e.typ))
		case e.bkm != nil:
			m.Definitions = append(m.Definitions, l.bkm(e))
		case e.service != nil:
			m.Definitions = append(m.Definitions, l.service(e))
		}
	}
	unit, err := feel.CompileModule(m)
	l.faults = append(l.faults, diag.Of(err)...)
	return unit
}

// definition compiles the logic of a decision. Without logic it is null; with a
// fault as well, and the fault is the reason.
func (l *loader) definition(e *element, x xml.Expression, t *feel.Type) feel.Definition {
	b := &boxer{doc: e.doc, node: e.name}
	var ast *feel.AST
	faults := e.faults.Faults()
	if len(faults) == 0 && x != nil {
		ast = b.expression(x, l.scope(e))
		faults = b.faults
	}
	if len(faults) > 0 {
		ast = failing(b.source(e.at), faults[0])
	} else if ast == nil {
		ast = feel.BoxedNull(b.source(e.at))
	}
	checked, err := feel.Check(ast, l.scope(e), feel.Full)
	for _, f := range diag.Of(err) {
		f.Severity = diag.Warning // its evaluation meets it, and says so
		l.warnings = append(l.warnings, f)
	}
	l.faults = append(l.faults, b.faults...)
	return feel.Definition{Key: e.key, Name: e.name, Body: checked, Type: t}
}

// failing is an expression that gives null, with a fault as the reason.
func failing(src feel.Source, fault *diag.Error) *feel.AST {
	return feel.Host(src, nil, nil, func(p feel.Parts) feel.Value { return p.Fail(fault) })
}

// scope gives the names that the logic of e may use.
func (l *loader) scope(e *element) *feel.Scope {
	sc := feel.NewScope()
	e.doc.defineTypes(sc)
	for _, n := range e.needs {
		e.doc.declare(sc, n)
	}
	if e.bkm != nil && l.recursion {
		e.doc.declare(sc, e)
	}
	return sc
}

// defineTypes makes the item definitions known to texts.
func (d *document) defineTypes(sc *feel.Scope) {
	for _, item := range d.defs.ItemDefinitions {
		sc.DefineType(item.Name.Text, d.types.item(item.Name.Text))
	}
	for _, i := range d.imports {
		if i.doc == nil {
			continue
		}
		for _, item := range i.doc.defs.ItemDefinitions {
			name := item.Name.Text
			if i.name != "" {
				name = i.name + "." + name
			}
			sc.DefineType(name, i.doc.types.item(item.Name.Text))
		}
	}
}

// declare makes an element known to the logic of d.
func (d *document) declare(sc *feel.Scope, e *element) {
	name := d.knownAs(e)
	switch {
	case e.input != nil:
		sc.DeclareInput(name, e.key, e.typ)
	case e.bkm != nil || e.service != nil:
		sc.DeclareDefinition(name, e.key, nil)
	default:
		sc.DeclareDefinition(name, e.key, e.typ)
	}
}

// bkm compiles a business knowledge model: its value is a function.
func (l *loader) bkm(e *element) feel.Definition {
	if e.bkm.EncapsulatedLogic == nil {
		return l.definition(e, nil, nil)
	}
	fn := *e.bkm.EncapsulatedLogic
	return l.definition(e, &fn, functionOnly(e.typ))
}

// functionOnly gives the type of a variable when it is that of a function: older
// models give the type of the result there.
func functionOnly(t *feel.Type) *feel.Type {
	if t.IsFunction() {
		return t
	}
	return nil
}

// service compiles a decision service. Its parameters are its input data, then its
// input decisions (DMN 1.6, clause 10.4).
func (l *loader) service(e *element) feel.Definition {
	s := &feel.Service{Single: len(e.service.OutputDecisions) == 1}
	for _, refs := range [][]xml.Text{e.service.InputData, e.service.InputDecisions} {
		for i := range refs {
			if in := e.doc.find(&refs[i], e.name); in != nil {
				s.Params = append(s.Params, feel.ServiceParam{Name: in.variable, Key: in.key, Type: in.typ})
			}
		}
	}
	for i := range e.service.OutputDecisions {
		if out := e.doc.find(&e.service.OutputDecisions[i], e.name); out != nil {
			s.Outputs = append(s.Outputs, feel.ServiceOutput{Name: out.variable, Key: out.key})
		}
	}
	s.Type = e.typ
	if e.typ.IsFunction() {
		s.Type = e.typ.Result()
	}
	return feel.Definition{Key: e.key, Name: e.name, Service: s}
}
