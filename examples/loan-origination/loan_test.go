package loan_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/decision-spine/spine/dmn"
	"github.com/decision-spine/spine/examples/readme"
	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/record"
)

func load(t *testing.T) *dmn.Model {
	t.Helper()
	src, err := os.ReadFile("loan.dmn")
	if err != nil {
		t.Fatal(err)
	}
	m, err := dmn.LoadModel("loan.dmn", src, nil)
	if err != nil || len(m.Warnings) > 0 {
		t.Fatalf("faults %v, warnings %v", err, m.Warnings)
	}
	return m
}

// decide gives the value of a target as a FEEL literal, strictly.
func decide(t *testing.T, m *dmn.Model, kind dmn.TargetKind, name, input string) string {
	t.Helper()
	in, err := record.ReadValue("input", []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	results, err := m.Evaluate(t.Context(), feel.Input{Vars: feel.ContextVars(in)}, dmn.Target{Kind: kind, Name: name})
	if err != nil {
		t.Fatalf("%s of %s: %v", name, input, err)
	}
	return results[0].Value.String()
}

func TestFunctions(t *testing.T) {
	m := load(t)
	for _, c := range []struct{ function, input, want string }{
		{"Monthly Installment", `{"amount": 100000, "yearly rate": 0.08, "months": 36}`, "3133.63654614308498513284297033911"},
		{"Monthly Installment", `{"amount": 3600, "yearly rate": 0, "months": 36}`, "100"},
		{"Monthly Installment", `{"amount": 1, "yearly rate": 0, "months": 3}`, "0.3333333333333333333333333333333333"},
		{"Score Table", `{"age": 17, "marital status": "single", "employment": "student"}`, "43"},
		{"Score Table", `{"age": 18, "marital status": "single", "employment": "student"}`, "75"},
		{"Score Table", `{"age": 22, "marital status": "single", "employment": "unemployed"}`, "75"},
		{"Score Table", `{"age": 26, "marital status": "married", "employment": "self-employed"}`, "121"},
		{"Score Table", `{"age": 36, "marital status": "married", "employment": "employed"}`, "133"},
		{"Score Table", `{"age": 50, "marital status": "married", "employment": "employed"}`, "138"},
		{"Contingency Factor", `{"risk": "decline"}`, "0.6"},
		{"Contingency Factor", `{"risk": "high"}`, "0.6"},
		{"Contingency Factor", `{"risk": "medium"}`, "0.7"},
		{"Contingency Factor", `{"risk": "very low"}`, "0.8"},
		{"Risk Table", `{"existing customer": false, "score": 94}`, `"high"`},
		{"Risk Table", `{"existing customer": false, "score": 95}`, `"medium"`},
		{"Risk Table", `{"existing customer": false, "score": 132}`, `"very low"`},
		{"Risk Table", `{"existing customer": true, "score": 74.99}`, `"decline"`},
		{"Risk Table", `{"existing customer": true, "score": 132}`, `"low"`},
	} {
		if got := decide(t, m, dmn.BKMTarget, c.function, c.input); got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.function, c.input, got, c.want)
		}
	}
}

// application is a case in which nothing is remarkable; what differs stands in its
// place.
func application(changes ...string) string {
	members := map[string]string{
		"age": "41", "marital status": `"married"`, "employment": `"employed"`, "existing customer": "false", "income": "9000",
		"product": `"standard"`, "amount": "100000", "months": "36", "score": "650", "bankrupt": "false", "adjudication": "null",
	}
	for _, c := range changes {
		name, value, _ := strings.Cut(c, "=")
		if _, ok := members[name]; !ok {
			panic(name)
		}
		members[name] = value
	}
	return fmt.Sprintf(`{
		"Applicant": {"age": %s, "marital status": %s, "employment": %s, "existing customer": %s,
			"monthly": {"income": %s, "repayments": 500, "expenses": 2000}},
		"Loan Request": {"product": %s, "amount": %s, "yearly rate": 0.08, "months": %s},
		"Credit Report": {"score": %s, "bankrupt": %s}, "Adjudication": %s}`,
		members["age"], members["marital status"], members["employment"], members["existing customer"], members["income"],
		members["product"], members["amount"], members["months"], members["score"], members["bankrupt"], members["adjudication"])
}

func TestDecisions(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		decision, want string
		changes        []string
	}{
		{"Monthly Cost", "3153.63654614308498513284297033911", nil},
		{"Monthly Cost", "3158.63654614308498513284297033911", []string{`product="special"`}},
		{"Applicant Score", "133", nil},
		{"Risk before Report", `"very low"`, nil},
		// (income - 2500) * 0.8 is to be more than 3153.63...
		{"Affordable before Report", "true", []string{"income=6442.0457"}},
		{"Affordable before Report", "false", []string{"income=6442.0456"}},
		{"Eligibility", `"eligible"`, []string{"income=6442.0457"}},
		{"Eligibility", `"not eligible"`, []string{"income=6442.0456"}},
		{"Eligibility", `"eligible"`, []string{"age=18"}},
		{"Eligibility", `"not eligible"`, []string{"age=17"}},
		{"Report to Ask for", `"none"`, nil},
		{"Report to Ask for", `"short"`, []string{`employment="self-employed"`}},
		{"Next Step", `"go on"`, nil},
		{"Next Step", `"ask for report"`, []string{`employment="self-employed"`}},
		{"Next Step", `"decline"`, []string{"age=17"}},
		{"Risk after Report", `"very low"`, nil},
		{"Risk after Report", `"high"`, []string{"score=599"}},
		{"Risk after Report", `"very low"`, []string{"score=600"}},
		{"Risk after Report", `"low"`, []string{`employment="student"`, `age=25`, "score=720"}},
		{"Routing", `"accept"`, nil},
		{"Routing", `"refer"`, []string{"score=579"}},
		{"Routing", `"decline"`, []string{"score=579", "bankrupt=true"}},
		{"Routing", `"decline"`, []string{"income=6000"}},
	} {
		if got := decide(t, m, dmn.DecisionTarget, c.decision, application(c.changes...)); got != c.want {
			t.Errorf("%s with %q is %s, want %s", c.decision, c.changes, got, c.want)
		}
	}
}

func TestServices(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		service, want string
		changes       []string
	}{
		{"First Look", `{"Next Step": "go on", "Report to Ask for": "none"}`, nil},
		{"First Look", `{"Next Step": "decline", "Report to Ask for": "short"}`, []string{`employment="self-employed"`, "income=3000"}},
		{"Origination", `"approved"`, nil},
		{"Origination", `"approved"`, []string{`adjudication="decline"`}}, // nobody was asked
		{"Origination", `"declined"`, []string{"age=17"}},
		{"Origination", `"declined"`, []string{"age=17", `adjudication="accept"`}},
		{"Origination", `"declined"`, []string{"bankrupt=true", `adjudication="accept"`}},
		{"Origination", `"referred to a person"`, []string{"score=579"}},
		{"Origination", `"approved"`, []string{"score=579", `adjudication="accept"`}},
		{"Origination", `"declined"`, []string{"score=579", `adjudication="decline"`}},
	} {
		if got := decide(t, m, dmn.ServiceTarget, c.service, application(c.changes...)); got != c.want {
			t.Errorf("%s with %q is %s, want %s", c.service, c.changes, got, c.want)
		}
	}
}

// The commands of the README print what stands below them.
func TestREADME(t *testing.T) { readme.Commands(t, "loan-origination") }
