package dmn

import (
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/feel"
)

// compile makes the unit of a model: a definition for each element.
func (l *loader) compile() *feel.Unit {
	n := 0
	for _, e := range l.elements {
		if e.input == nil || len(e.faults) > 0 {
			n++
		}
	}
	m := feel.Module{Aliases: l.aliases, Definitions: make([]feel.Definition, 0, n)}
	for _, e := range l.elements {
		switch {
		case e.input != nil && len(e.faults) > 0:
			m.Definitions = append(m.Definitions, l.broken(e))
		case e.decision != nil:
			d := l.definition(e, e.decision.Expression, e.typ)
			d.Replaceable = true
			m.Definitions = append(m.Definitions, d)
		case e.bkm != nil:
			m.Definitions = append(m.Definitions, l.bkm(e))
		case e.service != nil:
			m.Definitions = append(m.Definitions, l.service(e))
		}
	}
	unit, found := feel.CompileModule(m)
	l.checks = append(l.checks, found.Faults()...)
	l.warnings = append(l.warnings, found.Warnings()...)
	return unit
}

// definition makes the definition of an element with the given logic. Without logic
// it is null; with a fault as well, and the fault is the reason: the logic is then
// read for its own faults.
func (l *loader) definition(e *element, x xml.Expression, t *feel.Type) feel.Definition {
	b := &boxer{doc: e.doc, node: e.name}
	d := feel.Definition{Key: e.key, Name: e.name, At: b.source(e.at), Type: t, Scope: l.scope(e)}
	if e.bkm != nil {
		d.Body, d.Type = b.logic(x, t, d.Scope)
	} else {
		d.Body = b.expressionFor(x, t, d.Scope)
	}
	e.faults = append(e.faults, b.faults...)
	l.faults = append(l.faults, b.faults...)
	switch {
	case len(e.faults) > 0:
		d.Fault = e.faults[0]
	case b.foreign != nil:
		d.Fault = b.foreign
	}
	return d
}

// scope gives the names that the logic of e may use.
func (l *loader) scope(e *element) *feel.Scope {
	sc := l.base.Child().DefineTypes(e.doc.types.inText)
	for _, n := range e.needs {
		e.doc.declare(sc, n)
	}
	if e.bkm != nil && l.recursion {
		e.doc.declare(sc, e)
	}
	return sc
}

// declare makes an element known to the logic of d.
func (d *document) declare(sc *feel.Scope, e *element) {
	name := d.knownAs(e)
	switch {
	case e.input != nil && len(e.faults) == 0:
		sc.DeclareInput(name, e.key, e.typ)
	case e.bkm != nil || e.service != nil:
		sc.DeclareDefinition(name, e.key, nil)
	default:
		sc.DeclareDefinition(name, e.key, e.typ)
	}
}

// bkm makes the definition of a business knowledge model: its value is a function.
func (l *loader) bkm(e *element) feel.Definition {
	if e.bkm.EncapsulatedLogic == nil {
		return l.definition(e, nil, nil)
	}
	return l.definition(e, e.bkm.EncapsulatedLogic, e.typ)
}

// service makes the definition of a decision service. Its parameters are its input
// data, then its input decisions (DMN 1.6, clause 10.4). What is imported is known by
// the name with the prefix of the import as well.
func (l *loader) service(e *element) feel.Definition {
	s := &feel.Service{Single: len(e.service.OutputDecisions) == 1, Type: e.typ}
	if e.typ.IsFunction() {
		s.Type = e.typ.Result()
	}
	for _, in := range e.inputs {
		s.Params = append(s.Params, feel.ServiceParam{Name: in.variable, Also: e.doc.knownAs(in), Key: in.key, Type: in.typ})
	}
	for _, out := range e.outputs {
		s.Outputs = append(s.Outputs, feel.ServiceOutput{Name: out.variable, Key: out.key})
	}
	d := feel.Definition{Key: e.key, Name: e.name, At: (&boxer{node: e.name}).source(e.at), Service: s}
	for _, of := range append([]*element{e}, e.inputs...) {
		if d.Fault == nil && len(of.faults) > 0 && of.decision == nil { // an argument is in the place of a decision's logic
			d.Fault = of.faults[0]
		}
	}
	return d
}

// broken makes a definition of an input data with a fault: no value can be given for
// it, and what reads it is null for this reason.
func (l *loader) broken(e *element) feel.Definition {
	return feel.Definition{Key: e.key, Name: e.name, At: (&boxer{node: e.name}).source(e.at), Type: e.typ, Fault: e.faults[0]}
}
