package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/limits"
)

// maxRow is the number of bytes of a row of a batch.
const maxRow = 10 << 20

// row is one input of a batch.
type row struct {
	line  int
	text  []byte   // of JSON
	cells []string // of CSV
	names [][]string
	fault *diag.Error
}

// rows reads the inputs of a batch.
type rows struct {
	name  string
	in    io.Reader
	fault *diag.Error // why the reading ended before the end
}

// all gives the rows, one after the other.
func (r *rows) all(yield func(row) bool) {
	if strings.HasSuffix(r.name, ".csv") {
		r.csv(yield)
	} else {
		r.lines(yield)
	}
}

// lines gives the lines that are not empty.
func (r *rows) lines(yield func(row) bool) {
	in := bufio.NewReaderSize(r.in, 1<<16)
	for line := 1; ; line++ {
		var text []byte
		long := false
		part, more, err := in.ReadLine()
		for ; err == nil; part, more, err = in.ReadLine() {
			if long = long || len(text)+len(part) > maxRow; !long {
				text = append(text, part...)
			}
			if !more {
				break
			}
		}
		switch {
		case err != nil && err != io.EOF:
			r.fault = errUnreadable(r.name, err)
			return
		case long:
			if !yield(row{line: line, fault: &diag.Error{Code: badRow, Message: fmt.Sprintf("the line has more than %d bytes", maxRow)}}) {
				return
			}
		case len(bytes.TrimSpace(text)) > 0:
			if !yield(row{line: line, text: text}) {
				return
			}
		}
		if err == io.EOF {
			return
		}
	}
}

// csv gives the rows below the first one, which has the names.
func (r *rows) csv(yield func(row) bool) {
	bounded := &bounded{in: r.in, left: maxRow}
	in := csv.NewReader(bounded)
	header, err := in.Read()
	if err != nil {
		r.fault = &diag.Error{Code: badRow, At: diag.Locator{File: r.name}, Message: "the line of names cannot be read: " + err.Error()}
		return
	}
	names, fault := columns(header)
	if fault != nil {
		fault.At.File, r.fault = r.name, fault
		return
	}
	for {
		bounded.left = maxRow
		cells, err := in.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF:
			return
		case errors.As(err, &wrong) && !errors.Is(err, errLongRow):
			message := wrong.Err.Error()
			if wrong.Line > wrong.StartLine {
				message += fmt.Sprintf("; the row is taken to end in line %d", wrong.Line)
			}
			if !yield(row{line: wrong.StartLine, fault: &diag.Error{Code: badRow, Message: message}}) {
				return
			}
			continue
		case err != nil:
			r.fault = errUnreadable(r.name, err)
			return
		}
		if line, _ := in.FieldPos(0); !yield(row{line: line, cells: cells, names: names}) {
			return
		}
	}
}

// columns reads the names of columns. a.b is the member b of a.
func columns(header []string) (names [][]string, fault *diag.Error) {
	taken := map[string]bool{}
	for i, name := range header {
		if i == 0 {
			name = strings.TrimPrefix(name, "\ufeff")
		}
		name = strings.TrimSpace(name)
		parts := strings.Split(name, ".")
		if taken[name] || slices.Contains(parts, "") {
			return nil, &diag.Error{Code: badRow, Message: fmt.Sprintf("%q is no name of its own for column %d", name, i+1), Hint: "name each column once"}
		}
		taken[name], names = true, append(names, parts)
	}
	for _, parts := range names {
		for i := 1; i < len(parts); i++ {
			if whole := strings.Join(parts[:i], "."); taken[whole] {
				return nil, &diag.Error{Code: badRow, Message: fmt.Sprintf("there is a column %q, and one of a member of it", whole), Hint: "give the whole, or its members"}
			}
		}
	}
	return names, nil
}

// vars gives the variables of a row.
func (r row) vars(q *question) (feel.Vars, error) {
	switch {
	case r.fault != nil:
		return feel.Vars{}, r.fault
	case r.cells == nil:
		return q.vars("", r.text)
	}
	return q.given(q.nested(r.names, r.cells, 0)), nil
}

// nested makes a context of cells whose names share their beginnings. depth is the
// number of parts of each name that have been dealt with.
func (q *question) nested(names [][]string, cells []string, depth int) feel.Value {
	var entries []feel.Entry
	done := map[string]bool{}
	for i, parts := range names {
		key := parts[depth]
		switch {
		case len(parts) == depth+1:
			entries = append(entries, feel.Entry{Key: key, Value: q.cell(parts, cells[i])})
		case !done[key]:
			done[key] = true
			var inner [][]string
			var texts []string
			for j := i; j < len(names); j++ {
				if names[j][depth] == key {
					inner, texts = append(inner, names[j]), append(texts, cells[j])
				}
			}
			entries = append(entries, feel.Entry{Key: key, Value: q.nested(inner, texts, depth+1)})
		}
	}
	return feel.Context(entries...)
}

// cell reads a cell: empty is null; else what the text says in the type of its
// column, if that is known, or a number, true, false, null, or a text. What is of
// another type is the text, for the decision to refuse.
func (q *question) cell(parts []string, text string) feel.Value {
	if text == "" {
		return feel.Null
	}
	column, known := q.columns[strings.Join(parts, ".")]
	if !known {
		column.Name = "any"
	}
	if v, err := column.Literal(text); err == nil {
		return v
	}
	return feel.String(text)
}

// typeColumns finds the types of the columns that a table reads as they are.
func (q *question) typeColumns(t *dmn.Table) {
	q.columns = map[string]dmn.ColumnType{}
	for _, in := range t.Inputs {
		q.columns[strings.TrimSpace(in.Expression.Text)] = in.Type
	}
}

// typeInputs finds the inputs of a model that are texts, whatever they look like.
// Of what else a text says, the model knows the types.
func (q *question) typeInputs(inputs []dmn.InputInfo) {
	q.columns = map[string]dmn.ColumnType{}
	var walk func(name string, t *feel.Type, depth int)
	walk = func(name string, t *feel.Type, depth int) {
		if t.Builtin() == "string" {
			q.columns[name] = dmn.ColumnType{Name: "string"}
		}
		for _, f := range t.Fields() {
			if depth < limits.TypeDepth {
				walk(name+"."+f.Name, f.Type, depth+1)
			}
		}
	}
	for _, in := range inputs {
		walk(in.Name, in.Type, 0)
	}
}

// errLongRow is that a row does not end.
var errLongRow = fmt.Errorf("a row has more than %d bytes", maxRow)

// bounded reads no more than is left.
type bounded struct {
	in   io.Reader
	left int
}

// Read implements [io.Reader].
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLongRow
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// waiting is a reader that an interrupt ends, also when nobody writes to it.
type waiting struct {
	in        io.Reader
	interrupt <-chan struct{}
	rest      []byte
	err       error
}

// Read implements [io.Reader].
func (w *waiting) Read(p []byte) (int, error) {
	if len(w.rest) == 0 && w.err == nil {
		type read struct {
			content []byte
			err     error
		}
		done := make(chan read, 1)
		go func() {
			b := make([]byte, 1<<16)
			n, err := w.in.Read(b)
			done <- read{b[:n], err}
		}()
		select {
		case r := <-done:
			w.rest, w.err = r.content, r.err
		case <-w.interrupt:
			w.err = errInterrupted
		}
	}
	if n := copy(p, w.rest); n > 0 {
		w.rest = w.rest[n:]
		return n, nil
	}
	return 0, w.err
}
