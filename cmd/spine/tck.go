package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/tck"
)

func (a *app) tckVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "tck",
		Usage:     "run the DMN conformance tests (TCK)",
		UsageText: "spine tck DIR [options]",
		Description: `Runs the test suites below DIR: the folder TestCases of github.com/dmn-tck/tck, a
level of it, or one suite. The exit code is 1 when a case of compliance level 2 or 3
failed, and 2 when there is nothing to run.

Example:
   spine tck TestCases --csv tck_results.csv --properties tck_results.properties`,
		Flags: []cli.Flag{
			option("suite", "run only the suites whose path contains `NAME`"),
			option("case", "run only the cases with the id `ID`"),
			option("timeout", "fail a case that runs longer than `DURATION`, 10s without it"),
			option("csv", "write the results to `FILE` as a submission to the TCK has them"),
			option("properties", "write who was tested to `FILE`, which belongs to a submission"),
			toggle("verbose", "show diagnostics, and the results that passed"),
			toggle("exact", "show what passes only because numbers may differ by less than 0.00000001"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.tck)
}

func (a *app) tck(ctx context.Context, c *cli.Command) error {
	o := tck.Options{Suite: c.String("suite"), Case: c.String("case"), Timeout: tck.DefaultTimeout}
	if text := c.String("timeout"); c.IsSet("timeout") {
		var err error
		if o.Timeout, err = time.ParseDuration(text); err != nil || o.Timeout <= 0 {
			return refuse(usage("write 10s or 500ms", "--timeout %s is no duration", text))
		}
	}
	rep, err := runKit(ctx, c.Args().First(), o)
	if err != nil {
		return err
	}
	if err := writeResult(c.String("csv"), rep.WriteCSV); err != nil {
		return err
	}
	properties := func(w io.Writer) error { return tck.WriteProperties(w, spine.Version, time.Now()) }
	if err := writeResult(c.String("properties"), properties); err != nil {
		return err
	}
	write := rep.WriteText
	if c.Bool("json") {
		write = rep.WriteJSON
	}
	if err := write(a.out, tck.Detail{Verbose: c.Bool("verbose"), Exact: c.Bool("exact")}); err != nil {
		return err
	}
	if rep.Scored().Failed > 0 {
		return ended(exitNo)
	}
	return nil
}

// runKit runs the suites below a folder, of which there must be some.
func runKit(ctx context.Context, dir string, o tck.Options) (*tck.Report, error) {
	f, fault := openFolder(dir)
	if fault != nil {
		return nil, refuse(fault)
	}
	defer f.Close()
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, refuse(errUnreadable(dir, err))
	}
	rep, err := tck.Run(ctx, f, filepath.ToSlash(full), o)
	switch {
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			dir = f.path(e.Path)
		}
		return nil, refuse(errUnreadable(dir, err))
	case len(rep.Suites) > 0:
		return rep, nil
	case o.Suite != "" || o.Case != "":
		return nil, refuse(usage("--suite is a part of the path of a suite, such as LEVEL/NAME, --case an id",
			"no case below %s is selected", dir))
	}
	return nil, refuse(&diag.Error{Code: unreadable, Message: fmt.Sprintf("there is no *-test-01.xml below %s", dir)})
}

// writeResult writes a file that an option names.
func writeResult(name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		return refuse(&diag.Error{Code: unreadable, Message: fmt.Sprintf("the results cannot be written: %v", err), Err: err})
	}
	return nil
}
