package gate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
)

// Violation is one thing that is wrong with an instance. In JSON it has the
// names that JSON Schema gives them (2020-12, section 12.3), for showing it to
// whoever made the instance.
type Violation struct {
	Code             diag.Code `json:"code"`
	Keyword          string    `json:"keyword,omitempty"`         // "" unless Code is [Violated]
	KeywordLocation  string    `json:"keywordLocation,omitempty"` // JSON Pointer from the schema's root, through references
	InstanceLocation string    `json:"instanceLocation"`          // JSON Pointer
	Message          string    `json:"message"`                   // its wording may change
}

// Refusal is the error of [Gate.Admit]. It unwraps to a *[diag.Error] for each
// violation: its At.Path is the instance location, and its note points at the
// place in the schema.
type Refusal struct {
	Violations []Violation // sorted by instance location, then keyword location, then message
	More       int         // how many were left out, beyond [MaxViolations]

	faults diag.List
}

// Error gives one violation a line.
func (r *Refusal) Error() string {
	lines := make([]string, 0, len(r.Violations)+1)
	for _, v := range r.Violations {
		line := v.Message
		if v.InstanceLocation != "" {
			line = v.InstanceLocation + ": " + line
		}
		lines = append(lines, fmt.Sprintf("%s [%s]", line, v.Code))
	}
	if r.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", r.More))
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives a *[diag.Error] for each violation.
func (r *Refusal) Unwrap() []error {
	out := make([]error, len(r.faults))
	for i, e := range r.faults {
		out[i] = e
	}
	return out
}

// finding is a violation on its way to a Refusal.
type finding struct {
	Violation
	because place // in the schema; no document: none
}

// refuse makes the refusal of findings, of which there is at least one, and of
// so many more that are not told.
func refuse(found []finding, more int) *Refusal {
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(a.InstanceLocation, b.InstanceLocation),
			cmp.Compare(a.KeywordLocation, b.KeywordLocation),
			cmp.Compare(a.Message, b.Message),
		)
	})
	over := max(0, len(found)-MaxViolations)
	r := &Refusal{More: more + over}
	for _, f := range found[:len(found)-over] {
		e := &diag.Error{Code: f.Code, At: diag.Locator{Path: f.InstanceLocation}, Message: f.Message}
		if f.because.doc != nil {
			e.Notes = []diag.Note{{At: f.because.locator(), Message: "the schema asks for it here"}}
		}
		r.Violations = append(r.Violations, f.Violation)
		r.faults = append(r.faults, e)
	}
	return r
}

// failure is one error of the validator.
type failure struct {
	keyword string
	path    *trail          // keyword location
	schema  string          // absolute location of the schema that has the keyword
	at      []string        // instance location
	member  string          // the member that is missing, or not allowed
	want    func() []string // what the keyword asks for
	got     int             // what was counted
	never   bool            // the schema false; keyword is the one that it is the value of
	inName  []failure       // what is wrong with a member's name

	// Of anyOf and oneOf, when nothing fits:
	together string   // "type" or "enum": want is what the alternatives ask for
	branches []branch // otherwise: the first alternatives
	left     int      // how many there are more
}

// branch is what is wrong by one alternative: the first failures.
type branch struct {
	failures []failure
	left     int
}

// choose says what is wrong when no alternative fits. Alternatives for another
// type do not count, nor those that a const or enum tells apart from the one
// that was meant. If one is left, its failures are it. If all ask for other
// types, or for other values in one place, these are asked for together.
// Otherwise there is one failure that tells of all of them.
func (f failure) choose(branches [][]failure) []failure {
	var meant [][]failure
	var types []func() []string
	for _, b := range branches {
		slices.SortFunc(b, failure.compare) // the validator walks maps
		i := slices.IndexFunc(b, func(l failure) bool { return l.keyword == "type" && len(l.at) == len(f.at) })
		if i < 0 {
			meant = append(meant, b)
			continue
		}
		types = append(types, b[i].want)
	}
	if len(meant) == 0 {
		f.together, f.want = "type", union(types)
		return []failure{f}
	}
	meant = toldApart(meant)
	if len(meant) == 1 {
		return meant[0]
	}
	for _, l := range meant[0] {
		if values := valuesAt(meant, l.at); values != nil {
			f.together, f.want, f.at = "enum", union(values), l.at
			return []failure{f}
		}
	}
	for _, b := range meant[:min(len(meant), shownAlternatives)] {
		shown := slices.Clone(b[:min(len(b), shownFailures)])
		for i := range shown {
			shown[i].branches = nil // alternatives within alternatives are not told
		}
		f.branches = append(f.branches, branch{shown, len(b) - len(shown)})
	}
	f.left = len(meant) - len(f.branches)
	return []failure{f}
}

// compare orders failures by place.
func (f failure) compare(g failure) int {
	if c := slices.Compare(f.at, g.at); c != 0 {
		return c
	}
	return cmp.Or(slices.Compare(f.path.tokens(), g.path.tokens()), cmp.Compare(f.member, g.member))
}

// How much is told of alternatives that do not fit.
const (
	shownAlternatives = 4
	shownFailures     = 3
)

// valuesAt gives the values that const and enum ask for in one place, if each
// alternative fails by one of these there.
func valuesAt(branches [][]failure, at []string) []func() []string {
	var values []func() []string
	for _, b := range branches {
		i := slices.IndexFunc(b, func(l failure) bool { return l.isValue() && slices.Equal(l.at, at) })
		if i < 0 {
			return nil
		}
		values = append(values, b[i].want)
	}
	return values
}

// isValue reports whether the failure is that of an exact value.
func (f failure) isValue() bool {
	return f.keyword == "const" || f.keyword == "enum" || f.together == "enum"
}

// union gives all texts, each once.
func union(lists []func() []string) func() []string {
	return func() []string {
		var out []string
		for _, l := range lists {
			for _, t := range l() {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
		return out
	}
}

// toldApart leaves out the alternatives that fail by a const or enum where
// another one does not: the value of a member that names the kind of an object.
// If that leaves none, all of them stay.
func toldApart(branches [][]failure) [][]failure {
	marks := make([]map[string]bool, len(branches)) // instance locations of const and enum
	count := map[string]int{}
	for i, b := range branches {
		marks[i] = map[string]bool{}
		for _, l := range b {
			if l.isValue() {
				marks[i][strictjson.Pointer(l.at...)] = true
			}
		}
		for at := range marks[i] {
			count[at]++
		}
	}
	var out [][]failure
	for i, b := range branches {
		lost := false
		for at := range marks[i] {
			lost = lost || count[at] < len(branches)
		}
		if !lost {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		return branches
	}
	return out
}

// findings makes violations of failures of an instance: the first ones, and how
// many there are more. Only what is shown is put into words, since there may be
// one failure for each value.
func (g *Gate) findings(failures []failure, instance strictjson.Value) (found []finding, more int) {
	type located struct {
		failure
		instance, keyword string
	}
	var all []located
	for _, f := range failures {
		all = append(all, located{f, strictjson.Pointer(f.at...), strictjson.Pointer(f.path.tokens()...)})
	}
	slices.SortFunc(all, func(a, b located) int {
		return cmp.Or(cmp.Compare(a.instance, b.instance), cmp.Compare(a.keyword, b.keyword), cmp.Compare(a.member, b.member))
	})
	for _, f := range all[:min(len(all), MaxViolations)] {
		v, _ := valueAt(instance, f.at)
		because, _ := g.corpus.locate(f.schema)
		if at := because.member(f.failure.keyword); at.exists() {
			because = at
		}
		found = append(found, finding{
			Violation: Violation{
				Code:             Violated,
				Keyword:          f.failure.keyword,
				KeywordLocation:  f.keyword,
				InstanceLocation: f.instance,
				Message:          f.message(subjectOf(v), instance),
			},
			because: because,
		})
	}
	return found, len(all) - len(found)
}

// valueAt follows tokens that the validator gave.
func valueAt(v strictjson.Value, tokens []string) (strictjson.Value, bool) {
	for _, t := range tokens {
		if v.Kind() == strictjson.Array {
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(v.Items()) {
				return strictjson.Value{}, false
			}
			v = v.Items()[i]
			continue
		}
		var ok bool
		if v, ok = v.Get(t); !ok {
			return strictjson.Value{}, false
		}
	}
	return v, true
}

// ofJSON makes the finding of a text that is not strict JSON.
func ofJSON(raw []byte, err error) finding {
	var wrong *strictjson.Error
	if !errors.As(err, &wrong) {
		return finding{Violation: Violation{Code: NotJSON, Message: err.Error()}}
	}
	e := errJSON(diag.Locator{Path: wrong.Path}, wrong.Kind, wrong.Message)
	message := e.Message
	if e.Code != Limit {
		at := source.New("", string(raw)).Pos(wrong.Offset)
		message = fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, message)
	}
	return finding{Violation: Violation{Code: e.Code, InstanceLocation: wrong.Path, Message: message}}
}
