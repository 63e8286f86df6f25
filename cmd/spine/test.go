package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/spinetest"
)

func (a *app) testVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "test",
		Usage:     "run policy tests",
		UsageText: "spine test PATH... [options]",
		Description: `Runs the test files that are named, and every *.test.yaml below the folders that
are. The exit code is 1 when a test failed or a table is covered too little, and 2
when a test file, or what it tests, does not load.

Example:
   spine test policies --min-coverage 100`,
		Flags: []cli.Flag{
			option("junit", "write the results to `FILE` as JUnit XML"),
			option("min-coverage", "demand that `PERCENT` of the rules of each table match in some case"),
			toggle("json", "print JSON"),
		},
	}, 1, -1, a.test)
}

func (a *app) test(ctx context.Context, c *cli.Command) error {
	least := 0
	if text := c.String("min-coverage"); c.IsSet("min-coverage") {
		var err error
		if least, err = strconv.Atoi(text); err != nil || least < 0 || least > 100 {
			return refuse(usage("write a whole number from 0 to 100", "--min-coverage %s is no percentage", text))
		}
	}
	g, fault := openGround(c.Args().Slice())
	if fault != nil {
		return refuse(fault)
	}
	defer g.Close()
	var names []string
	for i, path := range c.Args().Slice() {
		found, err := spinetest.Find(g, g.names[i])
		switch {
		case err != nil:
			if e, ok := errors.AsType[*fs.PathError](err); ok {
				path = g.path(e.Path) // of a folder below
			}
			return refuse(errUnreadable(path, err))
		case len(found) == 0:
			return refuse(&diag.Error{Code: unreadable, Message: fmt.Sprintf("there is no *.test.yaml below %s", path)})
		}
		names = append(names, found...)
	}
	rep, err := spinetest.Execute(ctx, g, names)
	if err != nil {
		return err
	}
	for i := range rep.Cases {
		rep.Cases[i].File = g.path(rep.Cases[i].File)
		rep.Cases[i].Faults = g.place(rep.Cases[i].Faults, texts{})
	}
	for i := range rep.Coverage {
		rep.Coverage[i].File = g.path(rep.Coverage[i].File)
	}
	if name := c.String("junit"); c.IsSet("junit") {
		var b bytes.Buffer
		if err := rep.WriteJUnit(&b); err != nil {
			return err
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			return refuse(&diag.Error{Code: unreadable, Message: fmt.Sprintf("the results cannot be written: %v", err), Err: err})
		}
	}
	if c.Bool("json") {
		err = writeJSON(a.out, rep)
	} else {
		err = rep.WriteText(a.out)
	}
	if err != nil {
		return err
	}
	return a.judge(rep, least)
}

// judge gives the exit code of test results.
func (a *app) judge(rep *spinetest.Report, least int) error {
	code := exitYes
	for _, r := range rep.Coverage {
		if r.Percent() < least {
			writeText(a.err, "%s: %d%% of the rules matched, and --min-coverage is %d\n", r.File, r.Percent(), least)
			code = exitNo
		}
	}
	for _, r := range rep.Cases {
		switch {
		case r.Passed:
		case r.Name == "": // a file that does not load
			return ended(exitUnusable)
		default:
			code = exitNo
		}
	}
	if code != exitYes {
		return ended(code)
	}
	return nil
}
