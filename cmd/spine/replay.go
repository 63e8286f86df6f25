package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/record"
)

func (a *app) replayVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "replay",
		Usage:     "run a record again, from the record alone",
		UsageText: "spine replay RECORD [--json]",
		Description: `Prints match, or mismatch with the first differences (exit 1), or unverifiable
with the reason (exit 8). No agent and no person is asked, and no other file is
read.

Example:
   spine replay .spine/runs/019f9cbe-7a00-7000-8000-000000000001.json`,
		Flags: []cli.Flag{toggle("json", "print JSON")},
	}, 1, 1, a.replay)
}

// replayJSON is what replay --json writes.
type replayJSON struct {
	Outcome     spine.Outcome       `json:"outcome"`
	Differences []record.Difference `json:"differences"`
	Reason      string              `json:"reason"`
}

func (a *app) replay(ctx context.Context, c *cli.Command) error {
	rec, err := a.record(c.Args().First())
	if is[*unusable](err) {
		return err
	}
	var rep *spine.Replay
	if err != nil {
		report(a.err, err)
		rep = &spine.Replay{Outcome: spine.Unverifiable, Reason: "the record cannot be trusted"}
		if c.Bool("json") {
			rep.Reason += ": " + diag.Of(err)[0].Error()
		}
	} else if rep, err = replayed(ctx, rec); err != nil {
		return err
	}
	if c.Bool("json") {
		out := replayJSON{rep.Outcome, rep.Differences, rep.Reason}
		if out.Differences == nil {
			out.Differences = []record.Difference{}
		}
		if err := writeJSON(a.out, out); err != nil {
			return err
		}
	} else {
		a.writeReplay(rep)
	}
	switch rep.Outcome {
	case spine.Match:
		return nil
	case spine.Mismatch:
		return ended(exitNo)
	}
	return ended(exitUntrusted)
}

// replayed runs the workflow or the judgment graph of a record again. The error is
// that of ctx.
func replayed(ctx context.Context, rec *record.Record) (*spine.Replay, error) {
	if rec.Result.Judgment == nil {
		eng, err := spine.New()
		if err != nil {
			return nil, err
		}
		return eng.Replay(ctx, rec)
	}
	differences, err := judgment.Replay(ctx, rec)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &spine.Replay{Outcome: spine.Unverifiable, Reason: err.Error()}, nil
	case len(differences) > 0:
		return &spine.Replay{Outcome: spine.Mismatch, Differences: differences}, nil
	}
	return &spine.Replay{Outcome: spine.Match}, nil
}

func (a *app) writeReplay(rep *spine.Replay) {
	if rep.Reason != "" {
		writeText(a.out, "%s: %s\n", rep.Outcome, rep.Reason)
		return
	}
	writeText(a.out, "%s\n", rep.Outcome)
	for _, d := range rep.Differences {
		writeText(a.out, "  %s\n    recorded: %s\n    replayed: %s\n", d.Path, side(d.Want), side(d.Got))
	}
}

// side is one side of a difference.
func side(json []byte) string {
	const most = 200
	switch {
	case json == nil:
		return "nothing"
	case len(json) > most:
		return fmt.Sprintf("%s... (%d bytes)", json[:most], len(json))
	}
	return string(json)
}

// record reads a record that the command line names. The error is a fault of the
// command line, or says why the record cannot be trusted.
func (a *app) record(name string) (*record.Record, error) {
	b, fault := a.read(name)
	if fault != nil {
		return nil, refuse(fault)
	}
	rec, err := record.Decode(b)
	if e, ok := errors.AsType[*spine.IntegrityError](err); ok {
		return nil, showText(e.InFile(name), name, string(b))
	}
	return rec, err
}
