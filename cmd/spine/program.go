package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/decision-spine/spine"
	"github.com/decision-spine/spine/gate"
)

// program is an agent that is run for each request: the request is JSON on its
// standard input, and what it writes to its standard output is the object.
type program struct {
	command []string
	env     []string // names of variables that are passed on
	dir     string
	timeout time.Duration
}

// request is what a program is asked.
type request struct {
	Node       string          `json:"node"`
	Kind       string          `json:"kind"`
	Inputs     json.RawMessage `json:"inputs"`
	Schema     json.RawMessage `json:"schema"`
	Attempt    int             `json:"attempt"`
	Violations []string        `json:"violations"`
}

// grace is how long output is waited for once the program itself has ended.
const grace = 2 * time.Second

// Produce implements [spine.Agent]. It runs the program without a shell, in a
// process group of its own, all of which is killed at the end.
func (p *program) Produce(ctx context.Context, req spine.AgentRequest) (spine.AgentResult, error) {
	asked, err := json.Marshal(request{req.Node, "edge", req.Inputs, req.Schema, req.Attempt, []string{}})
	if err != nil {
		return spine.AgentResult{}, err
	}
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	// One byte more than the gate takes, so that the gate says what is wrong.
	object := &head{limit: gate.MaxBytes + 1, full: cancel}
	var complaint tail
	cmd := exec.CommandContext(limited, p.command[0], p.command[1:]...)
	cmd.Dir = p.dir
	cmd.Env = p.environment()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(append(asked, '\n')), object, &complaint
	cmd.WaitDelay = grace
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }
	if err := cmd.Start(); err != nil {
		return spine.AgentResult{}, err
	}
	err = cmd.Wait()
	_ = killGroup(cmd) // what the program has left behind, if anything
	switch {
	case object.over:
		err = nil
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case limited.Err() != nil:
		err = late(p.timeout)
	case errors.Is(err, exec.ErrWaitDelay):
		err = errors.New("it ended, and left a process that keeps its output open")
	case err != nil && complaint.String() != "":
		err = fmt.Errorf("%w: %s", err, complaint.String())
	}
	return spine.AgentResult{Object: object.kept.Bytes()}, err
}

// late is that a program did not answer in a time.
type late time.Duration

func (l late) Error() string { return fmt.Sprintf("no answer within %s", time.Duration(l)) }

// Is makes it the error that [spine.Agent] asks for.
func (l late) Is(target error) bool { return target == context.DeadlineExceeded }

// environment is what the program sees of spine's own.
func (p *program) environment() []string {
	env := []string{}
	for _, name := range append([]string{"PATH", "LANG"}, p.env...) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// head keeps the first bytes that are written to it. It calls full when there
// are more.
type head struct {
	kept  bytes.Buffer // not embedded: its other methods would let bytes past Write
	limit int
	over  bool
	full  func()
}

// Write implements [io.Writer].
func (h *head) Write(b []byte) (int, error) {
	room := h.limit - h.kept.Len()
	if len(b) <= room {
		return h.kept.Write(b)
	}
	h.kept.Write(b[:room])
	h.over = true
	h.full()
	return room, errors.New("too much output")
}

// tail keeps the last bytes that are written to it.
type tail struct{ kept []byte }

// What is shown of what a program complains of.
const (
	tailBytes = 2000
	tailLines = 5
)

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	t.kept = append([]byte(nil), t.kept[max(0, len(t.kept)-tailBytes):]...)
	return len(b), nil
}

// String gives the last lines.
func (t *tail) String() string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "\uFFFD")), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}
