package spine_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/diag"
)

// block is a fenced block of a document: what stands behind the fence, and what
// is in it.
type block struct{ info, text string }

func blocks(t *testing.T, name string) []block {
	t.Helper()
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	for _, m := range regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$").FindAllStringSubmatch(string(doc), -1) {
		out = append(out, block{m[1], m[2]})
	}
	return out
}

// What the README shows of a file is in that file, and its Go code in the example
// that a test runs.
func TestREADMEShowsWhatIsThere(t *testing.T) {
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, b := range blocks(t, "README.md") {
		kind, file, _ := strings.Cut(b.info, " ")
		kinds[kind]++
		switch kind {
		case "yaml", "json":
			content, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			} else if !strings.Contains(string(content), b.text) {
				t.Errorf("the README shows of %s what is not in it:\n%s", file, b.text)
			}
		case "go":
			indented := "\t" + strings.ReplaceAll(strings.TrimSuffix(b.text, "\n"), "\n", "\n\t")
			if !strings.Contains(string(example), strings.ReplaceAll(indented, "\n\t\n", "\n\n")) {
				t.Errorf("example_test.go does not have this code of the README:\n%s", indented)
			}
		}
	}
	if kinds["yaml"] != 3 || kinds["json"] != 1 || kinds["go"] != 1 || kinds["sh"] != 2 || kinds["text"] != 1 {
		t.Errorf("blocks by kind: %v", kinds)
	}
}

// The error that the README shows is the one that an author sees.
func TestREADMEShowsARealError(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("examples/pbas-points")); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(dir, "tables", "points.dmn.yaml")
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Replace(text, []byte(`'"not_available", "cap_reached"'`), []byte("'available'"), 1)
	if err := os.WriteFile(table, broken, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = spine.Load(os.DirFS(dir), "workflow.yaml")
	var b strings.Builder
	if err := diag.Render(&b, err, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks(t, "README.md") {
		if block.info == "text" && block.text != b.String() {
			t.Errorf("the author sees\n%s", b.String())
		}
	}
}

// The first command of the README runs; the second one runs this test.
func TestREADMECommands(t *testing.T) {
	var commands []string
	for _, b := range blocks(t, "README.md") {
		if b.info == "sh" {
			commands = append(commands, strings.TrimSpace(b.text))
		}
	}
	if len(commands) != 2 || commands[1] != "go test ./..." {
		t.Fatalf("commands %q", commands)
	}
	dir := t.TempDir()
	cmd := exec.Command("sh", "-c", commands[0]+" --runs "+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"points_award", "study_up_to_15", "activity_bonus", "confirm", dir} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the output does not name %s:\n%s", want, out)
		}
	}
	records, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(records) != 1 {
		t.Errorf("records %v, %v", records, err)
	}
}

// Every command that the README lists is one.
func TestREADMEListsCommands(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "spine")
	if out, err := exec.Command("go", "build", "-o", binary, "./cmd/spine").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	listed := regexp.MustCompile("(?m)^\\| `spine (\\w+)").FindAllStringSubmatch(string(readme), -1)
	if len(listed) != 11 {
		t.Fatalf("%d commands are listed", len(listed))
	}
	for _, m := range listed {
		if out, err := exec.Command(binary, m[1], "--help").CombinedOutput(); err != nil || !strings.Contains(string(out), "spine "+m[1]) {
			t.Errorf("spine %s --help: %v\n%s", m[1], err, out)
		}
	}
}
