package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/judgment"
)

func (a *app) judgmentValidateVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "validate",
		Usage:     "tell whether a pack conforms, or a graph is well-formed",
		UsageText: "spine judgment validate FILE [options]",
		Description: `A pack is valid, invalid, or unsupported: it requires an extension that no
--extension names. A graph is judged by itself and, with --packs, together with
what it pins. A JSON object without specVersion that has a format, or nodes or
edges, is a graph; everything else is a pack. Advice on what a graph feeds and
nobody reads changes nothing. The exit code is 1 when FILE is not valid.

Examples:
   spine judgment validate approval.json --extension com.example.review
   spine judgment validate graph.json --packs packs`,
		Flags: []cli.Flag{
			option("packs", "compare a graph with the packs in `DIR`, and in the folders below it"),
			options("extension", "support the extension `NAME` that packs require"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.judgmentValidate)
}

// findingJSON is a finding on a pack, or on what it is evaluated with.
type findingJSON struct {
	Code    diag.Code `json:"code"`
	Path    string    `json:"path"`
	Message string    `json:"message"`
	File    string    `json:"file,omitempty"` // as on the command line
}

// validationJSON is what judgment validate --json writes.
type validationJSON struct {
	Result   judgment.Result   `json:"result"`
	Findings any               `json:"findings"`
	Advice   judgment.Findings `json:"advice,omitempty"` // of a graph
}

func (a *app) judgmentValidate(_ context.Context, c *cli.Command) error {
	d := a.documents(c)
	defer d.close()
	src := d.first(documentFile)
	v := validationJSON{Result: judgment.Valid}
	var faults diag.List
	graph := isGraph(src)
	if graph {
		catalogue, err := d.catalogue()
		if err != nil {
			return err
		}
		found, advice := validateGraph(src, catalogue)
		if len(found) > 0 {
			v.Result = judgment.Invalid
		}
		v.Findings, v.Advice, faults = append(judgment.Findings{}, found...), advice, append(found.Faults(), advice.Faults()...)
	} else {
		if d.faults != nil {
			return refuse(d.faults...)
		}
		v.Result, faults = judgment.Validate(documentFile, src, c.StringSlice("extension"))
		found := []findingJSON{}
		for _, f := range faults {
			found = append(found, findingJSON{f.Code, f.At.Path, f.Message, ""})
		}
		v.Findings = found
	}
	if c.Bool("json") {
		if err := writeJSON(a.out, v); err != nil {
			return err
		}
	} else {
		if len(faults) > 0 {
			report(a.err, d.show(errors.Join(faults.Errors()...)))
		}
		note := ""
		if graph && d.packs == nil {
			note = "; what it pins is looked at with --packs"
		}
		writeText(a.out, "%s: %s%s\n", c.Args().First(), v.Result, note)
	}
	if v.Result != judgment.Valid {
		return ended(exitNo)
	}
	return nil
}

// validateGraph gives the findings on a graph, and advice to its author. Without a
// catalogue nothing is known of what it pins.
func validateGraph(src []byte, catalogue *judgment.Catalogue) (found, advice judgment.Findings) {
	g, err := judgment.LoadGraph(documentFile, src)
	if err == nil {
		found = g.Check()
	}
	if err == nil && found == nil && catalogue != nil {
		var plan *judgment.Plan
		if plan, err = g.Link(catalogue); err == nil {
			found, advice = plan.Check(), plan.Advice()
		}
	}
	if refusal, ok := errors.AsType[*judgment.Refusal](err); ok {
		found = refusal.Findings
	}
	return found, advice
}

// isGraph reports whether a document is meant as a graph. Of one that is no JSON
// counts what stands before the fault, or behind a byte order mark.
func isGraph(src []byte) bool {
	in := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(src, []byte("\ufeff"))))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	graph := false
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return graph
		}
		switch name {
		case "specVersion":
			return false
		case "format", "formatVersion", "nodes", "edges": // formatVersion: the runtime of the standard has graphs too
			graph = true
		}
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return graph
		}
	}
	return graph
}

func (a *app) judgmentEvaluateVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "evaluate",
		Usage:     "decide by a pack",
		UsageText: "spine judgment evaluate PACK --facts FILE [options]",
		Description: `Prints the disposition, who shall decide if a handoff is requested, and what each
exception and rule came to. A disposition that is not an outcome is an answer too
(exit 0). FILE is one JSON document. Without --evidence nothing is known of any
evidence; an empty file is not that, but no JSON. The exit code is 2 when the pack
or what it is evaluated with is refused, and 3 when the evaluation is given up.

Example:
   spine judgment evaluate approval.json --facts case.json --evidence papers.json`,
		Flags: []cli.Flag{
			option("facts", "read the facts from `FILE`"),
			option("evidence", "read from `FILE` what evidence is present, absent or unknown"),
			options("extension", "support the extension `NAME` that the pack requires"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.judgmentEvaluate)
}

// evaluationErrorJSON is what judgment evaluate --json writes without a disposition.
type evaluationErrorJSON struct {
	Error struct {
		Class    judgment.Class `json:"class"`
		Phase    judgment.Phase `json:"phase"`
		Findings []findingJSON  `json:"findings"`
	} `json:"error"`
}

func (a *app) judgmentEvaluate(ctx context.Context, c *cli.Command) error {
	d := a.documents(c)
	src := d.first(c.Args().First())
	in := judgment.Inputs{Extensions: c.StringSlice("extension"), FactsFile: c.String("facts"), EvidenceFile: c.String("evidence")}
	if d.demand("facts", "a JSON document") {
		in.Facts = d.read(in.FactsFile, in.FactsFile)
	}
	if in.HasEvidence = c.IsSet("evidence"); in.HasEvidence {
		in.Evidence = d.read(in.EvidenceFile, in.EvidenceFile)
	}
	if d.faults != nil {
		return refuse(d.faults...)
	}
	pack, err := judgment.LoadPack(c.Args().First(), src)
	if err != nil {
		return d.notEvaluated(err)
	}
	e, err := pack.Evaluate(ctx, in)
	switch {
	case err != nil:
		return d.notEvaluated(err)
	case c.Bool("json"):
		return writeJSON(a.out, e)
	}
	writeEvaluation(a.out, e)
	return nil
}

// notEvaluated tells why there is no disposition.
func (d *documents) notEvaluated(err error) error {
	e, ok := errors.AsType[*judgment.EvaluationError](err)
	if !ok {
		return err
	}
	if d.cmd.Bool("json") {
		var out evaluationErrorJSON
		out.Error.Class, out.Error.Phase, out.Error.Findings = e.Class, e.Phase, []findingJSON{}
		for _, f := range diag.Of(e.Err) {
			out.Error.Findings = append(out.Error.Findings, findingJSON{f.Code, f.At.Path, f.Message, f.At.File})
		}
		if err := writeJSON(d.app.out, out); err != nil {
			return err
		}
	} else {
		report(d.app.err, d.show(e))
		writeText(d.app.err, "%s in %s: there is no disposition\n", e.Class, e.Phase)
	}
	return ended(phaseCode(e.Phase))
}

// phaseCode gives the exit code of an evaluation that was refused in a phase.
func phaseCode(phase judgment.Phase) int {
	if phase == judgment.EvaluationPhase {
		return exitUndecided
	}
	return exitUnusable
}
