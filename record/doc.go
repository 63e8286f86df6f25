// Package record keeps what a run did: one canonical JSON document that holds
// everything the run used, so that the document alone replays to the same bytes.
//
// A [Record] is written by [Record.Canonical] as canonical JSON (RFC 8785), with
// a digest over all of it, and read by [Decode], which refuses whatever is not
// byte for byte what Canonical writes. [Record.FS] serves the snapshots of the
// files that the run read, [Diff] compares the results of two records, and a
// [Store] keeps records; [Dir] is the one that keeps each in a file.
//
// Terms. A snapshot is the content of a file under the path that it was loaded
// by. A digest is the text "sha256:" and 64 hexadecimal digits: see [Digest]. A
// value in normal form is the one encoding that a FEEL value has.
//
// # Values without loss
//
// Null, booleans, strings, lists and contexts are JSON's. A number is a JSON
// number when a reader that makes it a double gets the same value back, and
// {"@number": "12345678901234567890"} otherwise. The other kinds are objects of
// one member: {"@date": "2026-06-01"}, {"@time": ...}, {"@date_time": ...},
// {"@duration": "P1DT2H"}, {"@months": "P1Y2M"} and {"@range": "[1..5)"}, the
// text being FEEL's. A context with a key that starts with "@" is wrapped as
// {"@context": {...}}. A function cannot be recorded. JSON that crossed a gate is
// kept in the same encoding, so that its numbers lose nothing either; it comes
// back as JSON.
//
// # Sharing
//
// A Record is plain data: it may be shared by goroutines when nobody writes to
// it. What [Record.FS] gives, and the stores of this package, may be shared
// freely.
//
// # Limits
//
// A record has at most 64 MiB, 1,000,000 JSON values, and values nested no deeper
// than feel.MaxNesting. Canonical refuses to write what Decode would not read.
//
// # Security
//
// The digests find damage, and changes by whoever does not recompute them. They
// are no signature: whoever can rewrite the whole file can make a sound record.
// A record holds facts about people in the clear; [Dir] makes its files readable
// by their owner only. Nothing here opens a file that a record names: what is
// not in its snapshots is missing.
package record
