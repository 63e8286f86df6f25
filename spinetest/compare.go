package spinetest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

// The classes of errors, which stand where a code can.
const (
	feelError    = "feel_error"
	gateRejected = "gate_rejected"
)

// feelCodes is every code of package feel.
var feelCodes = []diag.Code{
	feel.BadEscape, feel.Cancelled, feel.DivisionByZero, feel.Domain, feel.DuplicateKey, feel.FunctionFailed, feel.InvalidPattern, feel.InvalidTemporal,
	feel.LimitExceeded, feel.MissingMember, feel.NestingTooDeep, feel.NoClock, feel.NotAContext, feel.NotAFunction,
	feel.NotInProfile, feel.NumberRange, feel.PositionalAndNamed, feel.SourceTooLong, feel.SyntaxError,
	feel.TemporalRange, feel.TypeMismatch, feel.UnknownFunction, feel.UnknownName, feel.UnterminatedComment,
	feel.UnterminatedString, feel.WrongArguments,
}

// compare gives lines that tell where an outcome is not what the case expects, and
// the faults of an error that was not expected.
func (c *Case) compare(fsys fs.FS, out outcome) (lines []string, faults diag.List) {
	switch {
	case out.err != nil && !c.expects(out):
		faults = diag.Of(out.err)
		lines = append(lines, fmt.Sprintf("error: want %s, got %s", cmp.Or(string(c.fails), "none"), codes(faults, out.err)))
		lines = append(lines, rendered(fsys, out.err)...)
		if text := dateText(c.given); text != "" && errors.Is(out.err, feel.TypeMismatch) {
			lines = append(lines, fmt.Sprintf(`  the case gives %s as a text; a date is { "@date": %[1]s }`, text))
		}
	case out.err == nil && c.fails != "":
		lines = append(lines, fmt.Sprintf("error: want %s, got none", c.fails))
		if d, ok := out.decisions[""]; ok {
			lines = append(lines, fmt.Sprintf("  the table decided %s", show(*d.outputs)))
			lines = append(lines, d.matched()...)
		} else {
			lines = append(lines, fmt.Sprintf("  the run ended as %s", out.status))
		}
	}
	if c.ends != "" && c.ends != out.status {
		lines = append(lines, fmt.Sprintf("status: want %s, got %s", c.ends, cmp.Or(string(out.status), "none: it was not run")))
	}
	if out.err != nil && lines != nil {
		return lines, faults // what else is missing follows from it
	}
	for _, w := range c.wants {
		lines = append(lines, w.compare(out)...)
	}
	return lines, faults
}

// dateText gives a text in v that reads like a date; "" if there is none.
func dateText(v feel.Value) string {
	if s, ok := v.AsString(); ok {
		if _, err := feel.ParseTemporal(feel.KindDate, s); err == nil {
			return s
		}
	}
	for _, item := range v.Items() {
		if s := dateText(item); s != "" {
			return s
		}
	}
	for _, entry := range v.Entries() {
		if s := dateText(entry); s != "" {
			return s
		}
	}
	return ""
}

// expects reports whether all faults of an outcome are such as the case expects.
// That a run is refused is expected without saying why; but a run that awaits a
// person because a choice was none is a mistake of the case.
func (c *Case) expects(out outcome) bool {
	switch c.fails {
	case "":
		return c.ends == record.Refused && out.status == record.Refused
	case gateRejected:
		return out.refused
	}
	faults := diag.Of(out.err)
	return len(faults) > 0 && !slices.ContainsFunc(faults, func(e *diag.Error) bool {
		return e.Code != c.fails && !(c.fails == feelError && slices.Contains(feelCodes, e.Code))
	})
}

// codes names the faults of an error, each once.
func codes(faults diag.List, err error) string {
	var out []string
	for _, e := range faults {
		if !slices.Contains(out, string(e.Code)) {
			out = append(out, string(e.Code))
		}
	}
	if out == nil {
		return err.Error()
	}
	return strings.Join(out, ", ")
}

// compare gives lines that tell where a decision is not what is expected of it.
func (w *want) compare(out outcome) []string {
	d := out.decisions[w.node]
	under := ""
	if w.node != "" {
		under = w.node + "."
	}
	var lines []string
	lines = append(lines, differences(w.node, under, w.outputs, d.outputs)...)
	if w.outputs != nil && d.outputs == nil && d.recommend != nil {
		lines = append(lines, "  nobody has chosen: the run awaits a person")
	}
	if w.recommend != nil {
		lines = append(lines, differences("recommend "+w.node, "recommend "+under, w.recommend, d.recommend)...)
	}
	if w.rules == nil {
		if lines != nil {
			lines = append(lines, d.matched()...)
		}
		return lines
	}
	var got []string
	for _, m := range d.rules {
		got = append(got, m.ID)
	}
	if ids := *w.rules; !slices.Equal(slices.Sorted(slices.Values(ids)), slices.Sorted(slices.Values(got))) {
		what := "rule"
		if w.node != "" {
			what = "rules " + w.node
		}
		lines = append(lines, fmt.Sprintf("%s: want %s, got %s", what, idList(ids), idList(got)))
		lines = append(lines, d.missed(ids)...)
	}
	if lines != nil {
		lines = append(lines, d.matched()...)
	}
	return lines
}

func idList(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return strings.Join(ids, ", ")
}

// matched tells which rules matched, and where they are written.
func (d decided) matched() []string {
	var lines []string
	for _, m := range d.rules {
		lines = append(lines, fmt.Sprintf("  rule %s matched", m.ID))
		if d.table != nil {
			lines[len(lines)-1] += fmt.Sprintf(": %s", d.table.Rules[m.Rule-1].At)
		}
	}
	switch {
	case d.table == nil && d.outputs == nil:
		lines = append(lines, "  the run did not come to it")
	case d.table == nil && d.fallback:
		lines = append(lines, "  no rule matched, and the default was used")
	case d.fallback:
		lines = append(lines, fmt.Sprintf("  no rule matched, and the default was used: %s", d.table.Default[0].Source.At))
	}
	return lines
}

// missed tells why rules that should have matched did not.
func (d decided) missed(ids []string) []string {
	if d.explain == nil {
		return nil
	}
	var lines []string
	rules := d.explain().Rules
	for _, id := range ids {
		i := slices.IndexFunc(rules, func(r dmn.ExplainedRule) bool { return r.ID == id })
		switch {
		case i < 0:
			lines = append(lines, fmt.Sprintf("  rule %s was not looked at", id))
		case rules[i].Failed != nil:
			f := rules[i].Failed
			lines = append(lines, fmt.Sprintf("  rule %s did not match: %s is %s, and the cell says %s: %s", id, f.Cell, show(f.Saw), strings.TrimSpace(f.Test), f.At))
		}
	}
	return lines
}

// differences compares outputs, or does nothing when none are wanted.
func differences(name, under string, want, got *feel.Value) []string {
	switch {
	case want == nil:
		return nil
	case got == nil:
		return []string{fmt.Sprintf("%s: want %s, got nothing", cmp.Or(name, "outputs"), show(*want))}
	}
	return diff(nil, under, *want, *got)
}

// same reports whether two values are of one kind and equal.
func same(a, b feel.Value) bool {
	equal, known := feel.Equal(a, b)
	return equal && known
}

// diff appends a line for each place where got is not want. Of contexts path has
// the dot with which the names of their entries follow.
func diff(lines []string, path string, want, got feel.Value) []string {
	name := strings.TrimSuffix(path, ".")
	switch {
	case want.Kind() == feel.KindContext && got.Kind() == feel.KindContext:
		for key, w := range want.Entries() {
			if g, ok := got.Get(key); ok {
				lines = diff(lines, path+key+".", w, g)
			} else {
				lines = append(lines, fmt.Sprintf("%s%s: want %s, got nothing", path, key, show(w)))
			}
		}
		for key, g := range got.Entries() {
			if _, ok := want.Get(key); !ok {
				lines = append(lines, fmt.Sprintf("%s%s: want nothing, got %s", path, key, show(g)))
			}
		}
	case want.Kind() == feel.KindList && got.Kind() == feel.KindList && want.Len() == got.Len():
		for i, w := range want.Items() {
			lines = diff(lines, fmt.Sprintf("%s[%d].", name, i+1), w, got.Items()[i])
		}
	case !same(want, got):
		lines = append(lines, fmt.Sprintf("%s: want %s, got %s", name, show(want), show(got)))
	}
	return lines
}

// longest is how many bytes of a value a line shows.
const longest = 400

// show gives a value as FEEL writes it, cut when it is long.
func show(v feel.Value) string {
	text := v.String()
	if len(text) <= longest {
		return text
	}
	text = text[:longest]
	for !utf8.ValidString(text) {
		text = text[:len(text)-1]
	}
	return text + "..."
}
