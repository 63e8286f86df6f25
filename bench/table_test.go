package main

import "testing"

// Every language says the same of a cell.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		column                                column
		cell                                  cell
		unary, feel, cel, expr, cedar, zenned string
	}{
		{
			column{name: "s"}, is("a"),
			`"a"`, `s = "a"`, `s == "a"`, `s == "a"`, `context.s == "a"`, `"a"`,
		}, {
			column{name: "n", kind: ofWhole}, within("[", "1", "2", ")"),
			"[1..2)", "n >= 1 and n < 2", "n >= 1 && n < 2", "n >= 1 && n < 2", "context.n >= 1 && context.n < 2", "[1..2)",
		}, {
			column{name: "n", kind: ofFraction}, within("]", "1", "2.5", "["),
			"]1..2.5[", "n > 1 and n < 2.5", "n > 1.0 && n < 2.5", "n > 1.0 && n < 2.5",
			`context.n.greaterThan(decimal("1.0")) && context.n.lessThan(decimal("2.5"))`, "(1..2.5)",
		}, {
			column{name: "n", kind: ofFraction}, within("(", "1", "2", "]"),
			"(1..2]", "n > 1 and n <= 2", "n > 1.0 && n <= 2.0", "n > 1.0 && n <= 2.0",
			`context.n.greaterThan(decimal("1.0")) && context.n.lessThanOrEqual(decimal("2.0"))`, "(1..2]",
		}, {
			column{name: "b", kind: ofFlag}, is("true"),
			"true", "b", "b", "b", "context.b", "true",
		}, {
			column{name: "d", kind: ofDate}, within("[", "2026-01-01", "2026-12-31", "]"),
			`[date("2026-01-01")..date("2026-12-31")]`, `d >= date("2026-01-01") and d <= date("2026-12-31")`,
			`d >= timestamp("2026-01-01T00:00:00Z") && d <= timestamp("2026-12-31T00:00:00Z")`,
			`d >= date("2026-01-01") && d <= date("2026-12-31")`,
			`context.d >= datetime("2026-01-01") && context.d <= datetime("2026-12-31")`,
			`$ >= d("2026-01-01") and $ <= d("2026-12-31")`,
		}, {
			column{name: "late", kind: ofDays, later: "now", earlier: "due"}, compared("<=", "30"),
			"<= 30", `now - due <= duration("P30D")`, `now - due <= duration("720h")`, `now - due <= duration("720h")`,
			`context.now.durationSince(context.due) <= duration("30d")`, "<= 30",
		}, {
			column{name: "n", kind: ofWhole}, cell{},
			"", "", "", "", "", "",
		},
	} {
		table := &table{columns: []column{c.column}}
		r := rule{cells: []cell{c.cell}}
		for _, x := range []struct{ language, got, want string }{
			{"unary tests", feelCell(c.column.kind, c.cell), c.unary},
			{"FEEL", feelDialect.condition(table, r), c.feel},
			{"cel", celDialect.condition(table, r), c.cel},
			{"expr", exprDialect.condition(table, r), c.expr},
			{"cedar", cedarDialect.condition(table, r), c.cedar},
			{"zen", zenCell(c.column.kind, c.cell), c.zenned},
		} {
			if x.got != x.want {
				t.Errorf("%s: got %s, want %s", x.language, x.got, x.want)
			}
		}
	}
}
