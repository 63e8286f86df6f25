package judgment

import (
	"fmt"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

// The examples of graph_ and rows_ codes are members in which a graph differs from
// this one, or, with "graph:", a whole graph:
//
//	format: "spine.graph/1"
//	id: "g"
//	version: "1.0.0"
//	nodes: {"a": {"pack": A}, "b": {"pack": B}}
//	edges: []
//	result: "b"
//
// A and B are the pins of two packs, or their digests, C is one of bytes that are
// no JSON; a digest 0...0 is one of zeros. Pack A has the outcomes yes and no; pack
// B has the requirement paper, reads the fact /x, and compares it with yes. There
// are two packs urn:twice. "inputs:" is what the graph is run with, "rows:" what it
// is tested with, "repin:" the nodes of a graph that is pinned anew, and
// "catalogue:" a folder.

// GraphJSON: a graph that is no strict JSON, or beyond a limit of the carrier.
//
//	Example: graph: {"format": "spine.graph/1"
const GraphJSON diag.Code = "graph_json"

func errGraphJSON(at diag.Locator, message string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphJSON, At: at, Message: message}}
}

// GraphFormat: a document without a format, or of one that is not a graph's.
// Nothing else is looked at.
//
//	Example: format: "spine.graph/2"
const GraphFormat diag.Code = "graph_format"

func errGraphFormat(at diag.Locator, message string, runtime bool) *Finding {
	e := &diag.Error{Code: GraphFormat, At: at, Message: message, Hint: fmt.Sprintf("say \"format\": %q", graphFormat)}
	if runtime {
		e.Hint = "formatVersion is that of the Judgment Pack runtime's graphs, which pin nothing; " +
			"a graph here names each pack by id, version and digest"
	}
	return &Finding{Fault: e}
}

// GraphShape: a member that is missing, unknown, or holds what it cannot.
//
//	Example: result: 5
const GraphShape diag.Code = "graph_shape"

func errGraphShape(at diag.Locator, message, hint string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphShape, At: at, Message: message, Hint: hint}}
}

// GraphPinAlgorithm: a digest by another algorithm than SHA-256. An algorithm that
// is not known pins nothing, and is refused rather than passed over.
//
//	Example: nodes: {"b": {"pack": {"id": "urn:b", "version": "1.0.0", "digest": "sha512:00"}}}
const GraphPinAlgorithm diag.Code = "graph_pin_algorithm"

func errPinAlgorithm(at diag.Locator, name string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphPinAlgorithm, At: at, Message: fmt.Sprintf("%s is no digest algorithm that a pin can have", source.Quote(name)),
		Hint: "a digest is sha256: and 64 lower-case hexadecimal digits",
	}}
}

// GraphEdgeEndpoint: an edge from or to a node that is not declared.
//
//	Example: edges: [{"from": "c", "to": "b", "fact": "/x"}]
const GraphEdgeEndpoint diag.Code = "graph_edge_endpoint"

func errEdgeEndpoint(at diag.Locator, name string, known []string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphEdgeEndpoint, At: at, Message: fmt.Sprintf("there is no node %q", name), Hint: nearest(name, "nodes", known),
	}}
}

// nearest hints at the name that was most likely meant, of those that are known.
func nearest(name, what string, known []string) string {
	return source.Hint(name, known, fmt.Sprintf("the %s are %s", what, strings.Join(known, ", ")))
}

// GraphEdgeSelf: an edge from a node to itself.
//
//	Example: edges: [{"from": "b", "to": "b", "fact": "/x"}]
const GraphEdgeSelf diag.Code = "graph_edge_self"

func errEdgeSelf(at diag.Locator, node string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphEdgeSelf, At: at, Message: fmt.Sprintf("the node %q feeds itself", node)}}
}

// GraphEdgeIntoRecorded: an edge into a recorded node, which evaluates nothing.
//
//	Example:
//
//	nodes: {"a": {"recorded": {"record": "sha256:0...0", "node": "n", "subject": A, "maxAge": "P30D"}}, "b": {"pack": B}}
//	edges: [{"from": "b", "to": "a", "fact": "/x"}]
const GraphEdgeIntoRecorded diag.Code = "graph_edge_into_recorded"

func errEdgeIntoRecorded(at diag.Locator, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphEdgeIntoRecorded, At: at, Message: fmt.Sprintf("the node %q is recorded: its verdict has been made, and nothing can be fed to it", node),
	}}
}

// GraphEvidenceIntoTable: evidence for a table node. A table has no evidence
// requirements.
//
//	Example:
//
//	nodes: {"a": {"pack": A}, "b": {"table": {"id": "t", "version": "1", "digest": "sha256:0...0", "output": "o"}}}
//	edges: [{"from": "a", "to": "b", "evidence": {"id": "paper"}}]
const GraphEvidenceIntoTable diag.Code = "graph_evidence_into_table"

func errEvidenceIntoTable(at diag.Locator, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphEvidenceIntoTable, At: at, Message: fmt.Sprintf("the node %q is a table, which has no evidence requirements", node),
		Hint: "feed a fact",
	}}
}

// GraphFactDuplicate: two edges that feed one fact of one node.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/x"}, {"from": "a", "to": "b", "fact": "/x"}]
const GraphFactDuplicate diag.Code = "graph_fact_duplicate"

func errFactDuplicate(at, first diag.Locator, pointer, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphFactDuplicate, At: at, Message: fmt.Sprintf("the fact %s of %q is fed twice", source.Quote(pointer), node),
		Notes: []diag.Note{{At: first, Message: "it is fed here first"}},
	}}
}

// GraphFactDepth: a fed fact that lies deeper than 64 tokens.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5"}]
const GraphFactDepth diag.Code = "graph_fact_depth"

func errFactDepth(at diag.Locator, depth int) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphFactDepth, At: at, Message: fmt.Sprintf("the pointer has %d tokens, and at most %d are fed", depth, maxFactTokens),
	}}
}

// GraphFactOverlap: two edges that feed one node, of which the one feeds a part of
// what the other feeds.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/x"}, {"from": "a", "to": "b", "fact": "/x/y"}]
const GraphFactOverlap diag.Code = "graph_fact_overlap"

func errFactOverlap(at, first diag.Locator, pointer, other string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphFactOverlap, At: at, Message: fmt.Sprintf("the facts %s and %s lie within each other, and both are fed", source.Quote(pointer), source.Quote(other)),
		Notes: []diag.Note{{At: first, Message: "the other one is fed here"}},
	}}
}

// GraphEvidenceDuplicate: two edges that feed one requirement of one node.
//
//	Example: edges: [{"from": "a", "to": "b", "evidence": {"id": "paper"}}, {"from": "a", "to": "b", "evidence": {"id": "paper", "onUnresolved": "absent"}}]
const GraphEvidenceDuplicate diag.Code = "graph_evidence_duplicate"

func errEvidenceDuplicate(at, first diag.Locator, requirement, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphEvidenceDuplicate, At: at, Message: fmt.Sprintf("the requirement %q of %q is fed twice", requirement, node),
		Notes: []diag.Note{{At: first, Message: "it is fed here first"}},
	}}
}

// GraphResultNode: a result that is no declared node.
//
//	Example: result: "c"
const GraphResultNode diag.Code = "graph_result_node"

func errResultNode(at diag.Locator, name string, known []string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphResultNode, At: at, Message: fmt.Sprintf("the result is the node %q, which is not there", name), Hint: nearest(name, "nodes", known),
	}}
}

// GraphResultRecorded: a result that is a recorded node: a graph whose headline is
// a copy decides nothing.
//
//	Example: nodes: {"b": {"recorded": {"record": "sha256:0...0", "node": "n", "subject": B, "maxAge": "P30D"}}}
const GraphResultRecorded diag.Code = "graph_result_recorded"

func errResultRecorded(at diag.Locator, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphResultRecorded, At: at, Message: fmt.Sprintf("the result is the node %q, which is recorded: such a graph decides nothing", node),
	}}
}

// GraphCycle: nodes that wait for each other. Nodes names exactly these.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/x"}, {"from": "b", "to": "a", "fact": "/y"}]
const GraphCycle diag.Code = "graph_cycle"

func errCycle(at diag.Locator, members []string) *Finding {
	return &Finding{Nodes: members, Fault: &diag.Error{
		Code: GraphCycle, At: at, Message: strings.Join(members, ", ") + " wait for each other", Hint: "take out one of the edges between them",
	}}
}

// GraphCatalogue: a catalogue, or a folder of records, that cannot be read, or is
// beyond the limits of a catalogue.
//
//	Example: catalogue: no-such-folder
const GraphCatalogue diag.Code = "graph_catalogue"

func errCatalogue(name, message string, cause error) *diag.Error {
	return &diag.Error{Code: GraphCatalogue, At: diag.Locator{File: name}, Message: message, Err: cause}
}

// GraphIdentity: the catalogue has the pinned bytes, and they are another
// document than the pin says.
//
//	Example: nodes: {"a": {"pack": {"id": "urn:c", "version": "1.0.0", "digest": A}}, "b": {"pack": B}}
const GraphIdentity diag.Code = "graph_identity"

func errIdentity(at diag.Locator, pin Pin, e *entry) *Finding {
	return &Finding{
		DeclaredID: pin.ID, DeclaredVersion: pin.Version, ActualID: e.identity.ID, ActualVersion: e.identity.Version,
		Fault: &diag.Error{Code: GraphIdentity, At: at,
			Message: fmt.Sprintf("the pinned bytes are %s %s, and the pin says %s %s",
				source.Quote(e.identity.ID), source.Quote(e.identity.Version), source.Quote(pin.ID), source.Quote(pin.Version)),
			Notes: []diag.Note{{At: diag.Locator{File: e.name}, Message: "they are those of this file"}}},
	}
}

// GraphDigestDrift: the catalogue has the pinned version, in other bytes.
//
//	Example: nodes: {"a": {"pack": {"id": "urn:a", "version": "1.0.0", "digest": "sha256:0...0"}}, "b": {"pack": B}}
const GraphDigestDrift diag.Code = "graph_digest_drift"

func errDigestDrift(at diag.Locator, pin Pin, have []*entry) *Finding {
	return &Finding{Declared: pin.Digest, Actual: digests(have), Fault: &diag.Error{
		Code: GraphDigestDrift, At: at,
		Message: fmt.Sprintf("%s %s is not what was pinned: the pin says %s, the catalogue has %s",
			source.Quote(pin.ID), source.Quote(pin.Version), pin.Digest, strings.Join(digests(have), ", ")),
		Hint:  "read what changed; if the graph shall use it, pin it anew",
		Notes: files(have),
	}}
}

// GraphVersionDrift: the catalogue has other versions of the pinned id.
//
//	Example: nodes: {"a": {"pack": {"id": "urn:a", "version": "2.0.0", "digest": "sha256:0...0"}}, "b": {"pack": B}}
const GraphVersionDrift diag.Code = "graph_version_drift"

func errVersionDrift(at diag.Locator, pin Pin, have []*entry) *Finding {
	available := versions(have)
	return &Finding{Declared: pin.Digest, Actual: digests(have), DeclaredVersion: pin.Version, AvailableVersions: available, Fault: &diag.Error{
		Code: GraphVersionDrift, At: at,
		Message: fmt.Sprintf("the catalogue has no version %s of %s; it has %s", source.Quote(pin.Version), source.Quote(pin.ID), strings.Join(available, ", ")),
		Notes:   files(have),
	}}
}

// GraphReferenceDangling: the catalogue has nothing of what is pinned.
//
//	Example: nodes: {"a": {"pack": {"id": "urn:c", "version": "1.0.0", "digest": "sha256:0...0"}}, "b": {"pack": B}}
const GraphReferenceDangling diag.Code = "graph_reference_dangling"

func errReferenceDangling(at diag.Locator, pin Pin) *Finding {
	return &Finding{Declared: pin.Digest, Fault: &diag.Error{
		Code: GraphReferenceDangling, At: at,
		Message: fmt.Sprintf("the catalogue has neither bytes with the digest %s nor any version of %s", pin.Digest, source.Quote(pin.ID)),
	}}
}

// files notes where entries of the catalogue are.
func files(have []*entry) []diag.Note {
	var out []diag.Note
	for _, e := range have {
		out = append(out, diag.Note{At: diag.Locator{File: e.name}, Message: fmt.Sprintf("version %s, %s", source.Quote(e.identity.Version), e.digest)})
	}
	return out
}

// GraphPinAmbiguous: a graph that shall be pinned anew, and several documents of
// the catalogue that a pin could mean.
//
//	Example: repin: {"b": {"pack": {"id": "urn:twice", "version": "1.0.0", "digest": "sha256:0...0"}}}
const GraphPinAmbiguous diag.Code = "graph_pin_ambiguous"

func errPinAmbiguous(at diag.Locator, pin Pin, have []*entry) *Finding {
	return &Finding{Declared: pin.Digest, Actual: digests(have), Fault: &diag.Error{
		Code: GraphPinAmbiguous, At: at,
		Message: fmt.Sprintf("the catalogue has %d documents that are %s %s", len(have), source.Quote(pin.ID), source.Quote(pin.Version)),
		Hint:    "write the digest of the one that is meant, or take the others out of the catalogue",
		Notes:   files(have),
	}}
}

// GraphPackUnreadable: a pack that is fed evidence and cannot be read, so that
// nobody can tell whether it has the requirement.
//
//	Example:
//
//	nodes: {"a": {"pack": A}, "b": {"pack": C}}
//	edges: [{"from": "a", "to": "b", "evidence": {"id": "paper"}}]
const GraphPackUnreadable diag.Code = "graph_pack_unreadable"

func errPackUnreadable(at diag.Locator, e *entry) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphPackUnreadable, At: at, Message: "the pinned pack cannot be read: " + e.unread,
		Notes: []diag.Note{{At: diag.Locator{File: e.name}, Message: "it is this file"}},
	}}
}

// GraphEvidenceUndeclared: an edge that feeds a requirement which the pack of its
// target does not have.
//
//	Example: edges: [{"from": "a", "to": "b", "evidence": {"id": "papers"}}]
const GraphEvidenceUndeclared diag.Code = "graph_evidence_undeclared"

func errEvidenceUndeclared(at diag.Locator, requirement, node string, declared []string) *Finding {
	e := &diag.Error{Code: GraphEvidenceUndeclared, At: at, Message: fmt.Sprintf("the pack of %q has no evidence requirement %q", node, requirement)}
	e.Hint = source.Hint(requirement, declared, "")
	return &Finding{Fault: e}
}

// GraphFactUnread: advice, never a fault: a fed fact that no condition of the
// target reads.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/y"}]
const GraphFactUnread diag.Code = "graph_fact_unread"

func warnFactUnread(at diag.Locator, pointer, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphFactUnread, Severity: diag.Warning, At: at, Message: fmt.Sprintf("no condition of %q reads %s", node, source.Quote(pointer)),
	}}
}

// GraphOutcomeUnread: advice, never a fault: an outcome that is fed as a fact, and
// that no condition on this fact compares with.
//
//	Example: edges: [{"from": "a", "to": "b", "fact": "/x"}]
const GraphOutcomeUnread diag.Code = "graph_outcome_unread"

func warnOutcomeUnread(at diag.Locator, outcome, from, pointer, node string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphOutcomeUnread, Severity: diag.Warning, At: at,
		Message: fmt.Sprintf("no condition of %q compares %s with %q, an outcome of %q", node, source.Quote(pointer), outcome, from),
	}}
}

// GraphInputsJSON: inputs that are no strict JSON, or beyond a limit of the
// carrier.
//
//	Example: inputs: {"a": {}
const GraphInputsJSON diag.Code = "graph_inputs_json"

func errInputsJSON(at diag.Locator, message string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphInputsJSON, At: at, Message: message}}
}

// GraphInputsShape: inputs, or those of a node, that are no object.
//
//	Example: inputs: {"a": null}
const GraphInputsShape diag.Code = "graph_inputs_shape"

func errInputsShape(at diag.Locator, what string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphInputsShape, At: at, Message: "a JSON object belongs here, and this is a JSON " + what}}
}

// GraphInputsNode: inputs for a node that is not declared, or that takes none.
//
//	Example: inputs: {"c": {}}
const GraphInputsNode diag.Code = "graph_inputs_node"

func errInputsNode(at diag.Locator, name, hint string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphInputsNode, At: at, Message: fmt.Sprintf("there is no node %s", source.Quote(name)), Hint: hint}}
}

func errInputsRecorded(at diag.Locator, name string) *Finding {
	return &Finding{Fault: &diag.Error{Code: GraphInputsNode, At: at, Message: fmt.Sprintf("the node %q is recorded, and takes no inputs", name)}}
}

// GraphInputsMember: a member of a node's inputs other than facts and evidence.
//
//	Example: inputs: {"a": {"Facts": {}}}
const GraphInputsMember diag.Code = "graph_inputs_member"

func errInputsMember(at diag.Locator, name string, known []string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphInputsMember, At: at, Message: fmt.Sprintf("there is no member %s here", source.Quote(name)), Hint: "the members are " + strings.Join(known, " and "),
	}}
}

// GraphInputsEvidence: a node's evidence that is no object.
//
//	Example: inputs: {"b": {"evidence": null}}
const GraphInputsEvidence diag.Code = "graph_inputs_evidence"

func errInputsEvidence(at diag.Locator, what string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphInputsEvidence, At: at, Message: "evidence is a JSON object, and this is a JSON " + what, Hint: "leave it out, if there is none",
	}}
}

// GraphFactConflict: facts of a caller that stand where an edge feeds, or on the
// way to it, whatever will be fed.
//
//	Example:
//
//	edges: [{"from": "a", "to": "b", "fact": "/x"}]
//	inputs: {"b": {"facts": {"x": null}}}
const GraphFactConflict diag.Code = "graph_fact_conflict"

func errFactConflict(at, supplied diag.Locator, pointer, what string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphFactConflict, At: at, Message: fmt.Sprintf("an edge feeds %s, and %s", source.Quote(pointer), what),
		Hint:  "leave to the upstream decision what it decides",
		Notes: []diag.Note{{At: supplied, Message: "supplied here"}},
	}}
}

// GraphEvidenceConflict: evidence of a caller for a requirement that an edge
// feeds, whatever will be fed.
//
//	Example:
//
//	edges: [{"from": "a", "to": "b", "evidence": {"id": "paper"}}]
//	inputs: {"b": {"evidence": {"paper": "present"}}}
const GraphEvidenceConflict diag.Code = "graph_evidence_conflict"

func errEvidenceConflict(at, supplied diag.Locator, requirement string) *Finding {
	return &Finding{Fault: &diag.Error{
		Code: GraphEvidenceConflict, At: at, Message: fmt.Sprintf("an edge feeds the requirement %q, and the evidence has it too", requirement),
		Hint:  "leave to the upstream decision what it decides",
		Notes: []diag.Note{{At: supplied, Message: "supplied here"}},
	}}
}

// GraphNodeEvaluation: a node whose evaluation gave an error: Class and Phase are
// its, and it is wrapped.
//
//	Example: inputs: {"b": {"evidence": {"papers": "present"}}}
const GraphNodeEvaluation diag.Code = "graph_node_evaluation"

func errNodeEvaluation(at diag.Locator, cause *EvaluationError) *Finding {
	f := withCause(&diag.Error{
		Code: GraphNodeEvaluation, At: at, Message: fmt.Sprintf("the node %q gives no disposition, but the error %s in %s", at.Node, cause.Class, cause.Phase),
	}, cause)
	f.Class, f.Phase = cause.Class, cause.Phase
	return f
}

// withCause adds to a fault the faults that it comes from, the first to its message.
func withCause(e *diag.Error, cause error) *Finding {
	e.Err = cause
	for i, f := range diag.Of(cause) {
		if i == 0 {
			e.Message += ": " + f.Message
		}
		if i < maxNotes {
			e.Notes = append(e.Notes, diag.Note{At: f.At, Message: fmt.Sprintf("%s [%s]", f.Message, f.Code)})
		}
	}
	return &Finding{Fault: e}
}

// maxNotes is how many of these stand beside it.
const maxNotes = 20

// RowsJSON: rows that are no strict JSON, or beyond a limit of the carrier.
//
//	Example: rows: {"format":
const RowsJSON diag.Code = "rows_json"

func errRowsJSON(at diag.Locator, message string) *Finding {
	return &Finding{Fault: &diag.Error{Code: RowsJSON, At: at, Message: message}}
}

// RowsFormat: a document without a format, or of one that is not that of rows.
// Nothing else is looked at.
//
//	Example: rows: {"cases": []}
const RowsFormat diag.Code = "rows_format"

func errRowsFormat(at diag.Locator, message string) *Finding {
	return &Finding{Fault: &diag.Error{Code: RowsFormat, At: at, Message: message, Hint: fmt.Sprintf("say \"format\": %q", rowsFormat)}}
}

// RowsShape: a member that is unknown, or holds what it cannot.
//
//	Example: rows: {"format": "spine.graph-rows/1", "cases": [{"id": "r", "inputs": {}, "expectedErrorClass": 1}]}
const RowsShape diag.Code = "rows_shape"

func errRowsShape(at diag.Locator, message, hint string) *Finding {
	return &Finding{Fault: &diag.Error{Code: RowsShape, At: at, Message: message, Hint: hint}}
}

// RowsEmpty: rows without a case: they test nothing.
//
//	Example: rows: {"format": "spine.graph-rows/1", "cases": []}
const RowsEmpty diag.Code = "rows_empty"

func errRowsEmpty(at diag.Locator) *Finding {
	return &Finding{Fault: &diag.Error{Code: RowsEmpty, At: at, Message: "there is no case, and nothing is tested"}}
}

// RowsRow: a case without an id of its own, without inputs, or without exactly one
// thing that it expects.
//
//	Example: rows: {"format": "spine.graph-rows/1", "cases": [{"id": "r", "expectedErrorClass": "malformed-input"}]}
const RowsRow diag.Code = "rows_row"

func errRowsRow(at diag.Locator, message, hint string) *Finding {
	return &Finding{Fault: &diag.Error{Code: RowsRow, At: at, Message: message, Hint: hint}}
}
