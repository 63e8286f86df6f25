package tck

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what the archives give into them")

// kit gives the files of an archive below kit/.
func kit(a *txtar.Archive) fstest.MapFS {
	out := fstest.MapFS{}
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "kit/"); ok {
			out[name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return out
}

// TestRun runs the small kits in testdata. The first lines of an archive are the
// options, and want.* what the report is in each form.
func TestRun(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			a := txtar.Parse(src)
			flags := flag.NewFlagSet(name, flag.ContinueOnError)
			var o Options
			var d Detail
			at := flags.String("at", "/kits/TestCases", "")
			flags.StringVar(&o.Suite, "suite", "", "")
			flags.StringVar(&o.Case, "case", "", "")
			flags.DurationVar(&o.Timeout, "timeout", DefaultTimeout, "")
			flags.BoolVar(&d.Verbose, "verbose", false, "")
			flags.BoolVar(&d.Exact, "exact", false, "")
			_, args, _ := strings.Cut(string(a.Comment), "spine tck DIR")
			if err := flags.Parse(strings.Fields(args)); err != nil {
				t.Fatal(err)
			}
			rep, err := run(t.Context(), loadFake, kit(a), *at, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range a.Files {
				var b bytes.Buffer
				switch f.Name {
				case "want.txt":
					err = rep.WriteText(&b, d)
				case "want.json":
					err = rep.WriteJSON(&b, d)
				case "want.csv":
					err = rep.WriteCSV(&b)
				default:
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if *update {
					a.Files[i].Data = b.Bytes()
				} else if b.String() != string(f.Data) {
					t.Errorf("%s is\n%s\nand should be\n%s", f.Name, b.Bytes(), f.Data)
				}
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func oneCase(model, expected string) fstest.MapFS {
	return fstest.MapFS{
		"compliance-level-2/s/m.dmn":         {Data: []byte(model)},
		"compliance-level-2/s/s-test-01.xml": {Data: []byte(inCase(`<resultNode name="out"><expected>` + expected + `</expected></resultNode>`))},
	}
}

func TestNothingToRun(t *testing.T) {
	for name, c := range map[string]struct {
		fsys fs.FS
		o    Options
	}{
		"no files":      {fstest.MapFS{}, Options{}},
		"no test files": {fstest.MapFS{"a/s-test-1.xml": {}, "a/s-test-01.xml.bak": {}, "a/stest-01.xml": {}}, Options{}},
		"no suite":      {oneCase("out = 1", simple("decimal", "1")), Options{Suite: "level-3/"}},
		"no case":       {oneCase("out = 1", simple("decimal", "1")), Options{Case: "2"}},
	} {
		if rep, err := run(t.Context(), loadFake, c.fsys, "/", c.o); err != nil || len(rep.Suites) != 0 {
			t.Errorf("%s: %+v %v", name, rep, err)
		}
	}
	if _, err := run(t.Context(), loadFake, os.DirFS("no such folder"), "/", Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// A run that is ended from outside has no report.
func TestRunIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	time.AfterFunc(10*time.Millisecond, func() { cancel(enough) })
	if rep, err := run(ctx, loadFake, oneCase("out = !stuck", ""), "/", Options{}); rep != nil || err != enough {
		t.Errorf("%v %v", rep, err)
	}
}

// The path of a suite is that of its level and its folder, from wherever the walk
// starts.
func TestSuitePath(t *testing.T) {
	for _, c := range []struct{ at, dir, want string }{
		{"/kits/TestCases", "compliance-level-2/s", "compliance-level-2/s"},
		{"/kits/TestCases/compliance-level-2", "s", "compliance-level-2/s"},
		{"/kits/TestCases/compliance-level-2/s", ".", "compliance-level-2/s"},
		{"/", "kits/TestCases/compliance-level-2/s", "compliance-level-2/s"},
		{"/kits", "s", "kits/s"},
	} {
		if got := suitePath(c.at, c.dir); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.dir, c.at, got, c.want)
		}
	}
}

// The same kit gives the same report each time.
func TestReportIsTheSame(t *testing.T) {
	src, err := os.ReadFile("testdata/failures.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := kit(txtar.Parse(src))
	maps.DeleteFunc(fsys, func(name string, _ *fstest.MapFile) bool { return strings.Contains(name, "without-end") }) // they take their time
	var first string
	for i := range 50 {
		rep, err := run(t.Context(), loadFake, fsys, "/", Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(rep.WriteText(&b, Detail{Verbose: true}), rep.WriteJSON(&b, Detail{Verbose: true}), rep.WriteCSV(&b)); err != nil {
			t.Fatal(err)
		}
		if i > 0 && b.String() != first {
			t.Fatalf("%s\nand before\n%s", &b, first)
		}
		first = b.String()
	}
}
