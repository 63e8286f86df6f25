//go:build !race

package feel_test

const raceEnabled = false
