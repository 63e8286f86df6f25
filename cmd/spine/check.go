package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/judgment"
	"github.com/decision-spine/spine/spinetest"
)

func (a *app) checkVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "check",
		Usage:     "load tables, models, workflows, graphs and policy tests, and report every fault",
		UsageText: "spine check PATH... [options]",
		Description: `Loads the files that are named, and every table (*.dmn.yaml), DMN model (*.dmn),
test file (*.test.yaml), workflow (workflow.yaml, and YAML with nodes) and judgment
graph (JSON of the format spine.graph/1, by itself, without its packs) below the
folders that are. What models import is looked for in the folder that is named, or
in that of the model. Nothing is run. The exit code is 1 when there are errors, and
2 when a file cannot be opened.

Example:
   spine check policies --strict`,
		Flags: []cli.Flag{
			option("format", "print in `FORMAT`: text (without it) or json"),
			toggle("strict", "let warnings count as errors"),
			toggle("recursion", "let what models define refer to itself"),
			toggle("json", "print JSON, as --format json does"),
		},
	}, 1, -1, a.check)
}

// checkJSON is what check --json writes.
type checkJSON struct {
	Diagnostics diag.List `json:"diagnostics"`
}

func (a *app) check(_ context.Context, c *cli.Command) error {
	asJSON := c.Bool("json")
	switch format := c.String("format"); format {
	case "", "text":
		if format != "" && asJSON {
			return refuse(usage("", "spine check: --format text and --json exclude each other"))
		}
	case "json":
		asJSON = true
	default:
		return refuse(unknown("format", format, []string{"text", "json"}))
	}
	g, fault := openGround(c.Args().Slice())
	if fault != nil {
		return refuse(fault)
	}
	defer g.Close()
	k := checker{ground: g, recursion: c.Bool("recursion"), seen: map[string]bool{}, texts: texts{}, result: checkJSON{diag.List{}}}
	for i, path := range c.Args().Slice() {
		if fault := k.path(path, g.names[i]); fault != nil {
			k.closed = append(k.closed, fault)
		}
	}
	found := k.result.Diagnostics
	found.Sort()
	errs, warnings := len(found.Faults()), len(found.Warnings())
	if asJSON {
		k.result.Diagnostics = append(found, k.closed...)
		if err := writeJSON(a.out, k.result); err != nil {
			return err
		}
	} else {
		if err := diag.Render(a.err, errors.Join(found.Errors()...), k.texts); err != nil {
			return err
		}
		writeText(a.out, "%s checked: %s, %s\n", count(len(k.files), "file"), count(errs, "error"), count(warnings, "warning"))
	}
	switch {
	case len(k.closed) > 0 && asJSON:
		return ended(exitUnusable)
	case len(k.closed) > 0:
		return refuse(k.closed...)
	case errs > 0 || c.Bool("strict") && warnings > 0:
		return ended(exitNo)
	}
	return nil
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// checker collects what is wrong with files.
type checker struct {
	ground    *ground
	recursion bool            // of models
	files     []string        // that were loaded
	closed    diag.List       // what cannot be opened, or is nothing to check
	seen      map[string]bool // the diagnostics; a table of a workflow is loaded twice
	texts     texts           // of the files that are named
	result    checkJSON
}

// path checks a file or folder. The fault is one of a path that cannot be opened,
// or has nothing to check.
func (k *checker) path(given, name string) *diag.Error {
	info, err := fs.Stat(k.ground, name)
	if err != nil {
		return errUnreadable(given, err)
	}
	if !info.IsDir() {
		if kind := kindOf(name); kind == anything || kind == aGraph && !k.isGraph(name) {
			return &diag.Error{Code: unreadable, Message: given + " is no file that can be checked",
				Hint: "name a table (*.dmn.yaml), a model (*.dmn), a test file (*.test.yaml), a workflow, a graph (*.json), or a folder"}
		}
		k.file(name, path.Dir(name))
		return nil
	}
	var names []string
	closed := len(k.closed)
	err = fs.WalkDir(k.ground, name, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil: // a folder that cannot be listed
			k.closed = append(k.closed, errUnreadable(k.ground.path(file), err))
			return fs.SkipDir
		case d.IsDir() && file != name && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && k.wanted(file):
			names = append(names, file)
		}
		return nil
	})
	switch {
	case err != nil:
		return errUnreadable(given, err)
	case len(names) == 0 && len(k.closed) == closed:
		return &diag.Error{Code: unreadable, Message: "there is nothing to check below " + given}
	}
	// Workflows first: what they say of a table tells the node as well.
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(kindOf(a), kindOf(b)) })
	for _, n := range names {
		k.file(n, name)
	}
	return nil
}

// wanted reports whether a file in a folder is one to check.
func (k *checker) wanted(name string) bool {
	switch kindOf(name) {
	case anything:
		return false
	case aModel:
		return strings.HasSuffix(name, ".dmn") // other XML may be anything
	case aGraph:
		return k.isGraph(name)
	case aWorkflow:
		if path.Base(name) == "workflow.yaml" {
			return true
		}
	default:
		return true
	}
	src, err := source.ReadFile(k.ground, name, maxInput)
	if err != nil {
		return false
	}
	root, _ := yaml.Parse(name, src)
	return root.Get("nodes") != nil
}

// isGraph reports whether a file says that it is a graph: other JSON may be anything.
func (k *checker) isGraph(name string) bool {
	src, err := source.ReadFile(k.ground, name, maxInput)
	if err != nil {
		return false
	}
	root, _ := strictjson.Parse(src, strictjson.Limits{})
	format, _ := root.Get("format")
	return strings.HasPrefix(format.Text(), "spine.graph/")
}

// The kinds of files, by their names, in the order in which they are checked.
const (
	aWorkflow = iota
	aTable
	aModel
	aGraph
	aTest
	anything
)

func kindOf(name string) int {
	switch {
	case strings.HasSuffix(name, ".dmn.yaml"):
		return aTable
	case strings.HasSuffix(name, ".test.yaml"):
		return aTest
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return aWorkflow
	case strings.HasSuffix(name, ".dmn"), strings.HasSuffix(name, ".xml"):
		return aModel
	case strings.HasSuffix(name, ".json"):
		return aGraph
	}
	return anything
}

// file loads a file, once. Imports are looked for in a folder.
func (k *checker) file(name, imports string) {
	if slices.Contains(k.files, name) {
		return
	}
	f, err := k.ground.Open(name)
	if err != nil {
		k.closed = append(k.closed, errUnreadable(k.ground.path(name), err))
		return
	}
	f.Close()
	k.files = append(k.files, name)
	var found diag.List
	switch kindOf(name) {
	case aTest:
		_, err := spinetest.Load(k.ground, name)
		found = diag.Of(err)
	case aTable:
		t, err := dmn.LoadTable(k.ground, name)
		if err == nil {
			_, err = dmn.Compile(t, nil)
		}
		if found = diag.Of(err); err == nil {
			found = t.Warnings
		}
	case aModel:
		found = k.model(name, imports)
	case aGraph:
		found = k.graph(name)
	default:
		wf, err := spine.Load(k.ground, name)
		if found = diag.Of(err); err == nil {
			found = wf.Warnings()
		}
	}
	for _, f := range k.ground.place(found, k.texts) {
		id := fmt.Sprint(f.At.File, f.At.Span.Start.Offset, f.Code, f.Message)
		if !k.seen[id] {
			k.seen[id] = true
			k.result.Diagnostics = append(k.result.Diagnostics, f)
		}
	}
}

// graph gives the faults of a judgment graph by itself.
func (k *checker) graph(name string) diag.List {
	src, err := source.ReadFile(k.ground, name, maxInput)
	if err != nil {
		return diag.List{errUnreadable(k.ground.path(name), err)}
	}
	g, err := judgment.LoadGraph(name, src)
	if err != nil {
		return diag.Of(err)
	}
	return g.Check().Faults()
}

// model gives the faults and warnings of a model. What it imports is checked as
// well.
func (k *checker) model(name, imports string) diag.List {
	src, err := source.ReadFile(k.ground, name, maxInput)
	if err != nil {
		return diag.List{errUnreadable(k.ground.path(name), err)}
	}
	f, fault := openFolder(k.ground.path(imports))
	if fault != nil {
		return diag.List{fault}
	}
	defer f.Close()
	m, err := dmn.LoadModel(name, src, &modelFolder{dmn.RootResolver(f.root), imports}, modelOptions(k.recursion)...)
	found := diag.Of(err).Faults()
	if m != nil {
		found = append(found, m.Warnings...)
	}
	return found
}
