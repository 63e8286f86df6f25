package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

const (
	byHand     = "hand"
	feelinName = "feelin"
	feelinKept = "feelin kept"
)

// engines are the peers that somebody else made.
var engines = []string{"cel", "expr", "cedar", feelinName, feelinKept, "zen"}

// columns are all that a table of results has room for, in order.
var columns = append([]string{spineMap, byHand, spineSlots, spineStruct, spineJSON}, engines...)

// duration writes nanoseconds so that three digits count.
func duration(ns float64) string {
	switch {
	case ns < 9_995:
		return fmt.Sprintf("%.0f", ns)
	case ns < 999_500:
		return fmt.Sprintf("%.3gµ", ns/1e3)
	case ns < 99.95e6:
		return fmt.Sprintf("%.3gm", ns/1e6)
	}
	return fmt.Sprintf("%.0fm", ns/1e6)
}

// entry writes a figure: its time, its allocations, and how many times as long as
// spine it takes.
func (o *outcome) entry(peer, reference string) string {
	f, ok := o.of(peer)
	if !ok {
		return "-"
	}
	text := duration(f.ns)
	if f.counted {
		text += fmt.Sprintf(" (%.0f)", f.allocs)
	}
	if f.doubles && slices.Contains(engines, peer) {
		text += " d"
	}
	if ratio, ok := o.ratio(peer, reference); ok && peer != reference {
		text += " " + timesText(ratio)
	}
	return text
}

func timesText(ratio float64) string {
	if ratio >= 100 {
		return fmt.Sprintf("%.0f×", ratio)
	}
	return fmt.Sprintf("%.2g×", ratio)
}

// grid writes rows as a table of Markdown that is also one to the eye.
func grid(w io.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for k, r := range rows {
		for i, cell := range r {
			fmt.Fprintf(w, "| %s%s ", cell, strings.Repeat(" ", widths[i]-len([]rune(cell))))
		}
		fmt.Fprintln(w, "|")
		if k == 0 {
			for _, n := range widths {
				fmt.Fprint(w, "|", strings.Repeat("-", n+2))
			}
			fmt.Fprintln(w, "|")
		}
	}
	fmt.Fprintln(w)
}

// table writes the workloads that others decide too, with the peers that did.
func (r *results) table(w io.Writer) {
	columns := slices.DeleteFunc(slices.Clone(columns), func(name string) bool {
		return !slices.ContainsFunc(r.outcomes, func(o *outcome) bool { _, ok := o.of(name); return ok })
	})
	rows := [][]string{append([]string{"workload"}, columns...)}
	for _, o := range r.outcomes {
		if o.workload == "W9" || o.workload == "run" {
			continue
		}
		row := []string{o.title()}
		for _, c := range columns {
			row = append(row, o.entry(c, spineMap))
		}
		rows = append(rows, row)
	}
	if _, n := r.geometric(spineMap, spineMap); n > 1 {
		row := []string{"W8 geometric mean of the ratios"}
		for _, c := range columns {
			mean, k := r.geometric(c, spineMap)
			switch {
			case k == 0:
				row = append(row, "-")
			case k == n:
				row = append(row, timesText(mean))
			default:
				row = append(row, fmt.Sprintf("%s (%d of %d)", timesText(mean), k, n))
			}
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		grid(w, rows)
	}
}

// loads writes W9.
func (r *results) loads(w io.Writer) {
	rows := [][]string{{"W9, load by decisions", spineMap, tokenFloor}}
	for _, o := range r.outcomes {
		if o.workload == "W9" {
			rows = append(rows, []string{o.name, o.entry(spineMap, spineMap), o.entry(tokenFloor, spineMap)})
		}
	}
	if len(rows) > 1 {
		grid(w, rows)
	}
}

// runs writes the whole run.
func (r *results) runs(w io.Writer) {
	for _, o := range r.outcomes {
		if o.workload == "run" {
			ways := []string{noStore, withFile, withFlush}
			row := []string{o.name}
			for _, way := range ways {
				row = append(row, o.entry(way, noStore))
			}
			grid(w, [][]string{append([]string{"whole run"}, ways...), row})
		}
	}
}

// both writes the two goroutines.
func (r *results) both(w io.Writer) {
	rows := [][]string{{"two goroutines", "peer", "CPU ns on one", "on two", "decisions by wall time", "waits for locks of spine"}}
	for _, p := range r.pairs {
		rows = append(rows, []string{p.contest, p.peer, duration(p.one), duration(p.two), fmt.Sprintf("%.2f×", p.wall), fmt.Sprint(p.waits)})
	}
	if len(rows) > 1 {
		grid(w, rows)
	}
}

// promised writes the budgets.
func (r *results) promised(w io.Writer) {
	rows := [][]string{{"budget", "target", "measured", ""}}
	for _, b := range r.budgets() {
		rows = append(rows, []string{b.what, b.target, b.measured, b.verdict})
	}
	if len(rows) > 1 {
		grid(w, rows)
	}
}

// lacking gives what peers cannot express, each reason once with its workloads.
func (r *results) lacking() (lines []string) {
	where := map[lack][]string{}
	var order []lack
	for _, o := range r.outcomes {
		for _, l := range o.lacks {
			if where[l] == nil {
				order = append(order, l)
			}
			where[l] = append(where[l], o.title())
		}
	}
	for _, l := range order {
		lines = append(lines, fmt.Sprintf("%s, %s: %s", l.peer, strings.Join(where[l], "; "), l.reason))
	}
	return lines
}

// spreads gives the usual and the largest uncertainty of a median.
func (r *results) spreads() (usual, largest float64) {
	var all []float64
	for _, o := range r.outcomes {
		for _, f := range o.figures {
			all = append(all, f.spread)
		}
	}
	return median(all), slices.Max(all)
}

const legend = `Each entry is the CPU time of one decision in nanoseconds (µ, m: micro-, milliseconds), its allocations in parentheses
(unknown in node), and how many times as long as spine it takes: above 1× spine is ahead. *spine* takes a
` + "`map[string]any`" + ` and gives a Go string, number, boolean or list; *slots*, *struct* and *JSON* are its other forms of input. *d*
computes with doubles and was compared to 12 digits; all other answers were compared exactly.
`

const notes = `* **hand** is the decision as plain Go on a struct. In W7 it searches or hashes, as a person would; decimals are whole numbers of small units.
* **spine** decides tables through their shared programs. Models (W4) and expressions (W5, W8) are evaluated in a frame that is kept, as expr's machine is.
* **cel**, **expr** evaluate one expression: conditionals within each other, in W3 a list. It is compiled once, cel's with its
  constants folded; expr's machine is kept. Their input is a map of Go values, with doubles for decimals and ` + "`time.Time`" + ` for dates.
* **cedar** has a policy for each rule; those that permit are the answer. Its context is made beforehand in its own types.
* **feelin** is called as its API is: it parses at every call. **feelin kept** keeps the parsed expression, which needs a change to its
  module; it shows what the evaluation alone takes. W7 is a filter over the rules as data, as it cannot nest 1,000 conditionals.
* **zen** keeps a decision table, in W4 and "context" a node of expressions; other expressions it parses at every call, which
  is quicker than a decision of one. It has its own decimals inside, and JavaScript's doubles at its border.
* Peers in node run in loops there, on objects of JavaScript: nothing crosses to Go while the time runs.
`

// write writes RESULTS.md.
func (r *results) write(w io.Writer, machine []string) {
	fmt.Fprint(w, "# spine: a benchmark against the field\n\nWritten by `bench/run`, which checked every answer of every peer before it timed it. Read ratios, not nanoseconds.\n\n")
	for _, line := range machine {
		fmt.Fprintf(w, "* %s\n", line)
	}
	usual, largest := r.spreads()
	fmt.Fprintf(w, "* half the distance between the quartiles of the rounds, as a part of the median: usually %.0f %%, at worst %.0f %%\n", 100*usual, 100*largest)
	fmt.Fprint(w, "\n## The field\n\n", legend, "\n")
	r.table(w)
	fmt.Fprint(w, "Where another engine is ahead of spine:\n\n")
	behind := r.behind()
	if behind == nil {
		behind = []string{"nowhere"}
	}
	for _, line := range behind {
		fmt.Fprintf(w, "* %s\n", line)
	}
	fmt.Fprint(w, "\n## Loads, whole runs, two goroutines\n\n")
	r.loads(w)
	r.runs(w)
	r.both(w)
	fmt.Fprint(w, "The times are CPU times, also of the run whose record is flushed to the disk. With two goroutines, equal CPU times tell that none makes the\nother's work longer; that both work at once only the wall time tells, on a machine that has a processor for each.\n\n## Budgets\n\n")
	r.promised(w)
	fmt.Fprint(w, "## The peers\n\n", notes, "\nWhat a peer cannot express, or was not asked:\n\n")
	for _, line := range r.lacking() {
		fmt.Fprintf(w, "* %s\n", line)
	}
}

// machineLines tells what was measured where.
func machineLines(n *node, p plan) []string {
	lines := []string{
		fmt.Sprintf("%s; %s, %d processors, %s/%s; load %s", time.Now().UTC().Format("2006-01-02 15:04 UTC"), processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load()),
		fmt.Sprintf("medians of %d rounds, in each of which every peer decides for %v of CPU time in turn; CPU time is that of the whole process (getrusage; in node process.cpuUsage), with its garbage collection", p.rounds, p.each),
		"spine at " + revision(),
	}
	versions := []string{runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if slices.Contains([]string{"cel.dev/cel-go", "github.com/expr-lang/expr", "github.com/cedar-policy/cedar-go"}, d.Path) {
				versions = append(versions, d.Path+" "+d.Version)
			}
		}
	}
	if n != nil {
		for _, name := range []string{"node", feelinPackage, zenPackage} {
			if v := n.Versions[name]; v != "" {
				versions = append(versions, name+" "+strings.TrimPrefix(v, "v"))
			}
		}
	}
	return append(lines, strings.Join(versions, ", "))
}

func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "an unknown processor"
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if name, value, _ := strings.Cut(s.Text(), ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "an unknown processor"
}

// load is how many processes want a processor, on average of the last minute.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(b), " ")
	if err != nil {
		return "unknown"
	}
	return first
}

func revision() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return "an unknown revision"
	}
	return strings.TrimSpace(string(out))
}
