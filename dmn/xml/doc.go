// Package xml reads a DMN model from XML: a definitions document of DMN 1.1 to
// 1.6, in one pass, into structs that mirror the standard's schema, with the
// exact place of everything that a later fault may have to point at.
//
// It knows XML and the shape of DMN. What an expression means, which definition
// a reference names, whether a type exists: all that is for package dmn.
//
// # What is read
//
// The executable part of the standard: imports, item definitions, input data,
// decisions, business knowledge models, decision services, and all boxed
// expressions. Elements are known by their local name in the namespace of the
// document's own version, whatever their prefix, and in any order. What does not
// bear on results is passed over: descriptions, knowledge sources, authority
// requirements, artifacts, organisation, diagrams, extension elements, and
// whatever is in a namespace that is not DMN's. An element or an attribute that
// DMN does not know at its place is passed over with a warning.
//
// # XML
//
// The tokens are found by a scanner of this package and not by encoding/xml,
// which gives no places of attributes, no map from decoded to written text, and
// lets repeated attributes, unbound prefixes, several roots and text outside of
// the root pass. The scanner wants XML 1.0 with namespaces, in UTF-8; it refuses
// any document type declaration, so that there are no entities but the five of
// XML. After a slip that leaves the structure clear, such as a bare & in an
// expression, it goes on, so that all faults are reported at once.
//
// # Faults
//
// A fault has the name of its definition in At.Node and, in a decision table,
// the table's id, the number of the rule from 1, and the cell: the label of the
// input, or "input 2"; "=> " and the name of the output, or "output 2". The
// faults that lie in a definition are also listed there, so that the rest of the
// model can be used without it.
//
// # Limits
//
// 64 MiB, a million elements, 1,000 levels, 128 attributes of an element and
// namespaces in scope, 1 MiB for a text, 10,000 definitions unless the caller
// says otherwise, 1,000 faults. Beyond them reading ends with [Limit]. Time and
// memory grow with the size of the file.
//
// What Read gives is not changed by this package afterwards and may be shared.
package xml
