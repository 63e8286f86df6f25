package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/gate"
	"github.com/decision-spine/spine/internal/yaml"
	"github.com/decision-spine/spine/schemas"
)

// The published schema of agent files and the reader agree. The documents are JSON,
// which is YAML too.
func TestAgentFilesAreWhatTheirSchemaSays(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "out.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, fault := openFolder(dir)
	if fault != nil {
		t.Fatal(fault)
	}
	defer f.Close()
	text, _ := schemas.Get("agent")
	g, err := gate.Compile(fstest.MapFS{"agent.json": {Data: text}}, "agent.json")
	if err != nil {
		t.Fatal(err)
	}
	read := func(doc string) diag.List {
		_, faults := readAgent(f, "agent.yaml", []byte(doc))
		return faults
	}
	for doc, valid := range map[string]bool{
		`{"kind": "command", "command": ["python3", "classify.py"], "env": ["API_KEY"], "timeout": "60s"}`: true,
		`{"kind": "command", "command": ["run", 5, true, ""], "env": [], "timeout": "1h30m"}`:              true,
		`{"kind": "command", "command": ["run"]}`:                                                          true,
		`{"kind": "file", "output": "out.json"}`:                                                           true,

		`[]`:                                        false,
		`{}`:                                        false,
		`{"output": "out.json"}`:                    false,
		`{"kind": "http", "url": "x"}`:              false,
		`{"kind": "command"}`:                       false,
		`{"kind": "command", "command": []}`:        false,
		`{"kind": "command", "command": [""]}`:      false,
		`{"kind": "command", "command": "run"}`:     false,
		`{"kind": "command", "command": [["run"]]}`: false,
		`{"kind": "command", "command": ["run"], "output": "x"}`:    false,
		`{"kind": "command", "command": ["run"], "shell": true}`:    false,
		`{"kind": "command", "command": ["run"], "env": ["A=1"]}`:   false,
		`{"kind": "command", "command": ["run"], "env": {"A": 1}}`:  false,
		`{"kind": "command", "command": ["run"], "timeout": "0s"}`:  false,
		`{"kind": "command", "command": ["run"], "timeout": "-1s"}`: false,
		`{"kind": "command", "command": ["run"], "timeout": "60"}`:  false,
		`{"kind": "command", "command": ["run"], "timeout": 60}`:    false,
		`{"kind": "file"}`:                                         false,
		`{"kind": "file", "output": " "}`:                          false,
		`{"kind": "file", "output": ["out.json"]}`:                 false,
		`{"kind": "file", "output": "out.json", "timeout": "60s"}`: false,
	} {
		_, refused := g.Admit([]byte(doc))
		if faults := read(doc); (refused == nil) != valid || (len(faults) == 0) != valid {
			t.Errorf("%s: want valid %v\nschema: %v\nreader: %v", doc, valid, refused, faults.Err())
		}
	}

	// The reader tells the fields that it knows when one is unknown.
	var schema struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for kind, def := range schema.Defs {
		if def.Properties == nil {
			continue
		}
		var known, want []string
		for _, e := range read(`{"kind": "` + kind + `", "zzzzzzzzzzzz": 1}`) {
			if list, ok := strings.CutPrefix(e.Hint, "known here: "); ok && e.Code == yaml.UnknownField {
				known = strings.Split(list, ", ")
			}
		}
		for name := range def.Properties {
			want = append(want, name)
		}
		slices.Sort(known)
		slices.Sort(want)
		if !slices.Equal(known, want) {
			t.Errorf("%s: the reader knows %v, the schema %v", kind, known, want)
		}
	}
}
