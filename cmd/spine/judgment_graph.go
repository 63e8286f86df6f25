package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

func (a *app) judgmentGraphVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "graph",
		Usage:     "decide by a graph",
		UsageText: "spine judgment graph GRAPH --packs DIR [options]",
		Description: `Evaluates every node, each on its own inputs and on what the graph feeds it, and
prints what each came to and the disposition of the result node. FILE is an object
from ids of nodes to {"facts": ..., "evidence": ...}, each of which may be left out.
Nothing runs unless the catalogue has every pinned document to the byte.

With --runs the run leaves a record, for spine replay. The exit code is 2 when the
graph, its pins, its inputs or a pack are refused, 3 when an evaluation is given
up, and 8 when a recorded verdict cannot be used.

Example:
   spine judgment graph graph.json --packs packs --inputs case.json --runs .spine/runs`,
		Flags: []cli.Flag{
			option("packs", "find what is pinned in `DIR`, and in the folders below it"),
			option("records", "find the records that the graph consumes in `DIR`"),
			option("inputs", "read what nodes are given from `FILE`"),
			options("extension", "support the extension `NAME` that packs require"),
			option("runs", "keep the record in `DIR`"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.judgmentGraph)
}

func (a *app) judgmentGraph(ctx context.Context, c *cli.Command) error {
	d := a.documents(c)
	defer d.close()
	src := d.first(documentFile)
	in := judgment.GraphInputs{HasDocument: c.IsSet("inputs")}
	if in.HasDocument {
		in.Document = d.read(c.String("inputs"), inputsFile)
	}
	if c.IsSet("runs") && strings.TrimSpace(c.String("runs")) == "" {
		d.keep(usage("", "--runs names no folder"))
	}
	plan, opts, err := d.plan(src)
	if err != nil {
		return err
	}
	in.Options = opts
	composite, err := plan.Run(ctx, in)
	if err != nil {
		return d.refused(err, refusalCode(err))
	}
	path := ""
	if c.IsSet("runs") {
		if path, err = keepComposite(ctx, plan, in, composite, c.String("runs")); err != nil {
			return err
		}
	}
	told := a.out
	if c.Bool("json") {
		if err := a.writeLine(composite.Canonical()); err != nil {
			return err
		}
		told = a.err
	} else {
		writeComposite(a.out, composite)
	}
	if path != "" {
		writeText(told, "record: %s\n", path)
	}
	return nil
}

// plan links a graph with the packs that the command line names, and gives what its
// nodes are evaluated with.
func (d *documents) plan(src []byte) (*judgment.Plan, judgment.Options, error) {
	opts := judgment.Options{Extensions: d.cmd.StringSlice("extension"), Now: time.Now().UTC()}
	d.demand("packs", "the folder of the packs")
	d.records = d.folder("records")
	catalogue, err := d.catalogue()
	if err != nil {
		return nil, opts, err
	}
	if d.records != nil {
		if opts.Records, err = judgment.NewRecords(d.records); err != nil {
			return nil, opts, d.unread(err, d.records)
		}
	}
	g, err := judgment.LoadGraph(documentFile, src)
	if err != nil {
		return nil, opts, d.refused(err, exitUnusable)
	}
	plan, err := g.Link(catalogue)
	if err != nil {
		return nil, opts, d.refused(err, exitUnusable)
	}
	return plan, opts, nil
}

// refusalCode gives the exit code of a graph that does not run.
func refusalCode(err error) int {
	refusal, ok := errors.AsType[*judgment.Refusal](err)
	if !ok {
		return exitFault
	}
	first := refusal.Findings[0]
	if slices.Contains(recordCodes, first.Fault.Code) {
		return exitUntrusted
	}
	return phaseCode(first.Phase)
}

// keepComposite keeps the record of a run, and gives its path.
func keepComposite(ctx context.Context, plan *judgment.Plan, in judgment.GraphInputs, c *judgment.Composite, dir string) (string, error) {
	id, err := record.NewRunID(in.Now, nil)
	if err != nil {
		return "", err
	}
	rec, err := plan.Record(in, c, record.Run{ID: id, Started: in.Now, Finished: time.Now().UTC(), Engine: "spine " + spine.Version})
	if err == nil {
		// The run is over: an interrupt must not lose its record.
		err = record.Dir(dir).Put(context.WithoutCancel(ctx), rec)
	}
	if err != nil {
		return "", &spine.StoreError{Err: err}
	}
	return filepath.Join(dir, record.FileName(id)), nil
}

func (a *app) judgmentPlanVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "plan",
		Usage:     "tell what a graph would do, without doing it",
		UsageText: "spine judgment plan GRAPH [--packs DIR] [--json]",
		Description: `Prints the nodes in the order of a run, what each pins, whether the catalogue has
it, and what is fed to it. Nothing is evaluated. A pack that is missing or another
one is told of in its step (exit 0); a graph that is not well-formed has no plan
(exit 1).

Example:
   spine judgment plan graph.json --packs packs`,
		Flags: []cli.Flag{
			option("packs", "find what is pinned in `DIR`, and in the folders below it"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.judgmentPlan)
}

func (a *app) judgmentPlan(_ context.Context, c *cli.Command) error {
	d := a.documents(c)
	defer d.close()
	src := d.first(documentFile)
	catalogue, err := d.catalogue()
	if err != nil {
		return err
	}
	g, err := judgment.LoadGraph(documentFile, src)
	var plan *judgment.Description
	if err == nil {
		plan, err = g.Describe(catalogue)
	}
	switch {
	case err != nil:
		return d.refused(err, exitNo)
	case c.Bool("json"):
		return a.writeLine(plan.Canonical())
	}
	writePlan(a.out, plan)
	return nil
}
