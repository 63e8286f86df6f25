package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
)

func (a *app) versionVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "version",
		Usage:     "print version and build",
		UsageText: "spine version [--json]",
		Description: `Example:
   spine version`,
		Flags: []cli.Flag{toggle("json", "print JSON")},
	}, 0, 0, a.version)
}

// build is what version --json writes.
type build struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Revision string `json:"revision"` // of the source, with "+dirty" if it was changed; "" if not known
}

func (a *app) version(_ context.Context, c *cli.Command) error {
	b := build{Version: spine.Version, Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		dirty := ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				b.Revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = "+dirty"
			}
		}
		if b.Revision != "" {
			b.Revision += dirty
		}
	}
	if c.Bool("json") {
		return writeJSON(a.out, b)
	}
	writeText(a.out, "spine %s\n%s\n", b.Version, b.Go)
	if b.Revision != "" {
		writeText(a.out, "revision %s\n", b.Revision)
	}
	return nil
}
