package dmn_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/feel"
)

func columnType(t testing.TB, name string) dmn.ColumnType {
	t.Helper()
	typ, ok := dmn.ParseColumnType(name)
	if !ok {
		t.Fatalf("%q is no type", name)
	}
	return typ
}

func TestParseColumnType(t *testing.T) {
	for name, want := range map[string]string{
		"string": "string", "number": "number", "boolean": "boolean", "date": "date", "time": "time",
		"date_time": "date and time", "days": "number", "months": "number", "duration": "duration", "any": "Any",
		"list<days>": "list<number>", "list<list<date_time>>": "list<list<date and time>>",
	} {
		typ := columnType(t, name)
		if typ.String() != name || typ.FEEL().String() != want {
			t.Errorf("%s: got %s, in FEEL %s, want %s", name, typ, typ.FEEL(), want)
		}
	}
	for _, name := range []string{
		"", "text", "Number", " number", "number ", "list", "list<>", "list<number", "list<number>>", "list< number>",
		"list<list>", "date and time", "range", strings.Repeat("list<", 17) + "any" + strings.Repeat(">", 17),
	} {
		if typ, ok := dmn.ParseColumnType(name); ok {
			t.Errorf("%q: got %s, want none", name, typ)
		}
	}
	if got := (dmn.ColumnType{}).FEEL(); got != feel.AnyType {
		t.Errorf("the zero type: got %s, want Any", got)
	}
}

// value gives the value of a literal, or of a list of them, in the words of FEEL.
func value(t testing.TB, text string) feel.Value {
	t.Helper()
	kinds := map[string]feel.Kind{"date": feel.KindDate, "time": feel.KindTime, "date_time": feel.KindDateTime, "days": feel.KindDays, "months": feel.KindMonths}
	switch kind, rest, ok := strings.Cut(text, " "); {
	case strings.HasPrefix(text, "["):
		items := []feel.Value{}
		for _, item := range strings.Split(strings.Trim(text, "[]"), ", ") {
			items = append(items, value(t, item))
		}
		return feel.List(items...)
	case ok && kind == "string":
		return feel.String(rest)
	case ok:
		v, err := feel.ParseTemporal(kinds[kind], rest)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v, err := dmn.ColumnType{Name: "any"}.Literal(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCoerce(t *testing.T) {
	samples := []string{
		"null", "true", "5", "string x", "date 2026-06-01", "time 10:00:00", "date_time 2026-06-01T10:00:00", "days P10D", "months P1Y",
		"[1, 2]", "[days P1D, null]", "[string a, 1]",
	}
	for _, c := range []struct {
		typ     string
		coerced string // what becomes of each sample; "!" where it does not fit
		result  string
	}{
		{"any", `null|true|5|"x"|@"2026-06-01"|@"10:00:00"|@"2026-06-01T10:00:00"|@"P10D"|@"P1Y"|[1, 2]|[@"P1D", null]|["a", 1]`, "="},
		{"boolean", `null|true|!|!|!|!|!|!|!|!|!|!`, "="},
		{"number", `null|!|5|!|!|!|!|!|!|!|!|!`, "="},
		{"string", `null|!|!|"x"|!|!|!|!|!|!|!|!`, "="},
		{"date", `null|!|!|!|@"2026-06-01"|!|!|!|!|!|!|!`, "="},
		{"time", `null|!|!|!|!|@"10:00:00"|!|!|!|!|!|!`, "="},
		{"date_time", `null|!|!|!|!|!|@"2026-06-01T10:00:00"|!|!|!|!|!`, "="},
		{"duration", `null|!|!|!|!|!|!|@"P10D"|@"P1Y"|!|!|!`, "="},
		{"days", `null|!|!|!|!|!|!|10|!|!|!|!`, `null|!|5|!|!|!|!|!|!|!|!|!`},
		{"months", `null|!|!|!|!|!|!|!|12|!|!|!`, `null|!|5|!|!|!|!|!|!|!|!|!`},
		{"list<any>", `null|!|!|!|!|!|!|!|!|[1, 2]|[@"P1D", null]|["a", 1]`, "="},
		{"list<number>", `null|!|!|!|!|!|!|!|!|[1, 2]|!|!`, "="},
		{"list<days>", `null|!|!|!|!|!|!|!|!|!|[1, null]|!`, `null|!|!|!|!|!|!|!|!|[1, 2]|!|!`},
	} {
		typ := columnType(t, c.typ)
		if c.result == "=" {
			c.result = c.coerced
		}
		for what, f := range map[string]func(feel.Value) (feel.Value, bool){"coerced": typ.Coerce, "result": typ.Result} {
			want := strings.Split(c.coerced, "|")
			if what == "result" {
				want = strings.Split(c.result, "|")
			}
			for i, text := range samples {
				v := value(t, text)
				got, ok := f(v)
				switch {
				case !ok && got.String() != v.String():
					t.Errorf("%s %s: %s was refused and became %s", c.typ, what, v, got)
				case ok && got.String() != want[i], !ok && want[i] != "!":
					t.Errorf("%s %s: %s gave %s (%v), want %s", c.typ, what, v, got, ok, want[i])
				}
			}
		}
	}
}

// Fractions of a day are kept, as far as 34 digits hold them.
func TestCoerceFractions(t *testing.T) {
	days := columnType(t, "days")
	for text, want := range map[string]string{
		"P1DT12H": "1.5", "-PT6H": "-0.25", "PT0S": "0", "PT1S": "0.00001157407407407407407407407407407407", "P999DT23H59M59.999999999S": "999.9999999999999884259259259259259",
	} {
		if got, ok := days.Coerce(value(t, "days "+text)); !ok || got.String() != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	if got, ok := columnType(t, "list<list<months>>").Coerce(feel.List(feel.List(value(t, "months -P1Y2M")), feel.Null)); !ok || got.String() != "[[-14], null]" {
		t.Errorf("got %s", got)
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct{ typ, text, want string }{
		{"string", "affordable", `"affordable"`},
		{"string", "no", `"no"`},
		{"string", "", `""`},
		{"string", `"quoted"`, `"\"quoted\""`},
		{"number", "0.10", "0.1"},
		{"number", "-5", "-5"},
		{"number", ".5", "0.5"},
		{"number", "1e3", "1000"},
		{"number", "1234567890123456789012345678901234", "1234567890123456789012345678901234"},
		{"number", "12345678901234567890123456789012345", "!"},
		{"number", "1e9999", "!"},
		{"number", "+5", "!"},
		{"number", " 5", "!"},
		{"number", "1,000", "!"},
		{"number", "5.", "!"},
		{"number", "0x10", "!"},
		{"number", "NaN", "!"},
		{"number", "", "!"},
		{"number", "null", "!"},
		{"boolean", "true", "true"},
		{"boolean", "false", "false"},
		{"boolean", "True", "!"},
		{"boolean", "yes", "!"},
		{"date", "2026-06-01", `@"2026-06-01"`},
		{"date", "2026-02-29", "!"},
		{"date", `"2026-06-01"`, "!"},
		{"date", "2026-06-01T00:00:00", "!"},
		{"time", "10:00:00Z", `@"10:00:00Z"`},
		{"time", "10:00", "!"},
		{"date_time", "2026-06-01T10:00:00+02:00", `@"2026-06-01T10:00:00+02:00"`},
		{"duration", "P1DT2H", `@"P1DT2H"`},
		{"duration", "P14M", `@"P1Y2M"`},
		{"duration", "P1Y2D", "!"},
		{"days", "1.5", "1.5"},
		{"days", "P1D", "!"},
		{"months", "14", "14"},
		{"months", "P14M", "!"},
		{"any", "10", "10"},
		{"any", "true", "true"},
		{"any", "null", "null"},
		{"any", "True", `"True"`},
		{"any", "2026-06-01", `"2026-06-01"`},
		{"any", "", `""`},
		{"any", "1e9999", "!"},
		{"list<number>", "1", "!"},
	} {
		v, err := columnType(t, c.typ).Literal(c.text)
		if got := v.String(); err == nil && got != c.want || err != nil && c.want != "!" {
			t.Errorf("%s %q: got %s, %v, want %s", c.typ, c.text, got, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), strings.Trim(c.text, `"`)) {
			t.Errorf("%s %q: the error %q does not name the text", c.typ, c.text, err)
		}
	}
}

// A literal is a value that its type accepts, unchanged.
func TestLiteralIsResult(t *testing.T) {
	names := []string{"string", "number", "boolean", "date", "time", "date_time", "days", "months", "duration", "any"}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`-?[0-9]{0,40}(\.[0-9]{1,4})?(e-?[0-9]{1,4})?|true|false|null`),
		rapid.StringMatching(`[0-9]{4}-[01][0-9]-[0-3][0-9](T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z?)?|-?P[0-9]Y[0-9]M|P[0-9]DT[0-9]H`))
	rapid.Check(t, func(t *rapid.T) {
		typ, _ := dmn.ParseColumnType(rapid.SampledFrom(names).Draw(t, "type"))
		v, err := typ.Literal(text.Draw(t, "text"))
		if err != nil {
			return
		}
		if got, ok := typ.Result(v); !ok || got.String() != v.String() {
			t.Fatalf("%s does not accept its literal %s", typ, v)
		}
	})
}

func TestCoerceAllocates(t *testing.T) {
	v, days := feel.Int(5), value(t, "days P10D")
	number, daysType := columnType(t, "number"), columnType(t, "days")
	if n := testing.AllocsPerRun(100, func() {
		number.Coerce(v)
		daysType.Coerce(days)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
