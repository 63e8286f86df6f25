package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/decision-spine/spine/record"
)

// cue is a writer that calls then, once, when text has been written to it.
type cue struct {
	mu   sync.Mutex
	got  bytes.Buffer
	text string
	then func()
}

func (c *cue) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got.Write(p)
	if c.then != nil && strings.Contains(c.got.String(), c.text) {
		c.then()
		c.then = nil
	}
	return len(p), nil
}

func interrupt(t *testing.T) func() {
	if runtime.GOOS == "windows" {
		t.Skip("a process of Windows cannot send itself an interrupt")
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := self.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
}

func TestAnInterruptAtAPromptIsAPersonWhoStops(t *testing.T) {
	in, person := io.Pipe() // nobody writes to it
	defer person.Close()
	out := &cue{text: "Your name: ", then: interrupt(t)}
	var errOut bytes.Buffer
	runs := t.TempDir()
	code := run([]string{"run", "testdata/loan/workflow.yaml", "--input", "testdata/loan/case.json", "--runs", runs}, in, out, &errOut)
	if want := "spine: no determination: the person stopped\n"; code != exitStopped || errOut.String() != want {
		t.Errorf("code %d, error %q; want %d, %q", code, &errOut, exitStopped, want)
	}
	files, err := filepath.Glob(filepath.Join(runs, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("records %q, %v", files, err)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if rec, err := record.Decode(b); err != nil || rec.Status != record.NoDetermination {
		t.Errorf("the record: %+v, %v", rec, err)
	}
}

// An interrupt also ends the waiting for facts that nobody writes.
func TestAnInterruptEndsTheReading(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	send := interrupt(t)
	timer := time.AfterFunc(100*time.Millisecond, send)
	defer timer.Stop()
	var out, errOut bytes.Buffer
	code := run([]string{"run", "testdata/loan/workflow.yaml", "--input", "-", "--runs", t.TempDir()}, in, &out, &errOut)
	if want := "the standard input cannot be read: interrupted [unreadable]\n"; code != exitStopped || errOut.String() != want {
		t.Errorf("code %d, error %q; want %d, %q", code, &errOut, exitStopped, want)
	}
}

// It ends a batch that waits for its next row as well; what was decided is written.
func TestAnInterruptEndsABatch(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	send := interrupt(t)
	out := &cue{text: "\n", then: send}
	go io.WriteString(w, `{"application": {"amount": 100}, "income": {"monthly": 1000}}`+"\n")
	var errOut bytes.Buffer
	code := run([]string{"decide", "testdata/loan/tables/affordability.dmn.yaml", "--batch", "-"}, in, out, &errOut)
	if want := "interrupted after 1 row [not_done]\n"; code != exitStopped || errOut.String() != want || !strings.HasPrefix(out.got.String(), `{"line":1,"value":`) {
		t.Errorf("code %d, error %q, output %q", code, &errOut, &out.got)
	}
}

func TestAnInterruptKillsTheAgents(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("the agent is a shell script")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "loan"))); err != nil {
		t.Fatal(err)
	}
	agent := filepath.Join(dir, "agents", "income.yaml")
	if err := os.WriteFile(agent, []byte("kind: command\ncommand: [sh, -c, 'touch started; sleep 60 & wait']\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	send := interrupt(t)
	ctx, done := context.WithCancel(t.Context())
	defer done()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "agents", "started")); err == nil {
				send()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	var out, errOut bytes.Buffer
	begun := time.Now()
	code := run([]string{"run", filepath.Join(dir, "workflow.yaml"), "--input", "testdata/loan/case.json", "--runs", t.TempDir()}, strings.NewReader(""), &out, &errOut)
	if code != exitAgent || !strings.Contains(errOut.String(), "interrupt") {
		t.Errorf("code %d, error %q; want %d and an interrupt", code, &errOut, exitAgent)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestALineWithoutAnEndIsNotRead(t *testing.T) {
	var out, errOut bytes.Buffer
	code := run([]string{"run", "testdata/loan/workflow.yaml", "--input", "testdata/loan/case.json", "--runs", t.TempDir()},
		strings.NewReader(strings.Repeat("x", 1<<20)), &out, &errOut)
	want := "the person could not be asked: a line has more than 65536 bytes [bad_choice]\n  node final\n"
	if code != exitUnusable || errOut.String() != want {
		t.Errorf("code %d, error %q; want %d, %q", code, &errOut, exitUnusable, want)
	}
}
