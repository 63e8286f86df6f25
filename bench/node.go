package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// node is the process in which the peers from npm run. It does one thing at a time,
// while this process waits.
type node struct {
	Versions map[string]string // of node, and of the packages
	Missing  []string          // packages that are not installed

	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	ids     int
}

// startNode starts node with the script in folder dir. The error says what is
// missing, and how to get it.
func startNode(dir string) (*node, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("node is not installed: node 20.12 or newer from your system's packages")
	}
	n := &node{command: exec.Command(path, "--expose-gc", "peers.mjs")}
	n.command.Dir, n.command.Stderr = dir, os.Stderr
	if n.in, err = n.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := n.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	n.out = bufio.NewReaderSize(out, 1<<20)
	if err := n.command.Start(); err != nil {
		return nil, err
	}
	return n, n.read(n)
}

// has reports whether a package is installed. A nil node has none.
func (n *node) has(pkg string) bool { return n != nil && !slices.Contains(n.Missing, pkg) }

// stop ends the process, which ends with its input.
func (n *node) stop() {
	if n != nil {
		n.in.Close()
		n.command.Wait()
	}
}

func (n *node) read(answer any) error {
	line, err := n.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("node has ended: %w", err)
	}
	var failed struct{ Error string }
	if json.Unmarshal(line, &failed); failed.Error != "" {
		return errors.New(failed.Error)
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	return decoder.Decode(answer)
}

func (n *node) ask(request map[string]any, answer any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if _, err := n.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("node has ended: %w", err)
	}
	return n.read(answer)
}

// peer makes a peer that runs in node: what it evaluates is said by request.
func (n *node) peer(name string, text string, c *contest, request map[string]any) *peer {
	return &peer{name: name, text: text, start: func() (subject, error) {
		n.ids++
		s := &nodeSubject{node: n, id: n.ids}
		inputs := make([]any, len(c.inputs))
		for i, in := range c.inputs {
			inputs[i] = nodeValue(in)
		}
		request["op"], request["id"], request["peer"], request["inputs"] = "start", s.id, name, inputs
		return s, n.ask(request, &struct{}{})
	}}
}

// nodeValue gives a host's value with its dates marked.
func nodeValue(v any) any {
	return mapped(v, func(v any) any {
		if t, ok := v.(time.Time); ok {
			return map[string]any{"@date": t.Format(time.DateOnly)}
		}
		return jsonValue(v)
	})
}

type nodeSubject struct {
	node    *node
	id      int
	answers []any
}

func (s *nodeSubject) answer(i int) (any, error) {
	if s.answers == nil {
		var got struct{ Answers []any }
		if err := s.node.ask(map[string]any{"op": "answers", "id": s.id}, &got); err != nil {
			return nil, err
		}
		s.answers = got.Answers
	}
	return plain(s.answers[i]), nil
}

func (s *nodeSubject) measure(n int) (time.Duration, error) {
	var got struct{ Nanoseconds int64 }
	err := s.node.ask(map[string]any{"op": "measure", "id": s.id, "n": n}, &got)
	return time.Duration(got.Nanoseconds), err
}

func (s *nodeSubject) allocs(int) (float64, bool) { return 0, false }

func (s *nodeSubject) stop() { s.node.ask(map[string]any{"op": "stop", "id": s.id}, &struct{}{}) }
