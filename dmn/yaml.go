package dmn

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

// LoadTable reads the decision table in file name of fsys, and the CSV file that
// its rules may be in, and checks it. Every fault of the files is reported, up to
// 1,000, sorted: the error unwraps to [*diag.Error] values. Their codes are those
// of this package, of package feel, and of the YAML reader; see errors.go. The
// table is nil when there is an error. What may be wrong, up to 1,000 places, is in
// its Warnings.
func LoadTable(fsys fs.FS, name string) (*Table, error) {
	r := &tableReader{fsys: fsys, table: &Table{File: name, Files: []string{name}}}
	missing := func(cause error) *diag.Error { return errMissingFile(diag.Locator{File: name}, name, cause) }
	if src, ok := r.file(name, missing); ok {
		r.load(name, src)
	}
	r.Faults.Sort()
	r.Faults = r.Faults[:min(len(r.Faults), limits.FaultsPerTable)]
	if err := r.Faults.Err(); err != nil {
		return nil, err
	}
	r.warnings.Sort()
	r.table.Warnings = r.warnings
	return r.table, nil
}

// tableReader reads one table. A text that stands for FEEL or for a literal
// travels as a feel.Source, whether it comes from YAML or from CSV.
type tableReader struct {
	yaml.Reader
	fsys            fs.FS
	table           *Table
	inputs, outputs columns

	ids    []diag.Locator // of the rules' ids; zero where none is given
	places []place        // of columns, rules and cells

	warnings diag.List
}

// place is a part of the table. absent is what to do when it has no value.
type place struct {
	at     diag.Locator
	absent string
}

// file reads a file of at most [limits.TableFileBytes].
func (r *tableReader) file(name string, missing func(cause error) *diag.Error) (src []byte, ok bool) {
	src, err := source.ReadFile(r.fsys, name, limits.TableFileBytes)
	var large *source.TooLarge
	switch {
	case errors.As(err, &large):
		r.Report(errTableLimit(diag.Locator{File: name}, "the file has too many bytes", large.Most))
	case err != nil:
		r.Report(missing(err))
	default:
		return src, true
	}
	return nil, false
}

func (r *tableReader) load(name string, src []byte) {
	root := r.Parse(name, src)
	parsed := r.Faults
	if id := root.Get("id"); id != nil {
		r.table.ID = id.Text
		r.In.Table = id.Text
		r.table.at = r.At(id)
	}
	if m := r.Map(root, "id", "name", "version", "source", "hit_policy", "aggregation", "profile",
		"inputs", "outputs", "rules", "default", "provenance", "effective"); m != nil {
		r.read(m)
	}
	r.locate(parsed)
	if r.checkable() {
		_, faults := r.table.check(nil)
		r.Faults = append(r.Faults, faults...)
	}
}

// checkable reports whether what the cells may read is known: else faults in
// them could only follow from others.
func (r *tableReader) checkable() bool {
	for i := range r.table.Inputs {
		if r.table.Inputs[i].Expression.Pos == nil {
			return false
		}
	}
	return true
}

// locate completes the faults of the YAML itself: with the column, rule and cell
// in which they lie, and with what to do about a cell that has no value.
func (r *tableReader) locate(faults diag.List) {
	for _, e := range faults {
		e.At.Table = r.table.ID
		for _, p := range r.places {
			if start := e.At.Span.Start.Offset; start < p.at.Span.Start.Offset || start >= p.at.Span.End.Offset {
				continue
			}
			e.At.Rule, e.At.Cell = p.at.Rule, p.at.Cell
			// A hint that shows how to quote what stands there says more.
			if e.Code == yaml.Null && p.absent != "" && !strings.Contains(e.Hint, "quote") {
				e.Hint = p.absent
			}
		}
	}
}

// place notes where the part of the table is that r.In names: from a key, or the
// value itself, to the end of the value.
func (r *tableReader) place(from, value *yaml.Node, absent string) {
	at := r.At(from)
	if end := value.At.Span.End; end.Offset > at.Span.End.Offset {
		at.Span.End = end
	}
	r.places = append(r.places, place{at, absent})
}

func (r *tableReader) read(m *yaml.Map) {
	t := r.table
	m.String("id", yaml.Required)
	t.Name = m.String("name", yaml.Optional)
	t.Version = m.String("version", yaml.Required)
	t.Source = m.String("source", yaml.Optional)
	t.HitPolicy = HitPolicy(m.Enum("hit_policy", yaml.Optional,
		string(Unique), string(First), string(Priority), string(Any), string(Collect), string(RuleOrder), string(OutputOrder)))
	if !m.Has("hit_policy") {
		t.HitPolicy = Unique
	}
	t.Aggregation = Aggregation(m.Enum("aggregation", yaml.Optional, string(Sum), string(Min), string(Max), string(Count)))
	profile := m.Enum("profile", yaml.Optional, "subset", "full")
	if profile == "full" || profile == "" && m.Has("profile") { // one that cannot be read forbids nothing
		t.Profile = feel.Full
	}
	r.readInputs(m)
	r.readOutputs(m)
	r.checkPolicy(m)
	if m.Has("default") {
		t.Default = r.readOutputCells(m, "default")
	}
	t.Provenance = readProvenance(m)
	t.Effective = r.readPeriod(m)
	r.readRules(m)
}

func readProvenance(m *yaml.Map) *Provenance {
	p := m.Map("provenance", yaml.Optional, "generated_by", "source", "source_doc", "source_sha256", "reviewed_by", "reviewed_at")
	if p == nil {
		return nil
	}
	// A name of blanks is nobody's.
	text := func(field string) string { return strings.TrimSpace(p.String(field, yaml.Optional)) }
	return &Provenance{
		GeneratedBy:  text("generated_by"),
		Source:       text("source"),
		SourceDoc:    text("source_doc"),
		SourceSHA256: text("source_sha256"),
		ReviewedBy:   text("reviewed_by"),
		ReviewedAt:   text("reviewed_at"),
	}
}

// readPeriod reads the effective dates of a table or a rule.
func (r *tableReader) readPeriod(m *yaml.Map) (p Period) {
	e := m.Map("effective", yaml.Optional, "from", "to")
	if e == nil {
		return p
	}
	r.table.effective = true
	p.From, p.To = r.readDate(e, "from"), r.readDate(e, "to")
	switch {
	case len(e.Self().Entries) == 0:
		r.Report(errBadPeriod(r.At(e.Self()), "there is neither a first nor a last day", "give `from`, `to` or both, or leave `effective` out"))
	case !p.From.IsNull() && !p.To.IsNull():
		if latest, err := feel.Call("max", p.From, p.To); err != nil || !contains([]feel.Value{p.To}, latest) {
			from, _ := p.From.Text()
			to, _ := p.To.Text()
			r.Report(errBadPeriod(r.At(e.Self()), fmt.Sprintf("it ends on %s, before it begins on %s", to, from), "exchange the two days"))
		}
	}
	return p
}

// readDate reads a date, null if there is none.
func (r *tableReader) readDate(m *yaml.Map, field string) feel.Value {
	text := m.String(field, yaml.Need(m.Has(field)))
	if text == "" {
		return feel.Null
	}
	date := ColumnType{Name: "date"}
	v, err := date.Literal(text)
	if err != nil {
		r.Report(errInvalidLiteral(r.At(m.Node(field, yaml.Optional)), date, err))
		return feel.Null
	}
	return v
}
