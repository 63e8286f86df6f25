package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

var update = flag.Bool("update", false, "write what the scripts give into them")

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"spine": main}) }

// TestScripts runs testdata/script. Each script finds the folders testdata/loan and
// testdata/judgment beside its own files, and has these commands besides the usual
// ones:
//
//	code N PROGRAM ARG...   runs a program, which must end with the exit code N
//	same FILE WANT          compares, with RUN standing for each run id
//	one VAR DIR             sets VAR to the one record in DIR
//	edit FILE OLD NEW       replaces what stands in the file exactly once
//	forge FILE result       changes a verdict in a record, and makes its digest fit
//	forge FILE judgment     changes the outcome of a judgment graph, likewise
//	forge FILE PATH         removes a snapshot from a record, likewise
//	digest VAR FILE         sets VAR to the digest of a file
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			for _, dir := range []string{"loan", "judgment"} {
				if err := os.CopyFS(filepath.Join(e.WorkDir, dir), os.DirFS(filepath.Join("testdata", dir))); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code":   cmdCode,
			"same":   cmdSame,
			"one":    cmdOne,
			"edit":   cmdEdit,
			"forge":  cmdForge,
			"digest": cmdDigest,
		},
	})
}

func cmdCode(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		e, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = e.ExitCode()
	}
	if got != want {
		ts.Fatalf("the exit code is %d, want %d", got, want)
	}
}

var runID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

func cmdSame(ts *testscript.TestScript, _ bool, args []string) {
	got := runID.ReplaceAllString(ts.ReadFile(args[0]), "RUN")
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n" // a question, which waits on its line
	}
	if want := ts.ReadFile(args[1]); got != want {
		ts.Fatalf("%s is\n%s\nand %s\n%s", args[0], got, args[1], want)
	}
}

func cmdOne(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[1]), "*"))
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("%s has %d files, want 1", args[1], len(files))
	}
	ts.Setenv(args[0], filepath.Join(args[1], filepath.Base(files[0])))
}

func cmdEdit(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%q stands %d times in %s", args[1], n, args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

func cmdForge(ts *testscript.TestScript, _ bool, args []string) {
	rec, err := record.Decode([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	switch args[1] {
	case "result":
		d := rec.Result.Decisions["affordability"]
		d.Outputs = feel.Context(feel.Entry{Key: "band", Value: feel.String("marginal")})
		rec.Result.Decisions["affordability"] = d
	case "judgment":
		j := rec.Result.Judgment
		j.Composite = bytes.ReplaceAll(j.Composite, []byte(`"outcomeId":"pay"`), []byte(`"outcomeId":"refuse"`))
	default:
		delete(rec.Snapshots, args[1])
	}
	b, err := rec.Canonical()
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o600))
}

func cmdDigest(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], record.Digest([]byte(ts.ReadFile(args[1]))))
}
