package main

import (
	"context"

	"github.com/urfave/cli/v3"
)

func (a *app) verifyVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "verify",
		Usage:     "check that records are whole and unchanged",
		UsageText: "spine verify RECORD...",
		Description: `Checks the form and the digests of each record, without running anything. The
exit code is 8 when one of them cannot be trusted.

Example:
   spine verify .spine/runs/*.json`,
	}, 1, -1, a.verify)
}

func (a *app) verify(_ context.Context, c *cli.Command) error {
	code := exitYes
	for _, name := range c.Args().Slice() {
		rec, err := a.record(name)
		switch {
		case err == nil:
			writeText(a.out, "%s: sound (run %s, %s)\n", name, rec.Run.ID, rec.Status)
			continue
		case is[*unusable](err):
			writeText(a.out, "%s: cannot be read\n", name)
		default:
			writeText(a.out, "%s: cannot be trusted\n", name)
		}
		report(a.err, err)
		code = max(code, exitCode(err)) // one that cannot be trusted outweighs one that cannot be read
	}
	if code != exitYes {
		return ended(code)
	}
	return nil
}
