package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/judgment"
)

func (a *app) judgmentTestVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "test",
		Usage:     "run the rows of a graph",
		UsageText: "spine judgment test ROWS --graph GRAPH --packs DIR [options]",
		Description: `Runs the graph once for each row, and compares dispositions by their canonical
bytes. Coverage tells which of the things that the packs can come to some row
expects; it changes no exit code. The exit code is 1 when a row is a mismatch, and
2 when the rows or the graph are refused.

Example:
   spine judgment test rows.json --graph graph.json --packs packs`,
		Flags: []cli.Flag{
			option("graph", "test the graph in `FILE`"),
			option("packs", "find what is pinned in `DIR`, and in the folders below it"),
			option("records", "find the records that the graph consumes in `DIR`"),
			options("extension", "support the extension `NAME` that packs require"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.judgmentTest)
}

func (a *app) judgmentTest(ctx context.Context, c *cli.Command) error {
	d := a.documents(c)
	defer d.close()
	text := d.first(rowsFile)
	var src []byte
	if d.demand("graph", "the graph") {
		src = d.read(c.String("graph"), documentFile)
	}
	plan, opts, err := d.plan(src)
	if err != nil {
		return err
	}
	rows, err := judgment.LoadRows(rowsFile, text)
	if err != nil {
		return d.refused(err, exitUnusable)
	}
	rep := plan.Test(ctx, rows, opts)
	if c.Bool("json") {
		if err := a.writeLine(rep.Canonical()); err != nil {
			return err
		}
	} else {
		writeRows(a.out, rep)
	}
	if rep.Status != judgment.Passed {
		return ended(exitNo)
	}
	return nil
}
