// Package spinetest runs policy tests: files named *.test.yaml that say which
// answers a decision table or a workflow must give. `spine test` and a host's own
// `go test` use it:
//
//	func TestPolicies(t *testing.T) {
//		spinetest.Run(t, os.DirFS("policies"), "**/*.test.yaml")
//	}
//
// # Forms
//
// A file names a table or a workflow, from its own folder, and lists cases. Under
// table, a case gives variables and expects exact outputs, the rules that match (an
// empty list: none, so that the default answers), or an error. Under workflow, it
// gives facts, the objects of all edges and the choices of persons, and expects
// outputs, recommendations and rules by node, a status, or an error.
//
// An unquoted scalar is a number if FEEL reads it as one, true, false, null, or
// else text; a quoted one is text. In values of FEEL, a mapping of one entry is
// what it is in a record: { "@date": 2026-06-01 }. Facts and objects of edges are
// JSON, which passes the gates: a date is text there.
//
// expect_error is the code of an error, or a class of them: feel_error, which is
// any code of package feel, or gate_rejected. When there are several faults, all
// of them must be of it. An expected status of refused is also met by any refusal.
//
// # Phases
//
// [Load] reads a file with what it tests, and finds names that do not exist and
// choices that are not offered. [Execute] loads and runs files, and gives a
// [Report] that says where each case failed, which rule matched instead and where
// it is written, and which rules no case reached. [Run] does the same with a
// subtest for each case. No agent and no person is called, nothing is written, and
// now() and today() always read 2000-01-01T00:00:00Z. A table that was generated
// and not reviewed can be tested; a workflow with one is refused with the code
// unreviewed_table, as in a run.
//
// A [File] is immutable and may be shared by goroutines.
//
// Limits: those of YAML files (4 MiB, 50,000 cases, 64 levels), and those of each
// evaluation (see [feel.Limits]). At most 1,000 faults of a file are reported.
package spinetest
