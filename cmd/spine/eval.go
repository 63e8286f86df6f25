package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

func (a *app) evalVerb() *cli.Command {
	return verb(&cli.Command{
		Name:      "eval",
		Usage:     "evaluate a FEEL expression, or unary tests",
		UsageText: "spine eval EXPR [options], or spine eval --unary TESTS --value VALUE [options]",
		Description: `Prints the value as FEEL writes it; unary tests give true, false or null. The
profile subset, which is that of tables, is always strict: an error ends the
evaluation (exit 3). The profile full makes it null, and tells why on the standard
error, unless --strict is given. VALUE, FILE and the output of --json encode values
as records do. An EXPR that starts with a minus stands after --.

Examples:
   spine eval 'income.net * 0.25 >= rent' --context case.json
   spine eval --unary '[18..65)' --value 40`,
		Flags: []cli.Flag{
			option("context", "read the variables from `FILE`, a JSON object with a member for each"),
			option("unary", "evaluate `TESTS`, as in a cell, instead of EXPR"),
			option("value", "let the tests look at `VALUE`, in JSON"),
			option("profile", "allow the FEEL of `PROFILE`: subset (without it) or full"),
			toggle("strict", "end at the first error under --profile full too"),
			toggle("json", "print JSON"),
		},
	}, 0, 1, a.eval)
}

// evalJSON is what eval --json writes.
type evalJSON struct {
	Value       json.RawMessage `json:"value"`
	Diagnostics diag.List       `json:"diagnostics"`
}

// expressionName stands for the expression where a file would be named.
const expressionName = "expression"

func (a *app) eval(ctx context.Context, c *cli.Command) error {
	e, err := a.evaluation(c)
	if err != nil {
		return err
	}
	res, err := e.evaluate(ctx)
	if c.Bool("json") {
		return a.writeValue(res, err)
	}
	for _, n := range res.Nulls {
		report(a.err, e.show(n))
	}
	if err != nil {
		return e.show(err)
	}
	writeText(a.out, "%s\n", res.Value)
	return nil
}

// writeValue writes what an evaluation came to, faults included, as JSON.
func (a *app) writeValue(res feel.Result, err error) error {
	out := evalJSON{Value: json.RawMessage("null"), Diagnostics: append(diag.List{}, res.Nulls...)}
	if err == nil {
		var value []byte
		if value, err = record.AppendJSON(nil, res.Value); err == nil {
			out.Value = value
		} else {
			err = refuse(diag.Of(err)...) // there is no JSON for a function
		}
	}
	out.Diagnostics = append(out.Diagnostics, diag.Of(err)...)
	if werr := writeJSON(a.out, out); werr != nil || err == nil {
		return werr
	}
	return ended(exitCode(err))
}

// evaluation is an expression, or unary tests, and what it is evaluated with.
type evaluation struct {
	text    string
	unary   bool
	profile feel.Profile
	scope   *feel.Scope
	in      feel.Input
}

// evaluation reads the command line. Every fault is reported.
func (a *app) evaluation(c *cli.Command) (*evaluation, error) {
	e := &evaluation{text: c.Args().First(), unary: c.IsSet("unary"), scope: feel.NewScope(), in: feel.Input{Now: time.Now()}}
	var faults diag.List
	files := texts{}
	value := func(name, text string) feel.Value {
		v, err := record.ReadValue(name, []byte(text))
		faults = append(faults, diag.Of(err)...)
		files[name] = text
		return v
	}
	switch {
	case e.unary && c.Args().Present():
		faults = append(faults, usage("", "spine eval: there is an expression and --unary"))
	case !e.unary && !c.Args().Present():
		faults = append(faults, usage("usage: "+c.UsageText, "spine eval: the expression is missing"))
	case e.unary != c.IsSet("value"):
		faults = append(faults, usage("", "spine eval: --unary and --value go together"))
	case e.unary:
		e.text = c.String("unary")
		e.in.Test = value("--value", c.String("value"))
	}
	switch c.String("profile") {
	case "", feel.Subset.String():
	case feel.Full.String():
		e.profile = feel.Full
	default:
		faults = append(faults, unknown("profile", c.String("profile"), []string{feel.Subset.String(), feel.Full.String()}))
	}
	e.in.Lenient = e.profile == feel.Full && !c.Bool("strict")
	if name := c.String("context"); c.IsSet("context") {
		if b, fault := a.read(name); fault != nil {
			faults = append(faults, fault)
		} else if v := value(name, string(b)); v.Kind() == feel.KindContext {
			e.in.Vars = feel.ContextVars(v)
			for key, entry := range v.Entries() {
				e.scope.Declare(key, shape(entry))
			}
		} else if len(faults) == 0 {
			faults = append(faults, &diag.Error{Code: notContext, At: diag.Locator{File: name}, Message: "the context is a " + v.Kind().String(),
				Hint: "write an object with a member for each variable"})
		}
	}
	if len(faults) > 0 {
		return nil, &shown{refuse(faults...), faults, files}
	}
	return e, nil
}

// shape is what a scope needs to know of a value: the names of its entries, at
// any depth, since these may be of several words.
func shape(v feel.Value) *feel.Type {
	switch v.Kind() {
	case feel.KindContext:
		var fields []feel.Field
		for key, entry := range v.Entries() {
			fields = append(fields, feel.Field{Name: key, Type: shape(entry)})
		}
		return feel.ContextType(fields...)
	case feel.KindList:
		var fields []feel.Field
		for _, item := range v.Items() {
			for key, entry := range item.Entries() {
				fields = append(fields, feel.Field{Name: key, Type: shape(entry)})
			}
		}
		if len(fields) > 0 {
			return feel.ListType(feel.ContextType(fields...))
		}
	}
	return feel.AnyType
}

// evaluate gives the value. The error is an [*unusable] text, or a
// [*spine.DecideError].
func (e *evaluation) evaluate(ctx context.Context) (feel.Result, error) {
	parse := feel.Parse
	if e.unary {
		parse = feel.ParseUnaryTests
	}
	ast, err := parse(feel.Source{Text: e.text}, e.scope)
	if err != nil {
		return feel.Result{}, refuse(diag.Of(err)...)
	}
	// Names and types that do not fit are left to the evaluation.
	checked, err := feel.Check(ast, e.scope, e.profile)
	if checked == nil {
		return feel.Result{}, refuse(diag.Of(err).Revise(func(f *diag.Error) {
			if f.Code == feel.NotInProfile {
				f.Hint = "give --profile full"
			}
		})...)
	}
	program, err := feel.Compile(checked)
	if err != nil {
		return feel.Result{}, refuse(diag.Of(err)...)
	}
	res, err := program.Eval(ctx, e.in)
	if err != nil {
		return feel.Result{}, &spine.DecideError{Faults: diag.Of(err)}
	}
	res.Nulls = res.Nulls.Revise(func(f *diag.Error) { f.Severity = diag.Warning }) // there is a value all the same
	return res, nil
}

// show gives err with its faults shown in the text.
func (e *evaluation) show(err error) error {
	faults := diag.Of(err).Revise(func(f *diag.Error) { f.At.File = expressionName })
	return &shown{err, faults, texts{expressionName: e.text}}
}
