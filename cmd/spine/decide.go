package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

func (a *app) decideVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "decide",
		Usage:     "evaluate a decision of a DMN model, or a decision table",
		UsageText: "spine decide FILE --input INPUT.json [options]",
		Description: `FILE is a DMN model (.dmn, .xml) or a decision table in YAML (.yaml). Prints the
value as FEEL writes it, and the rules that gave it. Without a name the model must
have exactly one decision that no other requires. INPUT.json is an object with a
member for each input data, parameter, or decision that is not to be evaluated; it
encodes values as records do, and so does the output of --json. What an imported
model defines is "{its namespace}its name".

A model is evaluated as the standard says: what goes wrong is null, with a warning
that tells why. With --strict the first error ends the evaluation (exit 3), and a
model that has a fault anywhere is refused (exit 2). A table is always strict.

--batch decides many inputs on all processors: a JSON object in each line, or with
a name that ends with .csv a row below a line of names, of which a.b is the member
b of a; an empty cell is null. It prints a line of JSON for each row, in their
order. Rows that cannot be decided are told of, and the rest goes on, unless --stop
is given (exit 3 in both cases).

Examples:
   spine decide loan.dmn --decision Eligibility --input case.json --explain
   spine decide points.dmn.yaml --input - --json
   spine decide points.dmn.yaml --batch claims.jsonl > verdicts.jsonl`,
		Flags: []cli.Flag{
			option("input", "read the variables from `INPUT.json`, an object with a member for each"),
			option("batch", "decide each row of `INPUT.jsonl`, or of a .csv"),
			toggle("stop", "let the first row of a batch that cannot be decided end it"),
			option("decision", "evaluate the decision `NAME`"),
			option("service", "evaluate the decision service `NAME`"),
			option("bkm", "call the business knowledge model `NAME`"),
			option("imports", "find imported models in `DIR` instead of the model's folder"),
			toggle("recursion", "let business knowledge models and item definitions refer to themselves"),
			toggle("explain", "tell of each table how it came to its answer, rule by rule"),
			toggle("strict", "let the first error end the evaluation of a model too"),
			toggle("json", "print JSON"),
		},
	}, 1, 1, a.decide)
}

func (a *app) decide(ctx context.Context, c *cli.Command) error {
	q, err := a.question(c)
	if err != nil {
		return err
	}
	if q.batch != "" {
		return a.decideBatch(ctx, q)
	}
	answer, err := q.answer(ctx)
	if c.Bool("json") {
		return a.writeAnswerJSON(answer, err, c.Bool("explain"))
	}
	if len(answer.diagnostics) > 0 {
		report(a.err, &shown{answer.diagnostics[0], answer.diagnostics, answer.files})
	}
	if err == nil {
		a.writeAnswer(answer)
	}
	if c.Bool("explain") {
		writeExplanation(a.out, answer.tables, err == nil)
	}
	if err != nil {
		return &shown{err, diag.Of(err), answer.files}
	}
	return nil
}

// question is what the command line asks.
type question struct {
	file      string // as named
	src       []byte // of a model, or of the standard input
	model     bool
	kind      dmn.TargetKind // "": what the model is for
	name      string
	imports   string // a folder
	recursion bool
	strict    bool
	in        feel.Input
	batch     string                    // the file of many inputs; "": in has the one
	columns   map[string]dmn.ColumnType // of a batch in CSV, as far as they are known
	stop      bool
}

// answer is what a question came to, as far as it came.
type answer struct {
	feel.Value
	rules       []dmn.Match // that the value comes from
	byDefault   bool
	tables      []dmn.ExplainedTable
	diagnostics diag.List // what there is to say although there is a value
	files       texts     // that faults are in
}

// targets are the options that name one.
var targets = []dmn.TargetKind{dmn.DecisionTarget, dmn.ServiceTarget, dmn.BKMTarget}

// question reads the command line. Every fault is reported.
func (a *app) question(c *cli.Command) (*question, error) {
	q := &question{
		file: filepath.ToSlash(filepath.Clean(c.Args().First())), imports: c.String("imports"), recursion: c.Bool("recursion"),
		strict: c.Bool("strict"), batch: c.String("batch"), stop: c.Bool("stop"),
	}
	var faults diag.List
	keep := func(f *diag.Error) {
		if f != nil {
			faults = append(faults, f)
		}
	}
	files := texts{}
	keep(a.readQuestion(q))
	for _, kind := range targets {
		switch {
		case !c.IsSet(string(kind)):
		case q.kind != "":
			keep(usage("", "--%s and --%s exclude each other", q.kind, kind))
		default:
			q.kind, q.name = kind, c.String(string(kind))
		}
	}
	if !q.model && len(faults) == 0 {
		for _, name := range []string{"decision", "service", "bkm", "imports", "recursion"} {
			if c.IsSet(name) {
				keep(usage("leave it out: a table is one decision", "--%s is for DMN models, and %s is a table", name, q.file))
			}
		}
	}
	q.in = feel.Input{Now: time.Now(), Lenient: q.model && !q.strict}
	switch name := c.String("input"); {
	case c.IsSet("batch"):
		for _, other := range []string{"input", "explain"} {
			if c.IsSet(other) {
				keep(usage("", "--batch and --%s exclude each other", other))
			}
		}
		if q.batch == standardInput && q.file == standardInput {
			keep(usage("name it once", "the standard input is named twice"))
		}
	case q.stop:
		keep(usage("it is for --batch", "--stop is given without --batch"))
	case !c.IsSet("input"):
		keep(usage("give it with --input INPUT.json; - is the standard input", "the input is missing"))
	default:
		src, fault := a.read(name)
		if keep(fault); fault != nil {
			break
		}
		files[name] = string(src)
		var err error
		q.in.Vars, err = q.vars(name, src)
		faults = append(faults, diag.Of(err)...)
	}
	if len(faults) > 0 {
		return nil, &shown{refuse(faults...), faults, files}
	}
	return q, nil
}

// vars reads an object with a member for each variable.
func (q *question) vars(name string, src []byte) (feel.Vars, error) {
	v, err := record.ReadValue(name, src)
	switch {
	case err != nil:
		return feel.Vars{}, err
	case v.Kind() != feel.KindContext:
		return feel.Vars{}, &diag.Error{Code: notContext, At: diag.Locator{File: name}, Message: "the input is a " + v.Kind().String(),
			Hint: "write an object with a member for each variable"}
	}
	return q.given(v), nil
}

// given makes variables of a context.
func (q *question) given(v feel.Value) feel.Vars {
	vars := feel.ContextVars(v)
	if q.model {
		vars = vars.TemporalText() // the types of a model say what a string means
	}
	return vars
}

// readQuestion tells whether the file is a model, and reads it if it is.
func (a *app) readQuestion(q *question) (fault *diag.Error) {
	switch kindOf(q.file) {
	case aModel:
		q.model = true
	case anything, aGraph:
		if q.file != standardInput {
			return &diag.Error{Code: unreadable, Message: q.file + " is neither a model nor a table",
				Hint: "name a DMN model (*.dmn, *.xml) or a table (*.dmn.yaml)"}
		}
	default:
		return nil
	}
	if q.src, fault = a.read(q.file); fault == nil && q.file == standardInput {
		q.model = bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(q.src, []byte("\ufeff"))), []byte("<"))
	}
	return fault
}

// answer gives the answer to a question. The error is an [*unusable] file, or a
// [*spine.DecideError].
func (q *question) answer(ctx context.Context) (*answer, error) {
	if q.model {
		return q.askModel(ctx)
	}
	return q.askTable(ctx)
}

func (q *question) askTable(ctx context.Context) (*answer, error) {
	out := &answer{files: texts{}}
	t, err := q.table(out.files)
	if err != nil {
		return out, err
	}
	defer t.close()
	d, x, err := t.Explain(ctx, q.in)
	out.rules, out.byDefault = d.Rules, d.Default
	out.tables = []dmn.ExplainedTable{{At: diag.Locator{File: q.file, Table: t.Table().ID}, Answer: true, Decision: d, Explanation: x}}
	if err != nil {
		return out, &spine.DecideError{Faults: t.faults(err)}
	}
	out.Value = t.Value(d)
	return out, nil
}

// loaded is a table that can decide.
type loaded struct {
	*dmn.Program
	faults func(error) diag.List // what is wrong, as a person is to see it
	name   func(string) string   // what a file that faults name is called on the command line
	close  func()
}

// table loads the table that is asked. The texts of what has faults are put into
// files.
func (q *question) table(files texts) (*loaded, error) {
	t := &loaded{faults: diag.Of, name: func(file string) string { return file }, close: func() {}}
	var fsys fs.FS = files
	name := q.file
	if q.file == standardInput {
		files[q.file] = string(q.src)
	} else {
		dir, base, fault := openFile(q.file)
		if fault != nil {
			return nil, refuse(fault)
		}
		fsys, name, t.name, t.close = dir, base, dir.shown, dir.Close
		t.faults = func(err error) diag.List { return dir.place(diag.Of(err), files) }
	}
	table, err := dmn.LoadTable(fsys, name)
	if err == nil {
		t.Program, err = dmn.Compile(table, nil)
	}
	if err != nil {
		defer t.close()
		return nil, refuse(t.faults(err)...)
	}
	return t, nil
}

func (a *app) writeAnswer(w *answer) {
	writeText(a.out, "%s\n", w.Value)
	for _, r := range w.rules {
		writeText(a.out, "%s", ruleLine(r.ID, r.Annotation))
	}
	if w.byDefault {
		writeText(a.out, "  no rule matched: the default\n")
	}
}

// answerJSON is what decide --json writes.
type answerJSON struct {
	Value       json.RawMessage `json:"value"`
	Rules       []ruleJSON      `json:"rules"`
	Default     bool            `json:"default"`
	Explanation []tableJSON     `json:"explanation,omitzero"`
	Diagnostics diag.List       `json:"diagnostics"`
}

// ruleJSON is a rule that matched.
type ruleJSON struct {
	Rule       int    `json:"rule"`
	ID         string `json:"id"`
	Annotation string `json:"annotation"`
}

func (a *app) writeAnswerJSON(w *answer, err error, explain bool) error {
	out := answerJSON{Value: json.RawMessage("null"), Rules: []ruleJSON{}, Default: w.byDefault, Diagnostics: append(diag.List{}, w.diagnostics...)}
	if err == nil {
		var value []byte
		if value, err = record.AppendJSON(nil, w.Value); err == nil {
			out.Value = value
		} else {
			err = refuse(diag.Of(err)...) // there is no JSON for a function
		}
	}
	for _, r := range w.rules {
		out.Rules = append(out.Rules, ruleJSON(r))
	}
	if explain {
		out.Explanation = explanationJSON(w.tables)
	}
	out.Diagnostics = append(out.Diagnostics, diag.Of(err)...)
	if werr := writeJSON(a.out, out); werr != nil || err == nil {
		return werr
	}
	return ended(exitCode(err))
}
