// Command spine runs, replays, tests and checks decisions: see `spine --help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run does what the arguments say, and gives the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	stdout := &checked{w: out}
	defer func() {
		if r := recover(); r != nil {
			err := fmt.Errorf("a fault of spine itself: %v", r)
			report(errOut, err)
			stdout.answer(args, err)
			code = exitFault
		}
	}()
	surviveFileLimit()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // who interrupts twice means it
	a := &app{in: in, out: stdout, err: errOut, interrupt: ctx.Done()}
	err := a.command().Run(ctx, append([]string{"spine"}, args...))
	report(errOut, err)
	stdout.answer(args, err)
	if stdout.err == nil {
		return exitCode(err)
	}
	if !errors.Is(err, stdout.err) {
		report(errOut, stdout.err)
	}
	return exitFault
}

// app is what the verbs share.
type app struct {
	in        io.Reader
	out, err  io.Writer
	inputUsed bool // the standard input has been read as a file
	interrupt <-chan struct{}
}

// checked remembers that something was written, and that its writer failed.
type checked struct {
	w    io.Writer
	used bool
	err  error
}

// Write implements [io.Writer].
func (c *checked) Write(p []byte) (int, error) {
	c.used = true
	n, err := c.w.Write(p)
	if err == nil {
		return n, nil
	}
	if c.err == nil {
		c.err = fmt.Errorf("the output cannot be written: %w", err)
	}
	return n, c.err
}

// answer writes the faults that ended the program as JSON, where the arguments ask
// for JSON and there is none yet: a program that reads it always finds one document.
func (c *checked) answer(args []string, err error) {
	if err == nil || c.used || !wantsJSON(args) {
		return
	}
	faults := diag.Of(err)
	if e, ok := errors.AsType[*shown](err); ok {
		faults = e.faults
	}
	if store, ok := errors.AsType[*spine.StoreError](err); ok {
		faults = append(faults, &diag.Error{Code: notDone, Message: store.Error()})
	} else if len(faults) == 0 {
		faults = append(faults, &diag.Error{Code: notDone, Message: err.Error()})
	}
	_ = writeJSON(c, checkJSON{faults}) // c remembers what goes wrong
}

// wantsJSON reports whether the arguments, which may be wrong, ask for JSON.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--json", arg == "--format=json", arg == "--format" && i+1 < len(args) && args[i+1] == "json":
			return true
		}
	}
	return false
}

const rootHelp = `{{.Usage}}

Usage:
   spine VERB [arguments] [options]

Verbs:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}

Each verb explains itself: spine VERB --help

Exit codes: 0 yes; 1 no; 2 the command line or a file cannot be used; 3 could not
decide; 4 refused at a gate; 5 an agent could not be called; 6 no determination;
7 awaiting a person; 8 a record cannot be trusted; 70 a fault of spine or the machine
`

const verbHelp = `{{.Usage}}

Usage:
   {{.UsageText}}
{{if .Description}}
{{.Description}}
{{end}}{{if .VisibleCommands}}
Verbs:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}
{{end}}
Options:{{range .VisibleFlags}}
   {{.}}{{end}}
`

// A command that has verbs itself cannot have a template of its own.
func init() { cli.SubcommandHelpTemplate = verbHelp }

// command is the whole command line. The settings, here and in [verb], keep the
// library from ending the program, from printing help on the standard output after
// a fault, and from cutting values at commas.
func (a *app) command() *cli.Command {
	root := &cli.Command{
		Name: "spine", Usage: "spine - decisions by rules, with a record of each",
		Commands: []*cli.Command{
			a.runVerb(), a.replayVerb(), a.verifyVerb(), a.testVerb(), a.checkVerb(), a.decideVerb(), a.evalVerb(), a.judgmentVerb(), a.tckVerb(), a.schemaVerb(), a.versionVerb(),
		},
		Reader: a.in, Writer: a.out, ErrWriter: a.err, HideVersion: true,
		CustomRootCommandHelpTemplate: rootHelp,
		ExitErrHandler:                func(context.Context, *cli.Command, error) {},
	}
	return group(root)
}

// group completes a command that only has verbs.
func group(c *cli.Command) *cli.Command {
	var verbs []string
	for _, v := range c.Commands {
		verbs = append(verbs, v.Name)
	}
	c.HideHelpCommand = true
	c.Action = func(_ context.Context, c *cli.Command) error {
		if !c.Args().Present() {
			return refuse(usage("one of: "+strings.Join(verbs, ", "), "a verb is missing"))
		}
		return refuse(unknown("verb", c.Args().First(), verbs))
	}
	// The options of a verb that there is not are not to blame.
	c.OnUsageError = func(ctx context.Context, c *cli.Command, err error, sub bool) error {
		if c.Args().Present() {
			return c.Action(ctx, c)
		}
		return usageFault(ctx, c, err, sub)
	}
	return c
}

// unknown is the fault of a name that is none of those that there are.
func unknown(what, name string, names []string) *diag.Error {
	hint := source.Hint(name, names, "one of: "+strings.Join(names, ", "))
	if len(names) == 0 {
		hint = "there is none"
	}
	return usage(hint, "there is no %s %q", what, name)
}

// verb completes the command of a verb that takes from least to most arguments;
// most below zero means any number.
func verb(c *cli.Command, least, most int, do func(context.Context, *cli.Command) error) *cli.Command {
	c.CustomHelpTemplate = verbHelp
	c.OnUsageError = usageFault
	c.HideHelpCommand = true
	c.DisableSliceFlagSeparator = true
	c.Action = func(ctx context.Context, c *cli.Command) error {
		args := c.Args()
		switch {
		case args.Len() < least:
			return refuse(usage("usage: "+c.UsageText, "%s: an argument is missing", c.FullName()))
		case most >= 0 && args.Len() > most:
			return refuse(usage("usage: "+c.UsageText, "%s: the argument %q is one too many", c.FullName(), args.Get(most)))
		}
		return do(ctx, c)
	}
	return c
}

// usageFault is what the library says of a flag, as a fault of the command line.
func usageFault(_ context.Context, c *cli.Command, err error, _ bool) error {
	message := err.Error()
	if name, ok := strings.CutPrefix(message, "flag provided but not defined: -"); ok {
		var names []string
		for _, f := range c.VisibleFlags() {
			names = append(names, f.Names()[0])
		}
		message = fmt.Sprintf("there is no option --%s", name)
		if near := source.Nearest(name, names); near != "" {
			return refuse(usage(source.Suggest("--"+near), "%s: %s", c.FullName(), message))
		}
	}
	for _, f := range c.VisibleFlags() {
		if name := f.Names()[0]; strings.HasSuffix(message, "for flag -"+name+": can't duplicate this flag") {
			message = fmt.Sprintf("--%s is given twice", name)
		}
	}
	return refuse(usage(c.FullName()+" --help shows the options", "%s: %s", c.FullName(), message))
}

// option has a value, which help names in backquotes, and can be given once.
func option(name, help string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Usage: help, OnlyOnce: true}
}

// options can be given several times.
func options(name, help string) *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: name, Usage: help + "; may be repeated"}
}

// toggle has no value.
func toggle(name, help string) *cli.BoolFlag { return &cli.BoolFlag{Name: name, Usage: help} }
