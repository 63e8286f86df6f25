// Package readme tests what the READMEs of the examples show.
package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// command is one that a README shows, with what it prints below it.
var command = regexp.MustCompile("(?s)```sh\ngo run ./cmd/spine (.*?)\n```\n```text\n(.*?)```")

// Commands runs the commands of README.md in the folder of an example, which is the
// working folder, and compares what they print. They run in a copy of the example,
// under the name that it has in the repository.
func Commands(t *testing.T, example string) {
	t.Helper()
	doc, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples", example), os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	spine := filepath.Join(dir, "spine")
	build := exec.Command("go", "build", "-o", spine, "./cmd/spine")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commands := command.FindAllStringSubmatch(string(doc), -1)
	if len(commands) != strings.Count(string(doc), "```sh") || len(commands) == 0 {
		t.Fatalf("%d commands with what they print", len(commands))
	}
	for _, c := range commands {
		cmd := exec.Command("sh", "-c", spine+" "+c[1])
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != c[2] {
			t.Errorf("spine %s: %v\n%s", c[1], err, out)
		}
	}
}
