package judgment_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/diag"
	"github.com/decision-spine/spine/internal/codes"
	"github.com/decision-spine/spine/judgment"
)

func TestEveryCodeOfPacksHasAnExample(t *testing.T) {
	all, err := codes.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range all {
		if !strings.HasPrefix(c.Code, "JPS-") {
			continue
		}
		n++
		faults := tryExample(t, c.Example)
		if len(faults) == 0 {
			t.Errorf("%s: nothing is wrong with the example %s", c.Code, c.Example)
		}
		for _, f := range faults {
			if string(f.Code) != c.Code {
				t.Errorf("%s: the example %s gives %v", c.Code, c.Example, f)
			}
		}
	}
	if n != 41 {
		t.Errorf("%d codes", n)
	}
}

func tryExample(t *testing.T, example string) diag.List {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in := judgment.Inputs{Facts: []byte("{}")}
	what, text, _ := strings.Cut(example, ":")
	switch what {
	case "evidence":
		in.Evidence, in.HasEvidence = []byte(text), true
	case "work limit":
		in.WorkLimit, _ = strconv.Atoi(strings.TrimSpace(text))
	case "cancelled":
		cancel()
	case "disposition":
		_, err := judgment.DecodeDisposition([]byte(text))
		return diag.Of(err)
	default:
		src, new, change := strings.Cut(example, " ->")
		if change {
			src = changed(t, parking, src, strings.TrimSpace(new))
		} else {
			src = parts(t, example)
		}
		_, faults := judgment.Validate("", []byte(src), nil)
		return faults
	}
	_, err := load(t, parking).Evaluate(ctx, in)
	return diag.Of(err)
}

// parts joins quoted texts, each of which "* N" behind it repeats.
func parts(t *testing.T, example string) string {
	t.Helper()
	var b strings.Builder
	for example != "" {
		quoted, err := strconv.QuotedPrefix(example)
		if err != nil {
			t.Fatalf("%s: %v", example, err)
		}
		text, _ := strconv.Unquote(quoted)
		n := 1
		example = strings.TrimSpace(example[len(quoted):])
		if _, err := fmt.Sscanf(example, "* %d", &n); err == nil {
			example = strings.TrimSpace(strings.TrimPrefix(example, fmt.Sprint("* ", n)))
		}
		b.WriteString(strings.Repeat(text, n))
	}
	return b.String()
}
