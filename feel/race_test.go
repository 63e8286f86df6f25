//go:build race

package feel_test

// raceEnabled: the race detector slows what is only a matter of steps and memory by
// ten times, and finds nothing in it. CI runs such tests without it as well.
const raceEnabled = true
