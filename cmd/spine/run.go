package main

import (
	"bufio"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/drd"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

func (a *app) runVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "run",
		Usage:     "run a workflow and write its record",
		UsageText: "spine run WORKFLOW --input FACTS.json [options]",
		Description: `The facts cross their gates, the agents are called and their objects cross
theirs, the tables decide, and at a human node a person is asked: for a name, a
choice, and a reason where an override needs one. The questions are lines on the
standard input; its end means that the person stops (exit 6).

CHOICE is the text of an option; with several outputs, a JSON object of them.
--as and --reason serve all answers. Everything on the command line is checked
before an agent is called. One thing cannot be: that an --answer turns out to be
an override which needs a --reason. Then nothing is chosen, the run waits for a
person, and the exit code is 2.

Example:
   spine run loan/workflow.yaml --input case.json \
      --answer final_determination=approve --as "A. Officer"`,
		Flags: []cli.Flag{
			option("input", "read the facts from `FACTS.json`, an object with a member for each"),
			options("edge", "take an edge's object from a file, by `ID=FILE`, and do not call its agent"),
			options("answer", "answer for the person at a human node, by `ID=CHOICE`"),
			option("as", "put the `NAME` of the person to the answers"),
			option("reason", "give the `TEXT` of the person's reason"),
			toggle("pend", "leave human nodes without an --answer for later (exit 7)"),
			&cli.StringFlag{Name: "runs", Usage: "keep the record in `DIR`", Value: filepath.Join(".spine", "runs"), OnlyOnce: true},
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.run)
}

func (a *app) run(ctx context.Context, c *cli.Command) error {
	dir, name, fault := openFile(c.Args().First())
	if fault != nil {
		return refuse(fault)
	}
	defer dir.Close()
	wf, err := spine.Load(dir, name)
	if err != nil {
		return dir.show(err)
	}
	prepared, err := a.prepare(c, dir, wf.Plan())
	if err != nil {
		return err
	}
	files := texts{}
	if err := diag.Render(a.err, errors.Join(dir.place(wf.Warnings(), files).Errors()...), files); err != nil {
		return err
	}
	if c.Bool("json") {
		prepared.decider.out = a.err
	}
	eng, err := spine.New(spine.WithAgent(prepared.agents), spine.WithDecider(prepared.decider),
		spine.WithStore(record.Dir(c.String("runs"))))
	if err != nil {
		return err
	}
	run, err := eng.Run(ctx, wf, spine.FactsJSON(prepared.facts))
	if run == nil || is[*spine.StoreError](err) { // a determination without a record is none
		return showFacts(dir.show(err), c.String("input"), prepared.facts)
	}
	path := filepath.Join(c.String("runs"), record.FileName(run.ID()))
	if c.Bool("json") {
		if err := writeRunJSON(a.out, run, path); err != nil {
			return err
		}
	} else {
		writeRun(a.out, wf.Plan(), run.Record(), path)
	}
	return dir.show(err)
}

// showFacts shows where facts that are no facts at all go wrong.
func showFacts(err error, name string, facts []byte) error {
	if !errors.Is(err, spine.FactsNotJSON) {
		return err
	}
	e, _ := errors.AsType[*shown](err)
	faults := e.faults.Revise(func(f *diag.Error) {
		if f.Code == spine.FactsNotJSON {
			f.At.File = name
		}
	})
	return &shown{e.error, faults, texts{name: string(facts)}}
}

// prepared is what a run needs besides its workflow.
type prepared struct {
	facts   []byte
	agents  agents
	decider *decider
}

// prepare checks the command line against the workflow, before anything is done.
// Every fault is reported.
func (a *app) prepare(c *cli.Command, dir *folder, plan *drd.Plan) (*prepared, error) {
	var faults, inFolder diag.List
	keep := func(f *diag.Error) {
		if f != nil {
			faults = append(faults, f)
		}
	}
	p := &prepared{}
	if strings.TrimSpace(c.String("runs")) == "" {
		keep(usage("", "--runs names no folder"))
	}
	if c.IsSet("input") {
		var fault *diag.Error
		p.facts, fault = a.read(c.String("input"))
		keep(fault)
	} else {
		keep(usage("give them with --input FACTS.json", "the facts are missing"))
	}
	objects, found := a.objects(c.StringSlice("edge"), plan)
	faults = append(faults, found...)
	p.agents, inFolder = loadAgents(dir, plan, objects)
	answers, found := answers(c.StringSlice("answer"), plan)
	faults = append(faults, found...)
	for _, name := range []string{"as", "reason"} {
		if why := blank(c.String(name)); c.IsSet(name) && why != "" {
			keep(usage("", "--%s %s", name, why))
		}
	}
	if len(c.StringSlice("answer")) > 0 && !c.IsSet("as") {
		keep(usage("give the name of the person with --as NAME", "an --answer has nobody's name to it"))
	}
	p.decider = &decider{
		answers: answers, by: c.String("as"), reason: c.String("reason"), pend: c.Bool("pend"),
		lines: bufio.NewReaderSize(a.in, 1<<16), out: a.out,
	}
	inFolder = slices.Concat(inFolder, plan.Workflow.NotExecuted(), plan.Workflow.Unreviewed())
	files := texts{}
	faults = append(faults, dir.place(inFolder, files)...)
	if len(faults) > 0 {
		return nil, &shown{refuse(faults...), faults, files}
	}
	return p, nil
}

// objects reads what --edge gives.
func (a *app) objects(given []string, plan *drd.Plan) (map[string][]byte, diag.List) {
	var ids []string
	for _, e := range plan.Edges {
		ids = append(ids, e.ID())
	}
	objects := map[string][]byte{}
	var faults diag.List
	for _, g := range given {
		id, file, ok := strings.Cut(g, "=")
		_, twice := objects[id]
		switch {
		case !ok || file == "":
			faults = append(faults, usage("write --edge ID=FILE", "--edge %s names no file", g))
		case twice:
			faults = append(faults, usage("", "--edge %s is given twice", id))
		case slices.Contains(ids, id):
			object, fault := a.read(file)
			if fault != nil {
				faults = append(faults, fault)
			}
			objects[id] = object
		default:
			faults = append(faults, noSuchNode(plan, "edge", id, ids))
		}
	}
	return objects, faults
}

// answers reads what --answer gives.
func answers(given []string, plan *drd.Plan) (map[string]feel.Value, diag.List) {
	humans := map[string]*drd.Human{}
	var ids []string
	for _, n := range plan.Decisions {
		if h, ok := n.(*drd.Human); ok {
			humans[h.ID()] = h
			ids = append(ids, h.ID())
		}
	}
	choices := map[string]feel.Value{}
	var faults diag.List
	for _, g := range given {
		id, text, ok := strings.Cut(g, "=")
		_, twice := choices[id]
		h := humans[id]
		switch {
		case !ok:
			faults = append(faults, usage("write --answer ID=CHOICE", "--answer %s names no choice", g))
		case twice:
			faults = append(faults, usage("", "--answer %s is given twice", id))
		case h == nil:
			faults = append(faults, noSuchNode(plan, "human node", id, ids))
		default:
			t := h.Table.Program.Table()
			v, ok := findOption(t, h.Options, text)
			if !ok {
				var texts []string
				for _, o := range h.Options {
					texts = append(texts, choiceText(t, o))
				}
				faults = append(faults, unknown("option of "+id, text, texts))
			}
			choices[id] = v
		}
	}
	return choices, faults
}

// noSuchNode is the fault of an id that is not that of a node of a kind.
func noSuchNode(plan *drd.Plan, kind, id string, ids []string) *diag.Error {
	f := unknown(kind, id, ids)
	if plan.Workflow.Node(id) != nil || plan.Workflow.Fact(id) != nil {
		f.Message = id + " is no " + kind
	}
	return f
}
