package main

import (
	"errors"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

func (a *app) judgmentVerb() *cli.Command {
	return group(&cli.Command{
		Name:      "judgment",
		Usage:     "validate, evaluate and test Judgment Packs and graphs of them",
		UsageText: "spine judgment VERB [arguments] [options]",
		Description: `A pack states one decision; a graph feeds the outcomes of packs to other packs,
and pins each by the digest of its exact bytes. Each verb explains itself: spine
judgment VERB --help

Example:
   spine judgment evaluate approval.json --facts case.json --evidence papers.json`,
		Commands: []*cli.Command{
			a.judgmentValidateVerb(), a.judgmentEvaluateVerb(), a.judgmentGraphVerb(),
			a.judgmentPlanVerb(), a.judgmentTestVerb(), a.judgmentPinVerb(),
		},
	})
}

// The names that findings have for documents, other than files of a catalogue. The
// first two are none that such a file can have.
const (
	documentFile = "/document" // the graph, or what is validated
	rowsFile     = "/rows"
	inputsFile   = "inputs"
)

// documents are what the command line names for one verb on packs or graphs.
type documents struct {
	app            *app
	cmd            *cli.Command
	shown          map[string]string // what the command line calls a file, by its name in findings
	texts          texts             // of these files
	packs, records *folder           // nil if not named
	faults         diag.List         // of the command line
}

func (a *app) documents(c *cli.Command) *documents {
	return &documents{app: a, cmd: c, shown: map[string]string{"facts": "facts", "evidence": "evidence"}, texts: texts{}}
}

func (d *documents) close() {
	for _, f := range []*folder{d.packs, d.records} {
		if f != nil {
			f.Close()
		}
	}
}

func (d *documents) keep(fault *diag.Error) {
	if fault != nil {
		d.faults = append(d.faults, fault)
	}
}

// read reads a file, which has a name in findings.
func (d *documents) read(file, name string) []byte {
	b, fault := d.app.read(file)
	d.keep(fault)
	d.shown[name] = file
	d.texts[file] = string(b)
	return b
}

// first reads the file that is the argument.
func (d *documents) first(name string) []byte { return d.read(d.cmd.Args().First(), name) }

// demand reports an option that is missing.
func (d *documents) demand(option, what string) bool {
	if !d.cmd.IsSet(option) {
		d.keep(usage("give "+what+" with --"+option, "%s: the option --%s is missing", d.cmd.FullName(), option))
	}
	return d.cmd.IsSet(option)
}

// folder opens the folder that an option names; nil without the option.
func (d *documents) folder(option string) *folder {
	if !d.cmd.IsSet(option) {
		return nil
	}
	f, fault := openFolder(d.cmd.String(option))
	d.keep(fault)
	return f
}

// catalogue reads the folder of packs; without one there is no catalogue. The error
// is also that of every file that could not be read before.
func (d *documents) catalogue() (*judgment.Catalogue, error) {
	d.packs = d.folder("packs")
	if d.packs == nil || d.faults != nil {
		return nil, refuse(d.faults...)
	}
	c, err := judgment.NewCatalogue(d.packs)
	return c, d.unread(err, d.packs)
}

// unread tells why a folder cannot be read.
func (d *documents) unread(err error, f *folder) error {
	if err == nil {
		return nil
	}
	return f.show(refuse(diag.Of(err)...))
}

// show gives err with its faults as a person is to see them: with the files called
// as the command line does.
func (d *documents) show(err error) error {
	return &shown{err, diag.Of(err).Revise(func(e *diag.Error) {
		within := d.packs
		if slices.Contains(recordCodes, e.Code) {
			within = d.records
		}
		name := func(file string) string {
			if shown, ok := d.shown[file]; ok || within == nil || file == "" {
				return shown
			}
			return within.path(file)
		}
		e.At.File = name(e.At.File)
		e.Notes = slices.Clone(e.Notes)
		for i := range e.Notes {
			e.Notes[i].At.File = name(e.Notes[i].At.File)
		}
	}), d.texts}
}

// recordCodes are those of recorded verdicts that cannot be used. What they name is
// among the records.
var recordCodes = []diag.Code{
	judgment.GraphRecordDangling, judgment.GraphRecordIntegrity, judgment.GraphRecordStatus, judgment.GraphRecordNode,
	judgment.GraphRecordSubject, judgment.GraphRecordFuture, judgment.GraphRecordStale,
}

// refused tells why a document of a graph is not read, or the graph does not run,
// and ends with a code. Another error stays what it is.
func (d *documents) refused(err error, code int) error {
	refusal, ok := errors.AsType[*judgment.Refusal](err)
	switch {
	case !ok:
		return err
	case d.cmd.Bool("json"):
		if err := d.app.writeLine(refusal.Canonical()); err != nil {
			return err
		}
	default:
		report(d.app.err, d.show(refusal))
	}
	return ended(code)
}

// writeLine writes a document on a line of its own.
func (a *app) writeLine(text []byte) error {
	_, err := a.out.Write(append(slices.Clip(text), '\n'))
	return err
}
