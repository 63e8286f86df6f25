//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// surviveFileLimit lets a write beyond a limit of the system on the size of files
// fail, where it would end the program.
func surviveFileLimit() { signal.Notify(make(chan os.Signal, 1), syscall.SIGXFSZ) }
