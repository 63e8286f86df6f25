package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/schemas"
)

func (a *app) schemaVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "schema",
		Usage:     "print a published JSON Schema",
		UsageText: "spine schema NAME",
		Description: `Names: ` + strings.Join(schemas.Names(), ", ") + `.

Example:
   spine schema table > table.schema.json`,
	}, 1, 1, a.schema)
}

func (a *app) schema(_ context.Context, c *cli.Command) error {
	text, ok := schemas.Get(c.Args().First())
	if !ok {
		return refuse(unknown("schema", c.Args().First(), schemas.Names()))
	}
	_, err := a.out.Write(text)
	return err
}
