//go:build !race

package dmn_test

const raceEnabled = false
