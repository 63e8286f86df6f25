// Package judgment decides by Judgment Packs, and by graphs of them: JSON
// documents that state decisions with their outcomes, evidence, rules and
// exceptions, and with what to do when something is not known.
//
// A pack is that of the Judgment Pack Specification (JPS) Core 0.2.0-draft, a
// research preview. Nothing here claims conformance with it: what is tested is
// the visible part of its corpus. A disposition says nothing about truth,
// authority or permission.
//
// # Phases of a pack
//
// [LoadPack] judges a document and compiles it; [Validate] only judges it, with
// three possible answers. [Pack.Evaluate] admits facts, evidence and the caller's
// extensions, evaluates, and gives exactly one [Disposition] or exactly one
// [EvaluationError], whose class says which of the two phases of JPS refused and
// why. Two engines that are given the same four inputs agree on the bytes of
// [Disposition.Canonical].
//
// # Phases of a graph
//
// [LoadGraph] reads the document of a graph, whose form is spine's: the standard
// has none yet. [Graph.Check] tells whether it is well-formed, by the document
// alone. [Graph.Link] finds in a [Catalogue] what it pins by identity and by the
// digest of exact bytes, and gives a [Plan], or else nothing runs. [Plan.Run]
// evaluates every node and gives exactly one [Composite] or exactly one [Refusal],
// which has all findings of the first stage that has any, and never a part of a
// result. [Plan.Test] runs [Rows]. [Plan.Check], [Plan.Advice] and [Graph.Describe]
// tell authors more, and [Graph.Repin] pins anew.
//
// # Tables and records in graphs
//
// A node may be a decision table, pinned like a pack with all its files. It is read
// in three values: a column that needs a fact which is not there is unknown, and so
// is what depends on it, so that an absent fact is never a silent default. With all
// facts there the outcome is that of package dmn.
//
// A node may also be a verdict that has been made: the record of a run, which
// [Plan.Record] makes and [Records] offers, named by the digest of its bytes. It is
// bound to what must have made the verdict, and to an age, which counts from the
// oldest thing that the verdict stands on: see [Plan.Record]. [Replay] runs the graph
// of a record again, from the record alone.
//
// Neither is a part of JPS, and a pack never knows.
//
// # Terms
//
// A pointer is a JSON Pointer (RFC 6901). The presence of evidence is present,
// absent or unknown. A condition is true, false or unknown, and nothing unknown
// is ever taken for false. A disposition is the portable answer of one
// evaluation. Facts are JSON values with their numbers as they are written:
// equality of numbers and order of decimal strings are exact at any length.
//
// # Sharing
//
// A [Pack], a [Graph], a [Catalogue], [Records], a [Plan] and [Rows] are immutable
// and may be shared by goroutines.
//
// # Limits
//
// A JSON document has at most 10 MiB, 128 containers within each other, 250,000
// values, and 1 MiB in one string, name or number. An evaluation has a work limit:
// see [Inputs.WorkLimit]. Beyond a limit nothing is processed in part. Graphs, their
// inputs, rows and catalogues have the limits [MaxGraphBytes], [MaxNodes], [MaxEdges],
// [MaxInputsBytes], [MaxRowsBytes], [MaxRows], [MaxCatalogueFiles] and
// [MaxCatalogueBytes]; of a document with more than 10,000 faults so many are told.
//
// # Security
//
// Packs, facts and evidence may come from anywhere. Nothing that a pack names is
// opened or fetched, and the values of extensions are never looked into. A graph
// evaluates the bytes that were hashed, and a catalogue reads no file twice. A table
// reads the files that its node pins, and no other. The digests of a record find
// damage and are no signature: whose records are offered is for the host to decide.
package judgment
