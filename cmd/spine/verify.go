package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/record"
)

func (a *app) verifyVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "verify",
		Usage:     "check that records are whole and unchanged",
		UsageText: "spine verify RECORD... [--json]",
		Description: `Checks the form and the digests of each record, without running anything. The
exit code is 8 when one of them cannot be trusted.

Example:
   spine verify .spine/runs/*.json`,
		Flags: []cli.Flag{toggle("json", "print JSON")},
	}, 1, -1, a.verify)
}

// verifyJSON is what verify --json writes.
type verifyJSON struct {
	Records []verifiedJSON `json:"records"`
}

// verifiedJSON is what verify --json tells of a record. Outcome is sound, untrusted or
// unreadable; Run and Status are those of a sound one.
type verifiedJSON struct {
	Record      string        `json:"record"`
	Outcome     string        `json:"outcome"`
	Run         string        `json:"run,omitempty"`
	Status      record.Status `json:"status,omitempty"`
	Diagnostics diag.List     `json:"diagnostics"`
}

func (a *app) verify(_ context.Context, c *cli.Command) error {
	asJSON, code, out := c.Bool("json"), exitYes, verifyJSON{[]verifiedJSON{}}
	for _, name := range c.Args().Slice() {
		rec, err := a.record(name)
		v := verifiedJSON{Record: name, Diagnostics: append(diag.List{}, diag.Of(err)...)}
		said := ""
		switch {
		case err == nil:
			v.Outcome, v.Run, v.Status = "sound", rec.Run.ID, rec.Status
			said = "sound (run " + v.Run + ", " + string(v.Status) + ")"
		case is[*unusable](err):
			v.Outcome, said = "unreadable", "cannot be read"
		default:
			v.Outcome, said = "untrusted", "cannot be trusted"
		}
		out.Records = append(out.Records, v)
		if !asJSON {
			writeText(a.out, "%s: %s\n", name, said)
			report(a.err, err)
		}
		if err != nil {
			code = max(code, exitCode(err)) // one that cannot be trusted outweighs one that cannot be read
		}
	}
	if asJSON {
		if err := writeJSON(a.out, out); err != nil {
			return err
		}
	}
	if code != exitYes {
		return ended(code)
	}
	return nil
}
