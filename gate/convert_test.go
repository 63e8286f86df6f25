package gate_test

import "testing"

// What an instance means: FEEL prints temporal values with an @.
func TestConversion(t *testing.T) {
	for _, c := range []struct{ schema, instance, want string }{
		{`{"format": "date"}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"format": "date-time"}`, `"2026-06-01T09:30:00.120Z"`, `@"2026-06-01T09:30:00.12Z"`},
		{`{"format": "date-time"}`, `"2026-06-01T09:30:00+05:30"`, `@"2026-06-01T09:30:00+05:30"`},
		{`{"format": "time"}`, `"09:30:00-08:00"`, `@"09:30:00-08:00"`},
		{`{"format": "duration"}`, `"P2W"`, `@"P14D"`},
		{`{"format": "duration"}`, `"P1Y2M"`, `@"P1Y2M"`},
		{`{"format": "duration"}`, `"PT36H"`, `@"P1DT12H"`},
		{`{"format": "uuid"}`, `"00000000-0000-0000-0000-000000000000"`, `"00000000-0000-0000-0000-000000000000"`},
		{`{"type": "string"}`, `"2026-06-01"`, `"2026-06-01"`},
		{`{"type": ["string", "null"], "format": "date"}`, `null`, `null`},
		{`{"format": "date"}`, `20260601`, `20260601`},

		// below
		{`{"properties": {"d": {"format": "date"}}}`, `{"z": "2026-06-01", "d": "2026-06-01", "a": 1.50}`, `{z: "2026-06-01", d: @"2026-06-01", a: 1.5}`},
		{`{"patternProperties": {"_on$": {"format": "date"}}}`, `{"born_on": "2026-06-01", "born": "x"}`, `{born_on: @"2026-06-01", born: "x"}`},
		{`{"properties": {"a": true}, "additionalProperties": {"format": "date"}}`, `{"a": "2026-06-01", "b": "2026-06-01"}`, `{a: "2026-06-01", b: @"2026-06-01"}`},
		{`{"prefixItems": [true, {"format": "date"}], "items": {"format": "duration"}}`, `["2026-06-01", "2026-06-01", "P1D"]`, `["2026-06-01", @"2026-06-01", @"P1D"]`},
		{`{"items": {"items": {"properties": {"d": {"format": "date"}}}}}`, `[[], [{"d": "2026-06-01"}], [1]]`, `[[], [{d: @"2026-06-01"}], [1]]`},

		// in place
		{`{"$ref": "#/$defs/day", "$defs": {"day": {"format": "date"}}}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"$dynamicRef": "#day", "$defs": {"d": {"$dynamicAnchor": "day", "format": "date"}}}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"properties": {"next": {"$ref": "#"}, "d": {"format": "date"}}}`, `{"next": {"next": {"d": "2026-06-01"}}}`, `{next: {next: {d: @"2026-06-01"}}}`},
		{`{"allOf": [{"type": "string"}, {"format": "date"}]}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"anyOf": [{"type": "null"}, {"type": "string", "format": "date"}]}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"anyOf": [{"format": "date"}, {"const": "unknown"}]}`, `"unknown"`, `"unknown"`},
		{`{"anyOf": [{"type": "string"}, {"format": "date"}]}`, `"2026-06-01"`, `@"2026-06-01"`},
		{`{"oneOf": [{"format": "date"}, {"format": "date-time"}]}`, `"2026-06-01T00:00:00Z"`, `@"2026-06-01T00:00:00Z"`},
		{`{"oneOf": [{"properties": {"k": {"const": 1}, "v": {"format": "date"}}}, {"properties": {"k": {"const": 2}}}]}`,
			`{"k": 2, "v": "2026-06-01"}`, `{k: 2, v: "2026-06-01"}`},
		{`{"if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"v": {"format": "date"}}}, "else": {"properties": {"v": {"format": "duration"}}}}`,
			`{"k": 1, "v": "2026-06-01"}`, `{k: 1, v: @"2026-06-01"}`},
		{`{"if": {"properties": {"k": {"const": 1}}}, "then": {"properties": {"v": {"format": "date"}}}, "else": {"properties": {"v": {"format": "duration"}}}}`,
			`{"k": 2, "v": "P1D"}`, `{k: 2, v: @"P1D"}`},
		{`{"dependentSchemas": {"k": {"properties": {"v": {"format": "date"}}}}}`, `{"v": "2026-06-01"}`, `{v: "2026-06-01"}`},
		{`{"dependentSchemas": {"k": {"properties": {"v": {"format": "date"}}}}}`, `{"k": 1, "v": "2026-06-01"}`, `{k: 1, v: @"2026-06-01"}`},

		// where a format is only asserted
		{`{"if": {"format": "date"}, "then": true}`, `"2026-06-01"`, `"2026-06-01"`},
		{`{"contains": {"format": "date"}}`, `["2026-06-01"]`, `["2026-06-01"]`},
		{`{"not": {"not": {"format": "date"}}}`, `"2026-06-01"`, `"2026-06-01"`},
		{`{"unevaluatedProperties": {"format": "date"}}`, `{"a": "2026-06-01"}`, `{a: "2026-06-01"}`},
	} {
		o, err := compiled(t, c.schema).Admit([]byte(c.instance))
		if err != nil {
			t.Errorf("%s <- %s: %v", c.schema, c.instance, err)
			continue
		}
		if got := o.Value.String(); got != c.want {
			t.Errorf("%s <- %s is %s, want %s", c.schema, c.instance, got, c.want)
		}
	}
}

// The value as it came keeps its strings, its order and its exact numbers.
func TestObjectAsItCame(t *testing.T) {
	o, err := compiled(t, twelve).Admit([]byte(applicant))
	if err != nil {
		t.Fatal(err)
	}
	wantJSON := `{applicant: "A. Person", born: "1990-02-28", income: 3120.5, expenses: 2210.05, status: "employed", ` +
		`since: "2024-01-15T08:00:00+01:00", dependants: 2, consent: true, email: "a.person@example.com", postcode: "12345", term: "P3Y", ` +
		`documents: [{kind: "payslip", dated: "2026-05-31"}, {kind: "lease", dated: "2025-12-01"}]}`
	if got := o.JSON.String(); got != wantJSON {
		t.Errorf("JSON is\n%s\nwant\n%s", got, wantJSON)
	}
	wantValue := `{applicant: "A. Person", born: @"1990-02-28", income: 3120.5, expenses: 2210.05, status: "employed", ` +
		`since: @"2024-01-15T08:00:00+01:00", dependants: 2, consent: true, email: "a.person@example.com", postcode: "12345", term: @"P3Y", ` +
		`documents: [{kind: "payslip", dated: @"2026-05-31"}, {kind: "lease", dated: @"2025-12-01"}]}`
	if got := o.Value.String(); got != wantValue {
		t.Errorf("Value is\n%s\nwant\n%s", got, wantValue)
	}
	o, err = compiled(t, `true`).Admit([]byte(`{"a b": 1234567890123456789012345678901234, "": 9007199254740993e-2}`))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := o.Value.Get("a b"); n.String() != "1234567890123456789012345678901234" {
		t.Errorf("34 digits are %s", n)
	}
	if n, _ := o.Value.Get(""); n.String() != "90071992547409.93" {
		t.Errorf("the number is %s", n)
	}
}

// Texts of a format that JSON Schema takes and FEEL has no value for violate
// the format, wherever it applies, and beside other violations.
func TestTextsThatNoValueHolds(t *testing.T) {
	const date, both = ` is not a date and time with an offset, such as 2026-06-01T09:30:00Z: `, ` is not a duration such as P1Y2M or P3DT4H: years and months are one kind of duration, days and time another: they do not mix`
	const second = `second 60 is not between 0 and 59: there are no leap seconds`
	for _, c := range []struct {
		schema, instance string
		want             []string
	}{
		{`{"format": "duration"}`, `"P1Y2D"`, []string{` /format "P1Y2D"` + both}},
		{`{"format": "date-time"}`, `"2016-12-31T23:59:60Z"`, []string{` /format "2016-12-31T23:59:60Z"` + date + second}},
		{`{"format": "time"}`, `"23:59:60Z"`, []string{` /format "23:59:60Z" is not a time with an offset, such as 09:30:00Z: ` + second}},
		{`{"format": "date-time"}`, `"2026-06-01T09:30:00.1234567890Z"`, []string{` /format "2026-06-01T09:30:00.1234567890Z"` + date + `the fraction has more than nine digits`}},
		{`{"anyOf": [{"type": "string"}, {"format": "duration"}]}`, `"P1Y2D"`, []string{` /anyOf/1/format "P1Y2D"` + both}},
		{`{"properties": {"a~": {"$ref": "#/$defs/d"}, "b": {"type": "string"}}, "$defs": {"d": {"format": "duration"}}}`, `{"a~": "P1Y2D", "b": 1}`, []string{
			`/a~0 /properties/a~0/$ref/format "P1Y2D"` + both, `/b /properties/b/type expected a string, found 1`}},
		{`{"items": {"allOf": [{"format": "duration"}]}}`, `["P1D", "P1M1D"]`, []string{`/1 /items/allOf/0/format "P1M1D"` + both}},
		{`{"not": {"format": "duration"}}`, `"P1Y2D"`, []string{` /not "P1Y2D" fits the schema that it must not fit`}},
		{`{"allOf": [{"format": "date"}, {"format": "date-time"}]}`, `"2026-06-01"`, []string{` /allOf/1/format "2026-06-01"` + date + `T is missing after the day`}},
	} {
		wantLines(t, c.schema+" <- "+c.instance, violations(t, compiled(t, c.schema), c.instance), c.want...)
	}
}

// No string has two temporal formats: one text of each is refused by all others.
func TestTemporalFormatsExcludeEachOther(t *testing.T) {
	texts := map[string]string{"date": "2026-06-01", "time": "09:30:00Z", "date-time": "2026-06-01T09:30:00Z", "duration": "P1D"}
	for format := range texts {
		g := compiled(t, `{"format": "`+format+`"}`)
		for other, text := range texts {
			if _, err := g.Admit([]byte(`"` + text + `"`)); (err == nil) != (other == format) {
				t.Errorf("%q as %s: %v", text, format, err)
			}
		}
	}
}
