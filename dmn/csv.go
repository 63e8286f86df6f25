package dmn

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/yaml"
)

// csvFile reads the rules of a table from a CSV file (RFC 4180): a header, then a
// rule a row. The header names inputs as they are, outputs as "=> name", and may
// have the columns annotation and id, which are inputs where the table has inputs
// of these names. An empty field under an input is a cell that does not matter.
type csvFile struct {
	*tableReader
	text    *source.File
	csv     *csv.Reader
	columns []csvColumn
	header  diag.Locator

	annotation, id string // of the current row
}

// csvColumn is what a column of the file holds: column i of the inputs or of the
// outputs, or a text of the row. The zero csvColumn is not known.
type csvColumn struct {
	cell string // its name in a Locator
	of   *columns
	i    int
	text *string
}

// readCSV reads the file that m names, from the folder of the table.
func (r *tableReader) readCSV(m *yaml.Map) {
	ref := m.String("csv", yaml.Required)
	if ref == "" {
		return
	}
	at := r.At(m.Node("csv", yaml.Optional))
	name := path.Join(path.Dir(r.table.File), ref)
	missing := func(cause error) *diag.Error { return errMissingCSV(at, ref, name, cause) }
	if path.IsAbs(ref) || !fs.ValidPath(path.Clean(ref)) {
		r.Report(missing(fs.ErrInvalid))
		return
	}
	src, ok := r.file(name, missing)
	if !ok {
		return
	}
	r.table.Files = append(r.table.Files, name)
	c := &csvFile{tableReader: r, text: source.New(name, string(src))}
	if c.isText() {
		c.read()
	}
}

// isText refuses what no text file should hold.
func (c *csvFile) isText() bool {
	for i, r := range c.text.Text {
		why := ""
		switch rest := c.text.Text[i:]; {
		case r == utf8.RuneError && !strings.HasPrefix(rest, "\uFFFD"):
			why = "this byte is not UTF-8"
		case r == '\r' && !strings.HasPrefix(rest, "\r\n"):
			why = "a carriage return stands here without a line feed"
		case r == '\uFEFF' && i > 0:
			why = "a byte order mark stands here"
		case unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\n':
			why = "a control character stands here"
		}
		if why != "" {
			c.Report(errCSVSyntax(c.located(i, i+1), why, "save the file as UTF-8 text"))
			return false
		}
	}
	return true
}

func (c *csvFile) read() {
	c.csv = csv.NewReader(strings.NewReader(strings.TrimPrefix(c.text.Text, source.ByteOrderMark)))
	c.csv.FieldsPerRecord = -1
	for row := 0; !c.full(); row++ {
		fields, err := c.csv.Read()
		var syntax *csv.ParseError
		switch {
		case err == io.EOF:
			if row == 0 {
				c.Report(errCSVSyntax(c.located(0, 0), "the file is empty", "its first row names the inputs and the outputs"))
			} else if row == 1 {
				c.Report(errEmptyList(c.header, "rules", "a table has at least one rule"))
			}
			return
		case errors.As(err, &syntax):
			c.In.Rule = row
			c.reportQuote(syntax)
			if row == 0 {
				return
			}
			c.addRule(Rule{}, diag.Locator{}) // so that the others keep their numbers
		case row == 0:
			if !c.readHeader(fields) {
				return
			}
		case row > limits.TableRules:
			c.Report(errTableLimit(c.record(fields), "there are too many rows", limits.TableRules))
			return
		case row*max(len(fields), len(c.inputs.names)+len(c.outputs.names)) > limits.TableCells:
			c.Report(errTableLimit(c.record(fields), "the rows have too many cells", limits.TableCells))
			return
		default:
			c.In.Rule = row
			c.readRow(fields)
		}
	}
}

// reportQuote reports a quote that cannot stand where it does; of one that is
// never closed the place is its row.
func (c *csvFile) reportQuote(e *csv.ParseError) {
	at := c.text.Offset(e.Line, 1) + e.Column - 1
	why := "this quote is neither doubled nor the end of its field"
	switch {
	case e.Err == csv.ErrBareQuote:
		why = "a quote stands in a field that has no quotes around it"
	case at >= len(c.text.Text):
		at = c.text.Offset(e.StartLine, 1)
		why = "a quote that opens in this row is never closed"
	}
	c.Report(errCSVSyntax(c.located(at, at+1), why, `put a field with a comma, a quote or a line break in quotes, and double each quote in it: "= ""a"""`))
}

// readHeader tells what the columns hold. It reports false when that cannot be
// told at all.
func (c *csvFile) readHeader(names []string) bool {
	c.header = c.record(names)
	if len(names) == 1 {
		c.Report(errCSVSyntax(c.header, "the first row has one field only", "separate the fields with commas"))
		return false
	}
	seen := map[string]diag.Locator{}
	var unmarked []string
	for i, name := range names {
		if c.full() {
			return false
		}
		of := &c.inputs
		if output, marked := strings.CutPrefix(name, strings.TrimSpace(outputMark)); marked {
			name, of = strings.TrimSpace(output), &c.outputs
		}
		c.In.Cell = of.mark + name
		at := c.field(i, names[i]).At
		column := csvColumn{cell: c.In.Cell, of: of}
		known := false
		column.i, known = of.index[name]
		_, isOutput := c.outputs.index[name]
		switch first, taken := seen[c.In.Cell]; {
		case taken:
			c.Report(errDuplicateName(at, c.In.Cell, first))
			known = false
		case known:
		case of == &c.inputs && name == "annotation":
			column, known = csvColumn{text: &c.annotation}, true
		case of == &c.inputs && name == "id":
			column, known = csvColumn{text: &c.id}, true
		case of == &c.inputs && isOutput:
			c.Report(errUnmarkedOutput(at, name))
			unmarked = append(unmarked, outputMark+name)
		case of.whole:
			c.Report(errUnknownColumn(at, of, name))
		}
		if !known {
			column = csvColumn{}
		}
		seen[c.In.Cell] = at
		c.columns = append(c.columns, column)
	}
	for _, of := range []*columns{&c.inputs, &c.outputs} {
		for _, name := range of.names {
			at := c.header
			at.Cell = of.mark + name
			if _, given := seen[at.Cell]; name != "" && !given && !slices.Contains(unmarked, at.Cell) {
				c.Report(errMissingColumn(at, of))
			}
		}
	}
	c.In.Cell = ""
	return true
}

func (c *csvFile) readRow(fields []string) {
	rule := Rule{When: make([]*Cell, len(c.inputs.names)), Then: make([]Cell, len(c.outputs.names)), At: c.record(fields)}
	var id diag.Locator
	if len(fields) != len(c.columns) {
		c.Report(errCSVSyntax(rule.At, fmt.Sprintf("the number of fields is %d here, and %d in the first row", len(fields), len(c.columns)),
			"an empty field needs its comma, and a field with a comma in it needs quotes"))
		c.addRule(Rule{At: rule.At}, id)
		return
	}
	for i, text := range fields {
		column := c.columns[i]
		c.In.Cell = column.cell
		switch {
		case column.text != nil:
			*column.text = text
			if column.text == &c.id {
				id = c.field(i, text).At
			}
		case column.of == &c.inputs && text != "":
			rule.When[column.i] = c.inputCell(column.i, c.field(i, text))
		case column.of == &c.outputs && text != "":
			rule.Then[column.i] = c.outputCell(column.i, c.field(i, text))
		case column.of == &c.outputs:
			c.Report(errMissingOutput(c.field(i, text).At, c.outputs.names[column.i]))
		}
	}
	c.In.Cell = ""
	rule.Annotation, rule.ID = c.annotation, c.id
	c.addRule(rule, id)
}

func (c *csvFile) located(start, end int) diag.Locator {
	at := c.In
	at.File, at.Span = c.text.Name, c.text.Span(start, end)
	return at
}

// start gives the offset of field i of the current row.
func (c *csvFile) start(i int) int {
	line, column := c.csv.FieldPos(i)
	return c.text.Offset(line, 1) + column - 1
}

// record gives the place of the current row.
func (c *csvFile) record(fields []string) diag.Locator {
	last := len(fields) - 1
	start := c.start(last)
	end, _ := c.end(start, fields[last])
	return c.located(c.start(0), end)
}

// field gives the text of field i of the current row and where it stands.
func (c *csvFile) field(i int, text string) feel.Source {
	file, start := c.text, c.start(i)
	end, marks := c.end(start, text)
	return feel.Source{Text: text, At: c.located(start, end), Pos: func(offset int) diag.Pos {
		return file.Pos(start + marks.Raw(max(0, min(offset, len(text)))))
	}}
}

// end gives where the field that begins at start ends, with its quotes, and maps its
// text to what stands from start on: in quotes a quote is written as two, and a line
// ends as it does in the file.
func (c *csvFile) end(start int, text string) (int, source.Marks) {
	raw := c.text.Text[start:]
	if !strings.HasPrefix(raw, `"`) {
		return start + len(text), nil
	}
	var marks source.Marks
	marks.Add(0, 1)
	at := 1
	for offset := range len(text) {
		if rest := raw[at:]; strings.HasPrefix(rest, `""`) || strings.HasPrefix(rest, "\r\n") {
			at++
			marks.Add(offset+1, at+1)
		}
		at++
	}
	return start + at + 1, marks
}
