package judgment_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

// literals are conditions of the three values; unknown reads a fact that is
// missing.
var literals = map[string]string{
	"true": `{"op":"literal","value":true}`, "false": `{"op":"literal","value":false}`,
	"unknown": `{"op":"fact","path":"/no/such/fact","operator":"equals","value":1}`,
}

func factCondition(path, operator, operand string) string {
	return fmt.Sprintf(`{"op":"fact","path":%s,"operator":%q,"value":%s}`, quoted(path), operator, operand)
}

// valueOf evaluates a condition on facts: true, false or unknown.
func valueOf(t testing.TB, condition, facts, evidence string) string {
	t.Helper()
	p := load(t, packOf(`"evidenceRequirements":[{"id":"e","description":"E","required":false}],
"rules":[{"id":"r","description":"R","when":`+condition+`,"outcome":"a","onUnknown":"escalate"}]`))
	e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(facts), Evidence: []byte(evidence), HasEvidence: evidence != ""})
	if err != nil {
		t.Fatalf("%s: %v", condition, err)
	}
	value := e.Trace[len(e.Trace)-1].Condition
	want := map[string]string{
		"true":    `{"handoff":{"state":"none"},"kind":"outcome","outcomeId":"a","reasons":[]}`,
		"false":   `{"handoff":{"state":"none"},"kind":"unresolved","reasons":["no-match"]}`,
		"unknown": `{"handoff":{"state":"none"},"kind":"unresolved","reasons":["unknown"]}`,
	}[value]
	if got := string(e.Disposition.Canonical()); got != want {
		t.Errorf("%s is %s, and gives %s", condition, value, got)
	}
	return value
}

func TestCombinations(t *testing.T) {
	ofAll := map[string]string{"true true": "true", "true unknown": "unknown", "unknown unknown": "unknown", "false true": "false", "false unknown": "false", "false false": "false"}
	ofAny := map[string]string{"true true": "true", "true unknown": "true", "unknown unknown": "unknown", "false true": "true", "false unknown": "unknown", "false false": "false"}
	for op, table := range map[string]map[string]string{"all": ofAll, "any": ofAny} {
		for pair, want := range table {
			x, y, _ := strings.Cut(pair, " ")
			for _, children := range []string{literals[x] + "," + literals[y], literals[y] + "," + literals[x], literals[y] + "," + literals[x] + "," + literals[y]} {
				if got := valueOf(t, fmt.Sprintf(`{"op":%q,"conditions":[%s]}`, op, children), "{}", ""); got != want {
					t.Errorf("%s of %s is %s", op, pair, got)
				}
			}
		}
		for value, literal := range literals {
			if got := valueOf(t, fmt.Sprintf(`{"op":%q,"conditions":[%s]}`, op, literal), "{}", ""); got != value {
				t.Errorf("%s of %s is %s", op, value, got)
			}
		}
	}
	for value, want := range map[string]string{"true": "false", "false": "true", "unknown": "unknown"} {
		not := `{"op":"not","condition":` + literals[value] + `}`
		if got := valueOf(t, not, "{}", ""); got != want {
			t.Errorf("not %s is %s", value, got)
		}
		if got := valueOf(t, `{"op":"not","condition":`+not+`}`, "{}", ""); got != value {
			t.Errorf("not not %s is %s", value, got)
		}
	}
}

func TestEvidencePresent(t *testing.T) {
	const condition = `{"op":"evidence-present","evidenceRequirement":"e"}`
	for evidence, want := range map[string]string{
		`{"e":"present"}`: "true", `{"e":"absent"}`: "false", `{"e":"unknown"}`: "unknown", `{}`: "unknown", "": "unknown",
	} {
		if got := valueOf(t, condition, "null", evidence); got != want {
			t.Errorf("with %q it is %s", evidence, got)
		}
	}
}

// pointers and what they lead to in these facts.
const pointedFacts = `{"":{"":1},"a":{"b":"deep"},"a/b":2,"m~n":3,"~1":4,"~0":5,"~01":6,"list":[10,[20],null],"0":7,"01":8,"-":9,"+1":11," ":12,"null":null,"text":"abc",
"é":13,"\n":14,"A":15,"%7E":16,"\u0000":17}`

func TestPointers(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"", pointedFacts}, {"/", `{"":1}`}, {"//", "1"}, {"/a/b", `"deep"`}, {"/a~1b", "2"}, {"/m~0n", "3"}, {"/~01", "4"}, {"/~00", "5"}, {"/~001", "6"},
		{"/list/0", "10"}, {"/list/1/0", "20"}, {"/list/2", "null"}, {"/0", "7"}, {"/01", "8"}, {"/-", "9"}, {"/+1", "11"}, {"/ ", "12"}, {"/null", "null"},
		{"/text", `"abc"`}, {"/é", "13"}, {"/\n", "14"}, {"/A", "15"}, {"/%7E", "16"}, {"/\x00", "17"},
	} {
		if got := valueOf(t, factCondition(c.path, "equals", c.want), pointedFacts, ""); got != "true" {
			t.Errorf("%q does not lead to %s: %s", c.path, c.want, got)
		}
	}
	for _, path := range []string{
		"/b", "///", "/a/", "/a/b/", "/a/B", "/list/3", "/list/00", "/list/01", "/list/-", "/list/+1", "/list/-1", "/list/1.0", "/list/1e0", "/list/", "/list/ 0", "/list/0 ", "/list/١", "/list/18446744073709551616",
		"/list/99999999999999999999999999", "/list/4294967296", "/list/x", "/null/0", "/null/", "/text/0", "/text/length", "/text/", "/0/0", "/list/0/0", "/m~0", "/e\u0301", "/~1",
	} {
		for _, operator := range []string{"equals", "not-equals", "in", "less-than", "greater-than-or-equal"} {
			operand := map[string]string{"in": "[null]", "less-than": `"1"`, "greater-than-or-equal": `"1"`}[operator]
			if operand == "" {
				operand = "null"
			}
			if got := valueOf(t, factCondition(path, operator, operand), pointedFacts, ""); got != "unknown" {
				t.Errorf("%q %s is %s", path, operator, got)
			}
		}
	}
	for facts, want := range map[string]string{`null`: "true", `"x"`: "false", `[null]`: "false"} {
		if got := valueOf(t, factCondition("", "equals", "null"), facts, ""); got != want {
			t.Errorf("%s equals null: %s", facts, got)
		}
	}
}

func TestEquality(t *testing.T) {
	for _, c := range []struct {
		fact, operand string
		same          bool
	}{
		{`null`, `null`, true}, {`true`, `true`, true}, {`"a"`, `"\u0061"`, true}, {`""`, `""`, true}, {`[]`, `[]`, true}, {`{}`, `{}`, true},
		{`1`, `1.0`, true}, {`1`, `10e-1`, true}, {`0`, `-0`, true}, {`0`, `0e99999999999999999999`, true}, {`1e400`, `10e399`, true}, {`-1e-400`, `-0.1e-399`, true}, {`1E+2`, `100`, true},
		{`9007199254740993`, `9007199254740993.0`, true}, {`[1,[2.0]]`, `[1.0,[2]]`, true}, {`{"a":1,"b":[{}]}`, `{"b":[{}],"a":1.0}`, true},
		{`1` + strings.Repeat("0", 100_000), `1e100000`, true},
		{`null`, `false`, false}, {`null`, `0`, false}, {`0`, `false`, false}, {`1`, `true`, false}, {`1`, `"1"`, false}, {`"1.0"`, `"1.00"`, false}, {`""`, `null`, false}, {`[]`, `{}`, false}, {`[]`, `null`, false},
		{`"a"`, `"A"`, false}, {`"\u00e9"`, `"e\u0301"`, false}, {`"a"`, `"a "`, false}, {`9007199254740993`, `9007199254740992`, false}, {`1e400`, `1e401`, false}, {`1`, `-1`, false}, {`1e-400`, `0`, false},
		{`0.1`, `0.1000000000000000055511151231257827`, false}, {`[1,2]`, `[2,1]`, false}, {`[1]`, `[1,1]`, false}, {`{"a":1}`, `{"A":1}`, false}, {`{"a":1}`, `{"a":1,"b":null}`, false}, {`{"a":1}`, `{"a":2}`, false},
		{`[[1]]`, `[1]`, false}, {`true`, `false`, false},
	} {
		facts := `{"f":` + c.fact + `}`
		for operator, want := range map[string]bool{"equals": c.same, "not-equals": !c.same} {
			if got := valueOf(t, factCondition("/f", operator, c.operand), facts, ""); got != strconv.FormatBool(want) {
				t.Errorf("%.40s %s %.40s is %s", c.fact, operator, c.operand, got)
			}
		}
		for operand, want := range map[string]bool{"[" + c.operand + "]": c.same, `["other",` + c.operand + `]`: c.same, `["other"]`: false, `[{"x":` + c.operand + `}]`: false} {
			if got := valueOf(t, factCondition("/f", "in", operand), facts, ""); got != strconv.FormatBool(want) {
				t.Errorf("%.40s in %.40s is %s", c.fact, operand, got)
			}
		}
	}
}

// FuzzPointers holds the resolution of a path against a naive reading of RFC 6901.
func FuzzPointers(f *testing.F) {
	for _, path := range []string{"", "/", "/a/b", "/a~1b", "/~01", "/list/1/0", "/list/01", "/list/-", "/x", "/text/0", "/~", "a"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if strings.ToValidUTF8(path, "") != path {
			return
		}
		got := "refused"
		src := packOf(`"rules":[{"id":"r","description":"R","when":` + factCondition(path, "not-equals", `"nothing"`) + `,"outcome":"a","onUnknown":"ignore"}]`)
		if p, err := judgment.LoadPack("", []byte(src)); err == nil {
			e, err := p.Evaluate(t.Context(), judgment.Inputs{Facts: []byte(pointedFacts)})
			if err != nil {
				t.Fatal(err)
			}
			got = e.Trace[0].Condition
		}
		if want := naivePointer(t, path); got != want {
			t.Errorf("%q is %s, want %s", path, got, want)
		}
	})
}

// naivePointer gives true if a path leads somewhere in pointedFacts, unknown if
// not, and refused if it is no pointer.
func naivePointer(t *testing.T, path string) string {
	unescape := func(token string) (out string, ok bool) {
		for i := 0; i < len(token); i++ {
			switch {
			case token[i] != '~':
				out += token[i : i+1]
			case strings.HasPrefix(token[i:], "~0"):
				out += "~"
				i++
			case strings.HasPrefix(token[i:], "~1"):
				out += "/"
				i++
			default:
				return "", false
			}
		}
		return out, true
	}
	if path != "" && path[0] != '/' {
		return "refused"
	}
	at, there := decoded(t, pointedFacts), true
	for _, escaped := range strings.Split(path, "/")[1:] {
		token, ok := unescape(escaped)
		if !ok {
			return "refused"
		}
		switch v := at.(type) {
		case map[string]any:
			at, ok = v[token]
		case []any:
			ok = false
			for i := range v {
				if token == strconv.Itoa(i) {
					at, ok = v[i], true
					break
				}
			}
		default:
			ok = false
		}
		there = there && ok
		if !ok {
			at = nil
		}
	}
	if there {
		return "true"
	}
	return "unknown"
}
