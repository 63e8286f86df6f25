package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/judgment"
)

func (a *app) judgmentPinVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "pin",
		Usage:     "write the digests of packs into a graph",
		UsageText: "spine judgment pin GRAPH --packs DIR [options]",
		Description: `Prints the graph with the digests that its packs have now; nothing but digests
differs. What differs is told on the standard error. With --write the file is
replaced as a whole, or not at all. A pin whose id and version the catalogue does
not have, or has twice, or whose digest is that of another document, is for its
author to mend: nothing is printed or written, and the exit code is 2.

Example:
   spine judgment pin graph.json --packs packs --write`,
		Flags: []cli.Flag{
			option("packs", "find what is pinned in `DIR`, and in the folders below it"),
			toggle("write", "replace the file instead of printing it"),
			toggle("json", "print why there is none as JSON; the graph is JSON in any case"),
		},
	}, 1, 1, a.judgmentPin)
}

func (a *app) judgmentPin(_ context.Context, c *cli.Command) error {
	d := a.documents(c)
	defer d.close()
	name := c.Args().First()
	if c.Bool("write") && name == standardInput {
		d.keep(usage("name a file, or leave --write out", "the standard input cannot be replaced"))
	}
	src := d.first(documentFile)
	d.demand("packs", "the folder of the packs")
	catalogue, err := d.catalogue()
	if err != nil {
		return err
	}
	var pinned []byte
	g, err := judgment.LoadGraph(documentFile, src)
	if err == nil {
		pinned, err = g.Repin(catalogue)
	}
	if err != nil {
		return d.refused(err, exitUnusable)
	}
	changes := changedTexts(src, pinned)
	for _, change := range changes {
		writeText(a.err, "%s\n", change)
	}
	if c.Bool("write") {
		if !bytes.Equal(src, pinned) {
			if err := replaceFile(name, pinned); err != nil {
				return refuse(&diag.Error{Code: unreadable, Message: fmt.Sprintf("%s cannot be written: %v", name, err), Err: err})
			}
		}
		if !c.Bool("json") {
			writeText(a.out, "%s: %s written\n", name, count(len(changes), "digest"))
			return nil
		}
	}
	_, err = a.out.Write(pinned)
	return err
}

// changedTexts tells the strings that differ between two JSON documents which are
// the same in everything else, in the order of the document.
func changedTexts(before, after []byte) []string {
	old, _ := strictjson.Parse(before, strictjson.Limits{}) // both have been read, as graphs
	now, _ := strictjson.Parse(after, strictjson.Limits{})
	var out []string
	var walk func(old, now strictjson.Value, path string)
	walk = func(old, now strictjson.Value, path string) {
		for i, m := range old.Members() {
			walk(m.Value, now.Members()[i].Value, path+"/"+strictjson.EscapeToken(m.Name))
		}
		if old.Kind() == strictjson.String && old.Text() != now.Text() {
			out = append(out, fmt.Sprintf("%s: %s is now %s", path, old.Text(), now.Text()))
		}
	}
	walk(old, now, "")
	return out
}

// replaceFile replaces the content of a file and keeps its permissions. Whatever
// ends the program, the file has the old content or the new one.
func replaceFile(name string, content []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil { // else the link would be replaced
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".spine-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name()) // the first error is the one to tell
		}
	}()
	_, err = temp.Write(content)
	if err == nil {
		err = temp.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = temp.Sync()
	}
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	return err
}
