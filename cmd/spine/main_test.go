package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("out of order\x1b[2J") }

func TestAPanicIsAFaultOfSpine(t *testing.T) {
	var out, errOut bytes.Buffer
	code := run([]string{"eval", "--context", "-", "1"}, panics{}, &out, &errOut)
	if want := "spine: a fault of spine itself: out of order\uFFFD[2J\n"; code != exitFault || out.String() != "" || errOut.String() != want {
		t.Errorf("code %d, output %q, error %q; want %d, nothing, %q", code, &out, &errOut, exitFault, want)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"version", "--json"}, {"eval", "1"}, {"eval", "1", "--json"}, {"schema", "table"}, {"run", "--help"},
		{"check", "testdata/loan"}, {"check", "--json", "testdata/loan"}, {"test", "testdata/loan"}, {"test", "--json", "testdata/loan"},
		{"run", "testdata/loan/workflow.yaml", "--input", "testdata/loan/case.json", "--runs", t.TempDir(), "--answer", "final=approve", "--as", "A. Officer"},
		{"run", "testdata/loan/workflow.yaml", "--input", "testdata/loan/case.json", "--runs", t.TempDir(), "--answer", "final=approve", "--as", "A. Officer", "--json"},
		{"judgment", "validate", "testdata/judgment/graph.json"}, {"judgment", "validate", "testdata/judgment/graph.json", "--json"},
		{"judgment", "evaluate", "testdata/judgment/packs/grant.json", "--facts", "testdata/judgment/case.json"},
		{"judgment", "evaluate", "testdata/judgment/packs/grant.json", "--facts", "testdata/judgment/case.json", "--json"},
		{"judgment", "graph", "testdata/judgment/graph.json", "--packs", "testdata/judgment/packs"},
		{"judgment", "graph", "testdata/judgment/graph.json", "--packs", "testdata/judgment/packs", "--json"},
		{"judgment", "graph", "testdata/judgment/graph.json", "--packs", "testdata/loan", "--json"},
		{"judgment", "plan", "testdata/judgment/graph.json"}, {"judgment", "plan", "testdata/judgment/graph.json", "--json"},
		{"judgment", "test", "testdata/judgment/rows.json", "--graph", "testdata/judgment/graph.json", "--packs", "testdata/judgment/packs"},
		{"judgment", "pin", "testdata/judgment/graph.json", "--packs", "testdata/judgment/packs"},
	} {
		var errOut strings.Builder
		code := run(args, strings.NewReader(""), full{}, &errOut)
		if want := "spine: the output cannot be written: no space left\n"; code != exitFault || errOut.String() != want {
			t.Errorf("%s: code %d, error %q; want %d, %q", args, code, errOut.String(), exitFault, want)
		}
	}
}

// TestEveryVerbShowsAnExample also sees that every verb is there, and no other.
func TestEveryVerbShowsAnExample(t *testing.T) {
	var names []string
	var look func(above string, commands []*cli.Command)
	look = func(above string, commands []*cli.Command) {
		for _, c := range commands {
			name := above + c.Name
			names = append(names, name)
			var out, errOut strings.Builder
			if code := run(append(strings.Fields(name), "--help"), strings.NewReader(""), &out, &errOut); code != exitYes || errOut.String() != "" {
				t.Errorf("spine %s --help: code %d, error %q", name, code, errOut.String())
			}
			if !strings.Contains(out.String(), "Example") || !strings.Contains(out.String(), "\n   spine "+name+" ") && name != "version" {
				t.Errorf("spine %s --help shows no example:\n%s", name, out.String())
			}
			look(name+" ", c.Commands)
		}
	}
	look("", (&app{in: strings.NewReader(""), out: io.Discard, err: io.Discard}).command().Commands)
	want := "run, replay, verify, test, check, decide, eval, judgment, judgment validate, judgment evaluate, judgment graph, judgment plan, judgment test, judgment pin, tck, schema, version"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("the verbs are %s, want %s", got, want)
	}
}
