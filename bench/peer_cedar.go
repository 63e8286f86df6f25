package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	cedar "github.com/cedar-policy/cedar-go"
	"github.com/cedar-policy/cedar-go/types"
	"github.com/shopspring/decimal"
)

var cedarDialect = dialect{
	equals: "==", and: " && ",
	column: func(c column) string {
		if c.kind == ofDays {
			return fmt.Sprintf("context.%s.durationSince(context.%s)", c.later, c.earlier)
		}
		return "context." + c.name
	},
	literal: func(k kind, value string) string {
		switch k {
		case ofText:
			return fmt.Sprintf("%q", value)
		case ofFraction:
			return fmt.Sprintf("decimal(%q)", decimalPoint(value))
		case ofDate:
			return fmt.Sprintf("datetime(%q)", value)
		case ofDays:
			return fmt.Sprintf("duration(%q)", value+"d")
		}
		return value
	},
	compare: func(left, op, right string, k kind) string {
		if k != ofFraction {
			return left + " " + op + " " + right
		}
		method := map[string]string{"<": "lessThan", "<=": "lessThanOrEqual", ">": "greaterThan", ">=": "greaterThanOrEqual"}
		return fmt.Sprintf("%s.%s(%s)", left, method[op], right)
	},
}

const cedarPolicy = "permit (principal, action, resource) when { %s };\n"

// cedarTable adds a table as a policy for each rule. Which of them permit is the
// answer; the name of a policy is its rule's output.
func cedarTable(c *contest, t *table) {
	var text strings.Builder
	conditions := make([]string, len(t.rules))
	for i, r := range t.rules {
		conditions[i] = fmt.Sprintf(cedarPolicy, cedarDialect.condition(t, r))
		fmt.Fprintf(&text, "// %s\n%s", r.out, conditions[i])
	}
	requests := cedarRequests(c)
	start := func() (*cedar.PolicySet, error) {
		set := cedar.NewPolicySet()
		for i, r := range t.rules {
			var p cedar.Policy
			if err := p.UnmarshalCedar([]byte(conditions[i])); err != nil {
				return nil, err
			}
			set.Add(cedar.PolicyID(r.out), &p)
		}
		return set, nil
	}
	// The names of policies are strings, and their order is that of a map.
	named := func(id cedar.PolicyID) any {
		if t.numbers {
			return decimal.RequireFromString(string(id))
		}
		return string(id)
	}
	if t.collect {
		c.add(inGo("cedar", text.String(), len(requests), func() (func(i int) (cedarReasons, error), error) {
			set, err := start()
			return func(i int) (cedarReasons, error) {
				_, found := cedar.Authorize(set, nil, requests[i])
				return cedarReasons{found.Reasons, named}, nil
			}, err
		}))
		return
	}
	c.add(inGo("cedar", text.String(), len(requests), func() (func(i int) (cedarReason, error), error) {
		set, err := start()
		return func(i int) (cedarReason, error) {
			_, found := cedar.Authorize(set, nil, requests[i])
			if len(found.Reasons) != 1 {
				return cedarReason{}, errNoRule
			}
			return cedarReason{found.Reasons[0].PolicyID, named}, nil
		}, err
	}))
}

// cedarReason is the policy that permits, cedarReasons all of them.
type (
	cedarReason struct {
		id    cedar.PolicyID
		named func(cedar.PolicyID) any
	}
	cedarReasons struct {
		reasons []cedar.DiagnosticReason
		named   func(cedar.PolicyID) any
	}
)

func (r cedarReason) plain() any { return r.named(r.id) }

func (r cedarReasons) plain() any {
	sorted := slices.SortedFunc(slices.Values(r.reasons), func(a, b cedar.DiagnosticReason) int {
		return strings.Compare(string(a.PolicyID), string(b.PolicyID))
	})
	list := make([]any, len(sorted))
	for i, reason := range sorted {
		list[i] = r.named(reason.PolicyID)
	}
	return list
}

// addCedar adds one policy, whose answer is whether it permits.
func addCedar(c *contest, condition string) {
	text := fmt.Sprintf(cedarPolicy, condition)
	requests := cedarRequests(c)
	c.add(inGo("cedar", text, len(requests), func() (func(i int) (cedar.Decision, error), error) {
		var p cedar.Policy
		err := p.UnmarshalCedar([]byte(text))
		set := cedar.NewPolicySet()
		set.Add("p", &p)
		return func(i int) (cedar.Decision, error) {
			decision, _ := cedar.Authorize(set, nil, requests[i])
			return decision, nil
		}, err
	}))
}

// cedarRequests gives the inputs in cedar's own types, which are made beforehand.
func cedarRequests(c *contest) []cedar.Request {
	requests := make([]cedar.Request, len(c.inputs))
	for i, in := range c.inputs {
		record := cedar.RecordMap{}
		for name, v := range in {
			switch v := v.(type) {
			case string:
				record[cedar.String(name)] = cedar.String(v)
			case bool:
				record[cedar.String(name)] = cedar.Boolean(v)
			case int:
				record[cedar.String(name)] = cedar.Long(v)
			case decimal.Decimal:
				d, err := types.ParseDecimal(decimalPoint(v.String()))
				if err != nil {
					panic(err) // a workload has four decimals at most
				}
				record[cedar.String(name)] = d
			case time.Time:
				record[cedar.String(name)] = cedar.NewDatetime(v)
			}
		}
		requests[i] = cedar.Request{
			Principal: cedar.NewEntityUID("Host", "bench"), Action: cedar.NewEntityUID("Action", "decide"),
			Resource: cedar.NewEntityUID("Table", "w"), Context: cedar.NewRecord(record),
		}
	}
	return requests
}
