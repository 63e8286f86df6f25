package dmn

import (
	"bytes"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn/xml"
	"github.com/decision-spine/spine/internal/limits"
)

// imported is an import of a document.
type imported struct {
	name      string
	namespace string
	doc       *document // nil when it is not there, or is no DMN
}

// cut takes the import's name and the dot off a name. An import without a name
// gives what it imports no other name.
func (i *imported) cut(name string) (string, bool) {
	if i.name == "" {
		return name, true
	}
	return strings.CutPrefix(name, i.name+".")
}

// call gives the name by which the importing document knows a name.
func (i *imported) call(name string) string {
	if i.name == "" {
		return name
	}
	return i.name + "." + name
}

// document reads a document and, after it, what it imports. Of a namespace there is
// one document: it is read once, whoever imports it. by is the import that wants it;
// nil of the model itself. It gives nil when it is not what the import wants.
func (l *loader) document(file string, src []byte, by *xml.Import) *document {
	l.files[file] = src
	l.bytes += len(src)
	defs, err := xml.Read(file, src, xml.MaxDefinitions(max(l.definitions, 0)))
	if by != nil && defs.Namespace != by.Namespace.Text {
		l.report(errImportOther(by.At.Locator(), by.Namespace.Text, file, defs.Namespace, diag.Of(err)))
		return nil
	}
	l.faults = append(l.faults, diag.Of(err)...)
	l.warnings = append(l.warnings, defs.Warnings...)
	d := &document{loader: l, file: file, defs: defs}
	d.byID = make(map[string]*element, d.definitions())
	l.definitions -= d.definitions() + len(defs.ItemDefinitions)
	d.types = newTyped(d)
	l.docs[defs.Namespace] = d
	l.order = append(l.order, d)
	l.open = append(l.open, defs.Namespace)
	names := map[string]diag.Locator{}
	for _, i := range defs.Imports {
		if first, taken := names[i.Name.Text]; taken && i.Name.Text != "" {
			l.report(errDuplicateElement(i.Name.At.Locator(), i.Name.Text, first))
		}
		l.readable(&i.Name, "")
		names[i.Name.Text] = i.Name.At.Locator()
		d.imports = append(d.imports, &imported{i.Name.Text, i.Namespace.Text, l.imported(d, i)})
	}
	l.open = l.open[:len(l.open)-1]
	return d
}

// definitions gives the number of elements.
func (d *document) definitions() int {
	return len(d.defs.InputData) + len(d.defs.Decisions) + len(d.defs.BKMs) + len(d.defs.Services)
}

// imported gives the document that an import names; nil when there is none.
func (l *loader) imported(d *document, i *xml.Import) *document {
	namespace, kind := i.Namespace.Text, i.ImportType.Text
	switch {
	case namespace == "":
		return nil // which is reported
	case kind != "" && !xml.IsModel(kind): // that it has none is reported
		if strings.Contains(kind, "/spec/DMN/") {
			l.report(errImportVersion(i.ImportType.At.Locator(), kind))
		}
		return nil // PMML, XSD and the like are not DMN's
	}
	have := l.docs[namespace]
	switch at := slices.Index(l.open, namespace); {
	case at >= 0:
		l.report(errImportCycle(i.Namespace.At.Locator(), append(slices.Clone(l.open[at:]), namespace)))
		return nil
	case have != nil && i.LocationURI.Text == "":
		return have
	case l.imports == nil:
		l.report(errImportMissing(i.At.Locator(), namespace, nil))
		return nil
	}
	name, src, err := l.imports.Resolve(d.file, namespace, i.LocationURI.Text)
	switch {
	case err != nil:
		l.report(errImportMissing(i.At.Locator(), namespace, err))
		return nil
	case have != nil && (name == have.file || bytes.Equal(src, l.files[have.file])):
		return have
	case have != nil:
		l.report(errImportClash(i.At.Locator(), namespace, have.file, name))
		return nil
	case len(l.order) == limits.ModelDocuments || l.bytes+len(src) > limits.ModelBytes:
		l.report(errImportLimit(i.At.Locator()))
		return nil
	}
	return l.document(name, src, i)
}
