package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/decision-spine/spine/record"
)

// faulty is a disk on which the n-th operation fails. What follows works, so that
// a store can clean up, or, when the machine has stopped, fails without effect.
type faulty struct {
	record.OSDisk
	left    *int // operations that still work
	stopped bool
}

var errDisk = errors.New("no space left on the test's disk")

// fails counts an operation.
func (d faulty) fails() bool {
	*d.left--
	return *d.left == -1 || d.stopped && *d.left < 0
}

func (d faulty) Mkdir(name string) error {
	if d.fails() {
		return errDisk
	}
	return d.OSDisk.Mkdir(name)
}

func (d faulty) Link(old, new string) error {
	if d.fails() {
		return errDisk
	}
	return d.OSDisk.Link(old, new)
}

func (d faulty) Remove(name string) error {
	if d.stopped && *d.left < 0 {
		return errDisk
	}
	return d.OSDisk.Remove(name)
}

func (d faulty) SyncDir(name string) error {
	if d.fails() {
		return errDisk
	}
	return d.OSDisk.SyncDir(name)
}

func (d faulty) CreateTemp(dir string) (record.TempFile, error) {
	if d.fails() {
		return nil, errDisk
	}
	f, err := d.OSDisk.CreateTemp(dir)
	return faultyFile{f, d}, err
}

type faultyFile struct {
	record.TempFile
	d faulty
}

func (f faultyFile) Write(b []byte) (int, error) {
	if f.d.fails() {
		n, _ := f.TempFile.Write(b[:len(b)/2])
		return n, errDisk
	}
	return f.TempFile.Write(b)
}

func (f faultyFile) Sync() error {
	if f.d.fails() {
		return errDisk
	}
	return f.TempFile.Sync()
}

func (f faultyFile) Close() error {
	err := f.TempFile.Close()
	if f.d.fails() {
		return errDisk
	}
	return err
}

// files lists all that is below dir.
func files(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, filepath.Base(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

// resuming gives a record with that last digit of its id, which resumes a
// waiting one.
func resuming(t testing.TB, digit int) *record.Record {
	r := completed(t)
	r.Run.ID = runID[:len(runID)-1] + fmt.Sprint(digit)
	return r
}

// Whatever fails, an error leaves everything as it was.
func TestDiskFull(t *testing.T) {
	for n := 0; ; n++ {
		if n > 50 {
			t.Fatal("it never works")
		}
		path := t.TempDir()
		left := n
		err := record.DirOn(filepath.Join(path, "runs", "new"), faulty{left: &left}).Put(t.Context(), resuming(t, 1))
		if err == nil {
			if n < 10 {
				t.Errorf("only %d operations can fail", n)
			}
			break
		}
		if !errors.Is(err, errDisk) {
			t.Errorf("operation %d: %v", n, err)
		}
		if left := files(t, path); left != "" {
			t.Errorf("operation %d leaves %s", n, left)
		}
		s := record.Dir(filepath.Join(path, "runs", "new"))
		if err := s.Put(t.Context(), resuming(t, 2)); err != nil {
			t.Errorf("after operation %d: %v", n, err)
		}
	}
}

// Wherever the machine stops, the waiting record is resumed once or not at all,
// and no record is there in part.
func TestMachineStops(t *testing.T) {
	for n := 0; ; n++ {
		if n > 50 {
			t.Fatal("it never works")
		}
		path := filepath.Join(t.TempDir(), "runs")
		left := n
		first, second := resuming(t, 1), resuming(t, 2)
		if err := record.DirOn(path, faulty{left: &left, stopped: true}).Put(t.Context(), first); err == nil {
			break
		}
		s := record.Dir(path)
		_, err := s.Get(t.Context(), first.Run.ID)
		there := err == nil
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			t.Errorf("operation %d: %v", n, err)
		}
		kept, lost := first, second
		switch err := s.Put(t.Context(), second); {
		case errors.Is(err, record.ErrAlreadyResumed):
			if !strings.HasSuffix(err.Error(), "by run "+first.Run.ID) {
				t.Errorf("operation %d: %v", n, err)
			}
		case err == nil && !there:
			kept, lost = second, first
		default:
			t.Errorf("operation %d: first there: %v, then %v", n, there, err)
		}
		if r, err := s.Get(t.Context(), kept.Run.ID); err != nil || !bytes.Equal(canonical(t, r), canonical(t, kept)) {
			t.Errorf("operation %d: the kept record: %v", n, err)
		}
		if _, err := s.Get(t.Context(), lost.Run.ID); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("operation %d: the other record: %v", n, err)
		}
		if err := s.Put(t.Context(), resuming(t, 3)); !errors.Is(err, record.ErrAlreadyResumed) {
			t.Errorf("operation %d: a third: %v", n, err)
		}
	}
}

// The same on a real disk that is full.
func TestRealDiskFull(t *testing.T) {
	path := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: a small disk cannot be mounted here, so a full one was only simulated: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", path).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	s := record.Dir(filepath.Join(path, "runs"))
	small, big := resuming(t, 1), resuming(t, 2)
	small.Resumes = ""
	add(t, big, "big", "text/plain", strings.Repeat("x", 200<<10))
	if err := s.Put(t.Context(), small); err != nil {
		t.Fatal(err)
	}
	before := files(t, path)
	if err := s.Put(t.Context(), big); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Put on a full disk gives %v", err)
	}
	if after := files(t, path); after != before {
		t.Errorf("there was %s and is %s", before, after)
	}
	if err := s.Put(t.Context(), resuming(t, 3)); err != nil {
		t.Errorf("a record that fits: %v", err)
	}
}

func TestDirNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs")
	s := record.Dir(path)
	if err := s.Put(t.Context(), resuming(t, 1)); err != nil {
		t.Fatal(err)
	}
	claim := strings.TrimPrefix(record.Digest([]byte("the waiting record")), "sha256:") + ".next"
	if got, want := files(t, path), record.FileName(runID)+" "+claim; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	for _, name := range []string{record.FileName(runID), claim} {
		b, err := os.ReadFile(filepath.Join(path, name))
		if err != nil || !bytes.Equal(b, canonical(t, completed(t))) {
			t.Errorf("%s: %v, %s", name, err, b)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for name, want := range map[string]fs.FileMode{path: 0o700 | fs.ModeDir, filepath.Join(path, record.FileName(runID)): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s has mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

func TestDirGetRefuses(t *testing.T) {
	path := t.TempDir()
	s := record.Dir(path)
	if err := s.Put(t.Context(), resuming(t, 1)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(path, record.FileName(runID))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var e *record.IntegrityError

	other := resuming(t, 2).Run.ID
	if err := os.WriteFile(filepath.Join(path, record.FileName(other)), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), other); !errors.As(err, &e) || !errors.Is(err, record.RecordShape) || e.Faults[0].At.Path != "/run/id" {
		t.Errorf("under another name: %v", err)
	}

	if err := os.WriteFile(name, bytes.Replace(text, []byte("A. Officer"), []byte("B. Officer"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), runID); !errors.As(err, &e) || !errors.Is(err, record.RecordIntegrity) || e.Faults[0].At.File != name {
		t.Errorf("changed: %v", err)
	}
	if err := s.Put(t.Context(), resuming(t, 3)); !errors.Is(err, record.ErrAlreadyResumed) || !errors.Is(err, record.RecordIntegrity) {
		t.Errorf("the record that resumed is damaged: %v", err)
	}
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), runID); !errors.Is(err, record.RecordJSON) {
		t.Errorf("empty: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(t.Context(), runID); err == nil || errors.Is(err, record.ErrNotFound) {
		t.Errorf("a folder: %v", err)
	}
}

func TestDirThatIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Join(path, "runs")} {
		if err := record.Dir(p).Put(t.Context(), completed(t)); err == nil {
			t.Errorf("Put into %s works", p)
		}
	}
}

// Processes that put the same run at once: the test binary starts itself.
func TestProcessesPutOneRun(t *testing.T) {
	const variable = "SPINE_RECORD_TEST_DIR"
	if path := os.Getenv(variable); path != "" {
		err := record.Dir(path).Put(t.Context(), completed(t))
		if err != nil && !errors.Is(err, record.ErrExists) {
			t.Fatal(err)
		}
		fmt.Printf("kept: %v\n", err == nil)
		return
	}
	path := filepath.Join(t.TempDir(), "runs")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var outs [4]bytes.Buffer
	var cmds [len(outs)]*exec.Cmd
	for i := range cmds {
		cmds[i] = exec.Command(exe, "-test.run=^TestProcessesPutOneRun$")
		cmds[i].Env = append(os.Environ(), variable+"="+path)
		cmds[i].Stdout, cmds[i].Stderr = &outs[i], io.Discard
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	kept := 0
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v: %s", i, err, outs[i].String())
		}
		kept += strings.Count(outs[i].String(), "kept: true")
	}
	if kept != 1 {
		t.Errorf("%d of %d processes kept the record", kept, len(cmds))
	}
	if left := files(t, path); strings.Count(left, " ") != 1 {
		t.Errorf("left behind: %s", left)
	}
}
