//go:build race

package dmn_test

// raceEnabled: the race detector allocates, so that allocations are not counted.
const raceEnabled = true
