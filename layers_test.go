package spine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/decision-spine/spine"

// layers are those of ARCHITECTURE.md: a package may import packages of lower
// layers, and of its own layer only where sideways says so.
var layers = map[string]int{
	"cmd/spine": 6, "spinetest": 6, "internal/tck": 6, "internal/gen": 6, "internal/codes": 6,
	"": 5, "judgment": 5,
	"record": 4, "record/storetest": 4,
	"drd": 3,
	"dmn": 2, "gate": 2,
	"feel": 1, "dmn/xml": 1,
	"diag": 0, "schemas": 0,
	"internal/decimal": 0, "internal/temporal": 0, "internal/source": 0, "internal/limits": 0,
	"internal/graph": 0, "internal/strictjson": 0, "internal/canon": 0, "internal/yaml": 0,
	"internal/xpathre": 0, "internal/ordered": 0, "internal/sample": 0,
}

// sideways are the arrows within a layer.
var sideways = []string{
	"cmd/spine -> spinetest", "cmd/spine -> internal/tck", "internal/gen -> internal/codes", "record/storetest -> record",
	"internal/source -> diag", "internal/yaml -> diag", "internal/yaml -> internal/source",
	"internal/yaml -> internal/limits", "internal/canon -> internal/strictjson",
}

// upward gives the arrows that do not point down.
func upward(imports map[string][]string) []string {
	var out []string
	for from, tos := range imports {
		for _, to := range tos {
			arrow := from + " -> " + to
			fromLayer, known := layers[from]
			toLayer, toKnown := layers[to]
			switch {
			case !known:
				out = append(out, from+" has no layer")
			case !toKnown:
				out = append(out, to+" has no layer")
			case toLayer > fromLayer, toLayer == fromLayer && !slices.Contains(sideways, arrow):
				out = append(out, fmt.Sprintf("%s (layer %d to %d)", arrow, fromLayer, toLayer))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestLayersPointDown(t *testing.T) {
	for _, arrow := range upward(moduleImports(t)) {
		t.Error(arrow)
	}
}

func TestUpwardArrowIsFound(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"feel", "dmn", "feel -> dmn (layer 1 to 2)"},
		{"dmn", "gate", "dmn -> gate (layer 2 to 2)"},
		{"record", "drd", ""},
		{"internal/decimal", "feel", "internal/decimal -> feel (layer 0 to 1)"},
		{"drd", "", "drd ->  (layer 3 to 5)"},
		{"new/package", "feel", "new/package has no layer"},
	} {
		got := strings.Join(upward(map[string][]string{c.from: {c.to}}), "; ")
		if got != c.want {
			t.Errorf("%s -> %s: got %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// The library opens no connection and starts no process: what it is made of does
// not even reach the packages for that.
func TestLibraryReachesNoNetworkAndNoProcess(t *testing.T) {
	forbidden := []string{"net", "net/http", "os/exec", "crypto/tls", "plugin"}
	reached := func(packages ...string) (found []string) {
		for _, p := range goList(t, append([]string{"-deps"}, packages...)...) {
			if slices.Contains(forbidden, p.ImportPath) {
				found = append(found, p.ImportPath)
			}
		}
		return found
	}
	if found := reached("./diag/...", "./schemas/...", "./feel/...", "./dmn/...", "./gate/...", "./drd/...", "./record", "./judgment", "."); found != nil {
		t.Errorf("the library reaches %s", found)
	}
	if found := reached("./cmd/spine"); !slices.Contains(found, "os/exec") {
		t.Errorf("the command line, which starts agents, reaches only %s", found)
	}
}

// moduleImports gives which package of the module imports which, tests aside,
// named from the module's root.
func moduleImports(t *testing.T) map[string][]string {
	imports := map[string][]string{}
	for _, p := range goList(t, "./...") {
		from, _ := local(p.ImportPath)
		if strings.HasPrefix(from, "examples/") {
			continue
		}
		imports[from] = nil
		for _, i := range p.Imports {
			if to, ok := local(i); ok {
				imports[from] = append(imports[from], to)
			}
		}
	}
	return imports
}

func local(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

type listed struct {
	ImportPath string
	Imports    []string
}

func goList(t *testing.T, args ...string) []listed {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports"}, args...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	var ps []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return ps
		} else if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
}
