package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/record"
)

// decider gives the answers of the command line, and asks a person for the
// others.
type decider struct {
	answers map[string]feel.Value // by node
	by      string                // "" if the person is asked
	reason  string                // likewise
	pend    bool                  // who has not answered is not asked now
	lines   *bufio.Reader
	out     io.Writer
}

// Decide implements [spine.Decider].
func (d *decider) Decide(ctx context.Context, req spine.HumanRequest) (spine.HumanDecision, error) {
	if choice, ok := d.answers[req.Node]; ok {
		return spine.HumanDecision{Choice: choice, By: d.by, Reason: d.reason}, nil
	}
	if d.pend {
		return spine.HumanDecision{}, spine.ErrPending
	}
	return d.ask(ctx, req)
}

// ask puts a request to the person at the other end of the standard input.
func (d *decider) ask(ctx context.Context, req spine.HumanRequest) (answer spine.HumanDecision, err error) {
	d.present(req)
	answer.By, answer.Reason = d.by, d.reason
	if answer.By == "" {
		d.say("By giving your name you confirm that you act as %s.\n", oneLine(req.Role))
		if answer.By, err = d.required(ctx, "Your name"); err != nil {
			return answer, err
		}
	} else {
		d.say("%s decides as %s.\n", oneLine(answer.By), oneLine(req.Role))
	}
	for {
		line, err := d.required(ctx, "Your choice")
		if err != nil {
			return answer, err
		}
		var ok bool
		if answer.Choice, ok = chosen(req, line); ok {
			break
		}
		d.say("%s is not offered.\n", source.Quote(line))
	}
	if why := req.Check(answer); why != nil { // nothing but the reason can be wrong now
		answer.Reason, err = d.required(ctx, "An override needs a reason")
	}
	return answer, err
}

// present shows what there is to decide.
func (d *decider) present(req spine.HumanRequest) {
	d.say("\n%s: to be decided by %s\n", req.Node, oneLine(req.Role))
	for _, in := range req.Inputs {
		d.say("  %s: %s\n", in.Name, in.Value)
	}
	d.say("Recommended: %s\n", choiceText(req.Table, req.Recommendation))
	if req.Default {
		d.say("  no rule matched: the default\n")
	}
	for _, m := range req.Rules {
		d.say("%s", ruleLine(m.ID, m.Annotation))
	}
	if req.Source != "" {
		d.say("  source: %s\n", oneLine(req.Source))
	}
	d.say("Options:\n")
	for i, o := range req.Options {
		mark := "-"
		if positional(req) {
			mark = strconv.Itoa(i+1) + "."
		}
		d.say("  %s %s\n", mark, choiceText(req.Table, o))
	}
}

// required asks until the person writes something.
func (d *decider) required(ctx context.Context, question string) (string, error) {
	for {
		d.say("%s: ", question)
		line, err := d.line(ctx)
		if err != nil {
			d.say("\n")
			return "", err
		}
		if blank(line) == "" {
			return line, nil
		}
	}
}

// line reads a line. The end of the input, and an interrupt, are a person who
// stops.
func (d *decider) line(ctx context.Context) (string, error) {
	type read struct {
		text []byte
		err  error
	}
	c := make(chan read, 1)
	go func() {
		text, err := d.lines.ReadSlice('\n')
		c <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", spine.ErrNoDetermination
	case r := <-c:
		switch {
		case errors.Is(r.err, io.EOF) && len(r.text) == 0:
			return "", spine.ErrNoDetermination
		case errors.Is(r.err, bufio.ErrBufferFull):
			return "", fmt.Errorf("a line has more than %d bytes", len(r.text))
		case r.err != nil && !errors.Is(r.err, io.EOF):
			return "", r.err
		}
		return strings.TrimSpace(string(r.text)), nil
	}
}

func (d *decider) say(format string, args ...any) {
	fmt.Fprint(d.out, diag.Clean(fmt.Sprintf(format, args...)))
}

// blank says why a text that a person gives is none; "" if it is one.
func blank(text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return "is blank"
	case !utf8.ValidString(text):
		return "is not UTF-8 text"
	}
	return ""
}

// chosen finds the option that a line of the prompt means.
func chosen(req spine.HumanRequest, line string) (feel.Value, bool) {
	if v, ok := findOption(req.Table, req.Options, line); ok {
		return v, true
	}
	if i, err := strconv.Atoi(line); err == nil && positional(req) && i >= 1 && i <= len(req.Options) {
		return req.Options[i-1], true
	}
	return feel.Null, false
}

// positional reports whether a number means a position: unless the text of an
// option is a number.
func positional(req spine.HumanRequest) bool {
	return !slices.ContainsFunc(req.Options, func(o feel.Value) bool {
		_, err := feel.ParseNumber(choiceText(req.Table, o))
		return err == nil
	})
}

// findOption finds an option by its text: that of the output, or with several
// outputs a JSON object of them.
func findOption(t *dmn.Table, options []feel.Value, text string) (feel.Value, bool) {
	if i := slices.IndexFunc(options, func(o feel.Value) bool { return choiceText(t, o) == text }); i >= 0 {
		return options[i], true
	}
	var v feel.Value
	if len(t.Outputs) == 1 {
		output, err := t.Outputs[0].Type.Literal(text)
		if err != nil {
			return feel.Null, false
		}
		v = feel.Context(feel.Entry{Key: t.Outputs[0].Name, Value: output})
	} else {
		var err error
		if v, err = record.ReadValue("", []byte(text)); err != nil {
			return feel.Null, false
		}
	}
	i := slices.IndexFunc(options, func(o feel.Value) bool { return same(o, v) })
	if i < 0 {
		return feel.Null, false
	}
	return options[i], true
}

func same(a, b feel.Value) bool {
	equal, known := feel.Equal(a, b)
	return equal && known
}

// choiceText is how a choice is written: the text of the output, or with several
// outputs all of them.
func choiceText(t *dmn.Table, choice feel.Value) string {
	if len(t.Outputs) != 1 {
		return choice.String()
	}
	v, _ := choice.Get(t.Outputs[0].Name)
	return plainText(v)
}
