// Package tck runs the Technology Compatibility Kit of DMN (github.com/dmn-tck/tck,
// folder TestCases) against the engine of package dmn: it finds the suites, reads
// their test files, evaluates each case, compares values, and reports.
//
// # Terms
//
// A suite is a folder with test files, which end in -test-01.xml and so on. Its
// path is the name of its level, the folder that it lies in, and its own name. A
// test file names one model of its folder and has cases; a case has input nodes,
// which give values, and result nodes, each of which expects one. A case passes
// when all of its result nodes do. The levels compliance-level-2 and
// compliance-level-3 are scored; the cases of others run and are shown apart.
//
// # Comparing
//
// Values are compared by this package and not with FEEL's =, which looks at times
// only to the second and gives null for many pairs. Numbers may differ by less than
// 0.00000001, since many of the kit were computed with doubles. All else must agree
// in kind and value; of a region, the offset at that moment counts.
//
// # Faults
//
// A test file is read strictly. What is wrong with a case fails that case, what is
// wrong with the file as a whole, or a model that does not load, every case of it;
// a case that panics or takes too long fails alone. Nothing of that ends a run.
//
// The same kit and the same engine give the same report, byte for byte: cases see
// a clock that stands still, and no text has a time or an address.
package tck
