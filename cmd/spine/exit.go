package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
)

// The exit codes.
const (
	exitYes       = 0  // done, and the answer is yes
	exitNo        = 1  // done, and the answer is no
	exitUnusable  = 2  // the command line or a file cannot be used
	exitUndecided = 3  // a table or an expression could not decide
	exitRefused   = 4  // refused at a gate
	exitAgent     = 5  // an agent could not be called
	exitStopped   = 6  // no determination: the person stopped
	exitWaiting   = 7  // awaiting a person
	exitUntrusted = 8  // a record that cannot be trusted, or an unverifiable replay
	exitFault     = 70 // a fault of spine itself, or of the machine
)

// exitCode gives the code that an error ends the program with.
func exitCode(err error) int {
	if e, ok := errors.AsType[ended](err); ok {
		return int(e)
	}
	switch {
	case err == nil:
		return exitYes
	case is[*spine.StoreError](err):
		return exitFault
	case errors.Is(err, errInterrupted):
		return exitStopped
	case is[*unusable](err), is[*spine.LoadError](err), is[*spine.UsageError](err), is[*spine.HumanError](err):
		return exitUnusable
	case is[*spine.IntegrityError](err):
		return exitUntrusted
	case is[*spine.AgentError](err):
		return exitAgent
	case is[*spine.GateError](err):
		return exitRefused
	case errors.Is(err, spine.ErrNoDetermination), errors.Is(err, context.Canceled):
		return exitStopped
	case is[*spine.DecideError](err):
		return exitUndecided
	case errors.Is(err, spine.ErrAwaitingHuman):
		return exitWaiting
	}
	return exitFault
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// ended is an exit code about which everything has been said already.
type ended int

func (e ended) Error() string { return fmt.Sprintf("ended with %d", int(e)) }

// unusable is a fault of the command line, or of a file that it names.
type unusable struct{ faults diag.List }

func (e *unusable) Error() string { return e.faults.Err().Error() }

// Unwrap gives every fault.
func (e *unusable) Unwrap() []error { return e.faults.Errors() }

// The codes of the command line's own faults.
const (
	badUsage   diag.Code = "usage"       // what stands on the command line
	unreadable diag.Code = "unreadable"  // a file that it names, or that is to be checked
	badAgent   diag.Code = "agent_file"  // the file of an agent
	notContext diag.Code = "not_context" // a --context that is no context
	badRow     diag.Code = "bad_row"     // a row of a batch that cannot be read
	notDone    diag.Code = "not_done"    // an interrupt, or a fault of spine or of the machine
)

// usage is a fault of the command line.
func usage(hint, format string, args ...any) *diag.Error {
	return &diag.Error{Code: badUsage, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// refuse makes an error of faults of the command line.
func refuse(faults ...*diag.Error) error {
	if len(faults) == 0 {
		return nil
	}
	return &unusable{faults}
}

// shown is an error with its faults as a person is to see them.
type shown struct {
	error
	faults diag.List
	files  fs.FS // which has the files that the faults name
}

func (e *shown) Unwrap() error { return e.error }

// report writes what ended the program.
func report(w io.Writer, err error) {
	if err == nil || is[ended](err) {
		return
	}
	var files fs.FS
	show := err
	if e, ok := errors.AsType[*shown](err); ok {
		files, show = e.files, errors.Join(e.faults.Errors()...)
	}
	store, notKept := errors.AsType[*spine.StoreError](err)
	switch {
	case len(diag.Of(show)) > 0:
		_ = diag.Render(w, show, files) // nothing is left to complain on
	case !notKept:
		fmt.Fprintf(w, "spine: %s\n", diag.Clean(err.Error()))
	}
	if notKept {
		fmt.Fprintf(w, "spine: %s\n", diag.Clean(store.Error()))
	}
}
