// Package spine runs decisions that can be contested: rules decide, a named
// person may have the last word, and each run leaves one record that replays byte
// for byte.
//
// [Load] reads a workflow with everything that it names, reports every fault at
// once, and calls nobody. An [Engine], made by [New], runs it: the facts that the
// host gives and the objects that agents make cross their gates (JSON Schema
// 2020-12) or stay out; decision tables (DMN 1.6 with FEEL) decide; at a human
// node a table recommends and a person chooses. [Engine.Replay] does the same
// again from nothing but a record, with the recorded objects as the agents and
// the recorded choices as the persons.
//
// Terms. A fact is given by the host. An edge is an agent behind a gate. A
// verdict is what a table decided. The determination is the outputs of the
// decisions that no other one reads.
//
// An Engine and a [Workflow] are immutable and may be shared by goroutines.
//
// Nothing here opens a connection, a process, or a file outside the file system
// that the host gave; agents and deciders are the host's own.
package spine
