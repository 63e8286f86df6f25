package xml

import (
	"cmp"
	"slices"
)

func (r *reader) definitions(d *Definitions) {
	d.ID, d.Label = r.value("id"), r.value("label")
	d.Version = r.version
	d.At = r.place(r.span)
	if d.Name = r.value("name"); d.Name == "" {
		r.report(warnNoName(d.At.Locator(), "definitions"))
	}
	d.Namespace = r.required("namespace").Text
	d.ExpressionLanguage, d.TypeLanguage = r.value("expressionLanguage"), r.value("typeLanguage")
	r.language = r.languageOf("expressionLanguage")
	r.rest("exporter", "exporterVersion")
	r.children(func(element string) bool {
		switch element {
		case "import":
			i := &Import{}
			r.importOf(i, r.version != DMN11)
			r.leaf()
			d.Imports = append(d.Imports, i)
		case "itemDefinition":
			i := &ItemDefinition{}
			r.definition(&i.Definition, func() { r.itemDefinition(i) })
			d.ItemDefinitions = append(d.ItemDefinitions, i)
		case "inputData":
			i := &InputData{}
			r.element(&i.Definition, func() { r.inputData(i) })
			d.InputData = append(d.InputData, i)
		case "decision":
			x := &Decision{}
			r.element(&x.Definition, func() { r.decision(x) })
			d.Decisions = append(d.Decisions, x)
		case "businessKnowledgeModel":
			b := &BKM{}
			r.element(&b.Definition, func() { r.bkm(b) })
			d.BKMs = append(d.BKMs, b)
		case "decisionService":
			s := &DecisionService{}
			r.element(&s.Definition, func() { r.service(s) })
			d.Services = append(d.Services, s)
		case "knowledgeSource", "elementCollection", "performanceIndicator", "organizationUnit",
			"textAnnotation", "association", "group":
			r.skip()
		default:
			return false
		}
		return true
	})
}

// importOf reads the attributes of an import, which in DMN 1.1 has no name, and
// later may have an empty one.
func (r *reader) importOf(i *Import, named bool) {
	i.ID, i.Label = r.value("id"), r.value("label")
	i.At = r.place(r.span)
	if i.Name = r.ownName(); named && !i.Name.Known() {
		r.requiredName()
	}
	i.Namespace = r.required("namespace")
	i.LocationURI, i.ImportType = r.attributeText("locationURI"), r.required("importType")
	r.rest()
}

// definition reads a definition by read, and gives its name to all faults in it,
// and those to the definition.
func (r *reader) definition(d *Definition, read func()) {
	if r.count++; r.count > r.most {
		r.stop(errDefinitions(r.locate(r.span), r.most))
		return
	}
	before, outer := len(r.faults), r.around
	d.ID = r.value("id")
	r.around = &surroundings{doc: outer.doc, node: cmp.Or(r.ownName().Text, d.ID)}
	r.named(d)
	read()
	d.Faults = slices.Clone(r.faults[before:])
	r.around = outer
}

// element reads a definition that others refer to by its id.
func (r *reader) element(d *Definition, read func()) {
	r.definition(d, func() {
		if first, twice := r.ids[d.ID]; twice {
			r.report(errDuplicateID(d.At.Locator(), d.ID, first.At.Locator()))
		} else if d.ID != "" {
			r.ids[d.ID] = d
		}
		read()
	})
}

// named reads the attributes of a definition.
func (r *reader) named(d *Definition) {
	d.ID, d.Label = r.value("id"), r.value("label")
	d.At = r.place(r.span)
	d.Name = r.requiredName()
}

// variable reads an information item. That of a definition may lack a name: it
// is then the definition's.
func (r *reader) variable(named bool) *Variable {
	v := &Variable{ID: r.value("id"), Label: r.value("label"), TypeRef: r.typeRef("typeRef"), At: r.place(r.span)}
	if named {
		v.Name = r.requiredName()
	} else if v.Name = r.ownName(); v.Name.Text == "" {
		r.report(warnNoName(v.At.Locator(), "variable"))
	}
	r.rest()
	r.leaf()
	return v
}

func (r *reader) itemDefinition(i *ItemDefinition) {
	i.TypeLanguage = r.value("typeLanguage")
	i.IsCollection = slices.Contains([]string{"true", "1"}, r.oneOf("isCollection", "false", "true", "0", "1"))
	// Some tools write the reference as in all other places.
	i.TypeRef = r.typeRef("typeRef")
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "typeRef":
			if r.first(i.TypeRef == nil) {
				r.rest()
				i.TypeRef = r.typeOf(r.content())
			}
		case "allowedValues":
			if r.first(i.AllowedValues == nil) {
				i.AllowedValues = r.unaryTests()
			}
		case "typeConstraint":
			if r.first(i.TypeConstraint == nil) {
				i.TypeConstraint = r.unaryTests()
			}
		case "itemComponent":
			c := &ItemDefinition{}
			r.named(&c.Definition)
			r.itemDefinition(c)
			i.Components = append(i.Components, c)
		case "functionItem":
			if r.first(i.Function == nil) {
				i.Function = r.functionItem()
			}
		default:
			return false
		}
		return true
	})
	if i.TypeRef != nil && (len(i.Components) > 0 || i.Function != nil) {
		r.report(warnUnknownElement(i.TypeRef.At.Locator(), "typeRef", "an itemDefinition with components or a function"))
	}
	if len(i.Components) > 0 && i.Function != nil {
		r.report(warnUnknownElement(i.Components[0].At.Locator(), "itemComponent", "an itemDefinition with a functionItem"))
	}
}

func (r *reader) functionItem() *FunctionItem {
	f := &FunctionItem{ID: r.value("id"), Label: r.value("label"), OutputTypeRef: r.typeRef("outputTypeRef"), At: r.place(r.span)}
	r.rest()
	r.children(func(element string) bool {
		if element != "parameters" {
			return false
		}
		f.Parameters = append(f.Parameters, r.variable(true))
		return true
	})
	return f
}

func (r *reader) inputData(i *InputData) {
	r.rest()
	r.children(func(element string) bool { return r.variableOf(&i.Variable, element) })
}

func (r *reader) decision(d *Decision) {
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "informationRequirement":
			r.requirement(&d.InformationRequirements, "requiredDecision", "requiredInput")
		case "knowledgeRequirement":
			r.requirement(&d.KnowledgeRequirements, "requiredKnowledge")
		case "question", "allowedAnswers", "authorityRequirement", "supportedObjective", "impactedPerformanceIndicator",
			"decisionMaker", "decisionOwner", "usingProcess", "usingTask":
			r.skip()
		default:
			return r.variableOf(&d.Variable, element) || r.expression(&d.Expression, element)
		}
		return true
	})
}

func (r *reader) bkm(b *BKM) {
	r.rest()
	r.children(func(element string) bool {
		switch element {
		case "encapsulatedLogic":
			if r.first(b.EncapsulatedLogic == nil) {
				b.EncapsulatedLogic = r.functionDefinition()
			}
		case "knowledgeRequirement":
			r.requirement(&b.KnowledgeRequirements, "requiredKnowledge")
		case "authorityRequirement":
			r.skip()
		default:
			return r.variableOf(&b.Variable, element)
		}
		return true
	})
}

func (r *reader) service(s *DecisionService) {
	r.rest()
	r.children(func(element string) bool {
		into := map[string]*[]Text{
			"outputDecision":       &s.OutputDecisions,
			"encapsulatedDecision": &s.EncapsulatedDecisions,
			"inputDecision":        &s.InputDecisions,
			"inputData":            &s.InputData,
		}[element]
		if into == nil {
			return r.variableOf(&s.Variable, element)
		}
		*into = append(*into, r.reference())
		return true
	})
}

// variableOf reads the variable of a definition.
func (r *reader) variableOf(into **Variable, element string) bool {
	if element != "variable" {
		return false
	}
	if r.first(*into == nil) {
		*into = r.variable(false)
	}
	return true
}

// reference reads an element that refers to another.
func (r *reader) reference() Text {
	href := r.required("href")
	r.rest()
	r.leaf()
	return href
}

// requirement reads an element with one of the known references in it.
func (r *reader) requirement(into *[]*Requirement, known ...string) {
	q := &Requirement{ID: r.value("id"), At: r.place(r.span)}
	parent, found := r.name.local, false
	r.value("label")
	r.rest()
	r.children(func(element string) bool {
		if !slices.Contains(known, element) {
			return false
		}
		if r.first(!found) {
			found = true
			q.Kind = map[string]RequirementKind{"requiredInput": RequiredInput, "requiredKnowledge": RequiredKnowledge}[element]
			q.Href = r.reference()
		}
		return true
	})
	if !found {
		r.missing(q.At, parent, known...)
	}
	*into = append(*into, q)
}

// missing reports that an element has none of the parts that it needs.
func (r *reader) missing(at Place, parent string, parts ...string) {
	r.report(errMissingElement(at.Locator(), parent, parts))
}
