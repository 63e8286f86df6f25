package judgment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/decision-spine/spine/judgment"
)

func rowsText(cases ...string) string {
	return `{"format":"spine.graph-rows/1","cases":[` + strings.Join(cases, ",") + `]}`
}

func loadRows(t testing.TB, cases ...string) *judgment.Rows {
	t.Helper()
	rows, err := judgment.LoadRows("rows.json", []byte(rowsText(cases...)))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestLoadRows(t *testing.T) {
	row := func(members string) string { return rowsText(`{"id":"r","inputs":{},` + members + `}`) }
	const disposition = `"expectedDisposition":{}`
	minimal := func(n int) string {
		var cases []string
		for i := range n {
			cases = append(cases, fmt.Sprintf(`{"id":"%d","inputs":{"a":{"facts":{"x":"y"}}},"expectedDisposition":{"kind":"outcome","outcomeId":"yes","reasons":[],"handoff":{"state":"none"}},
				"expectedNodes":{"a":{"kind":"outcome","outcomeId":"yes","reasons":[],"handoff":{"state":"none"}},"b":{"kind":"outcome","outcomeId":"yes","reasons":[],"handoff":{"state":"none"}}}}`, i))
		}
		return rowsText(cases...)
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a disposition", row(disposition), nil},
		{"all that goes with it", row(disposition + `,"expectedNodes":{"a":5},"expectedHandoffTarget":null,"expectedNodeHandoffTargets":{"a":{"kind":"queue","name":"Q"},"b":null}`), nil},
		{"an error", row(`"expectedErrorClass":"malformed-input"`), nil},
		{"an error and its phase", row(`"expectedErrorClass":"malformed-input","expectedErrorPhase":"preflight"`), nil},
		{"a refusal", row(`"expectedRefusal":{"code":"graph_inputs_json"}`), nil},
		{"a refusal at a node", row(`"expectedRefusal":{"code":"graph_inputs_json","node":"a"}`), nil},
		{"a disposition that is none", row(`"expectedDisposition":null`), nil},
		{"inputs that no run takes", rowsText(`{"id":"r","inputs":null,"expectedErrorClass":"x"}`), nil},
		{"10,000 cases", minimal(10_000), nil},
		{"2,500,000 values", row(fmt.Sprintf(`"expectedDisposition":[0%s]`, strings.Repeat(",0", 2_500_000-8))), nil},
		{"one more", row(fmt.Sprintf(`"expectedDisposition":[0%s]`, strings.Repeat(",0", 2_500_000-7))), []string{"rows_json /cases/0/expectedDisposition/2499993"}},
		{"10,001 cases", minimal(10_001), []string{"rows_shape /cases"}},

		{"nothing", ``, []string{"rows_json "}},
		{"a repeated member", row(disposition + `,"expectedDisposition":{}`), []string{"rows_json /cases/0/expectedDisposition"}},
		{"more than 16 MiB", row(disposition) + strings.Repeat(" ", 16<<20), []string{"rows_json "}},
		{"no object", `[]`, []string{"rows_format "}},
		{"no format", `{"cases":[]}`, []string{"rows_format /format"}},
		{"another format", `{"format":"spine.graph/1","cases":[],"x":1}`, []string{"rows_format /format"}},
		{"no cases", `{"format":"spine.graph-rows/1"}`, []string{"rows_empty /cases"}},
		{"no case", rowsText(), []string{"rows_empty /cases"}},
		{"a folded name", `{"format":"spine.graph-rows/1","Cases":[]}`, []string{"rows_shape /Cases", "rows_empty /cases"}},
		{"cases of another type", `{"format":"spine.graph-rows/1","cases":{}}`, []string{"rows_shape /cases"}},
		{"a case of another type", rowsText(`5`), []string{"rows_shape /cases/0"}},
		{"an unknown member", row(disposition + `,"expecteddisposition":{}`), []string{"rows_shape /cases/0/expecteddisposition"}},
		{"a description", row(disposition + `,"description":"D"`), []string{"rows_shape /cases/0/description"}},
		{"no id", rowsText(`{"inputs":{},` + disposition + `}`), []string{"rows_row /cases/0/id"}},
		{"an empty id", rowsText(`{"id":"","inputs":{},` + disposition + `}`), []string{"rows_row /cases/0/id"}},
		{"an id of another type", rowsText(`{"id":1,"inputs":{},` + disposition + `}`), []string{"rows_shape /cases/0/id"}},
		{"a repeated id", rowsText(`{"id":"r","inputs":{},`+disposition+`}`, `{"id":"s","inputs":{},`+disposition+`}`, `{"id":"\u0072","inputs":{},`+disposition+`}`), []string{"rows_row /cases/2/id"}},
		{"no inputs", rowsText(`{"id":"r",` + disposition + `}`), []string{"rows_row /cases/0/inputs"}},
		{"no expectation", rowsText(`{"id":"r","inputs":{}}`), []string{"rows_row /cases/0"}},
		{"two expectations", row(disposition + `,"expectedErrorClass":"x"`), []string{"rows_row /cases/0"}},
		{"two others", row(`"expectedRefusal":{"code":"c"},"expectedErrorClass":"x"`), []string{"rows_row /cases/0"}},
		{"a phase without a class", row(disposition + `,"expectedErrorPhase":"preflight"`), []string{"rows_row /cases/0/expectedErrorPhase"}},
		{"a phase alone", row(`"expectedErrorPhase":"preflight"`), []string{"rows_row /cases/0", "rows_row /cases/0/expectedErrorPhase"}},
		{"nodes with a class", row(`"expectedErrorClass":"x","expectedNodes":{}`), []string{"rows_row /cases/0/expectedNodes"}},
		{"a target with a class", row(`"expectedErrorClass":"x","expectedHandoffTarget":null`), []string{"rows_row /cases/0/expectedHandoffTarget"}},
		{"targets with a refusal", row(`"expectedRefusal":{"code":"c"},"expectedNodeHandoffTargets":{}`), []string{"rows_row /cases/0/expectedNodeHandoffTargets"}},
		{"a class of another type", row(`"expectedErrorClass":null`), []string{"rows_shape /cases/0/expectedErrorClass"}},
		{"a phase of another type", row(`"expectedErrorClass":"x","expectedErrorPhase":1`), []string{"rows_shape /cases/0/expectedErrorPhase"}},
		{"a refusal without a code", row(`"expectedRefusal":{}`), []string{"rows_shape /cases/0/expectedRefusal/code"}},
		{"a refusal with more", row(`"expectedRefusal":{"code":"c","path":"/"}`), []string{"rows_shape /cases/0/expectedRefusal/path"}},
		{"a refusal at no node", row(`"expectedRefusal":{"code":"c","node":null}`), []string{"rows_shape /cases/0/expectedRefusal/node"}},
		{"nodes of another type", row(disposition + `,"expectedNodes":[]`), []string{"rows_shape /cases/0/expectedNodes"}},
		{"a target of another type", row(disposition + `,"expectedHandoffTarget":"Q"`), []string{"rows_shape /cases/0/expectedHandoffTarget"}},
		{"a target without a name", row(disposition + `,"expectedHandoffTarget":{"kind":"queue"}`), []string{"rows_shape /cases/0/expectedHandoffTarget/name"}},
		{"a target with a message", row(disposition + `,"expectedHandoffTarget":{"kind":"queue","name":"Q","message":"M"}`), []string{"rows_shape /cases/0/expectedHandoffTarget/message"}},
		{"a target's name of another type", row(disposition + `,"expectedHandoffTarget":{"kind":"queue","name":1}`), []string{"rows_shape /cases/0/expectedHandoffTarget/name"}},
		{"a node's target of another type", row(disposition + `,"expectedNodeHandoffTargets":{"a/b":{"kind":null,"name":"Q"}}`), []string{"rows_shape /cases/0/expectedNodeHandoffTargets/a~1b/kind"}},
		{"several, by case", `{"x":1,"format":"spine.graph-rows/1","cases":[{"inputs":{}},{"id":"s","z":1,"a":1},3]}`, []string{
			"rows_shape /x", "rows_row /cases/0", "rows_row /cases/0/id", "rows_row /cases/1", "rows_shape /cases/1/a", "rows_row /cases/1/inputs", "rows_shape /cases/1/z", "rows_shape /cases/2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, err := judgment.LoadRows("rows.json", []byte(c.text))
			same(t, "findings", toldBy(t, err), c.want...)
			if err == nil && rows.Len() == 0 {
				t.Error("there are no rows")
			}
		})
	}
}
