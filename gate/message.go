package gate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/decision-spine/spine/internal/temporal"
)

// subject is the value that a message is about.
type subject struct {
	shown string // in words, shortened
	text  string // of a string or a number
}

func subjectOf(v strictjson.Value) subject {
	return subject{describe(v), v.Text()}
}

// describe gives a value for people. A number has its own text, not that of a
// double.
func describe(v strictjson.Value) string {
	switch v.Kind() {
	case strictjson.Bool:
		return fmt.Sprint(v.Bool())
	case strictjson.Number:
		return shorten(v.Text())
	case strictjson.String:
		return quote(v.Text())
	case strictjson.Array:
		return "an array of " + counted(len(v.Items()), "item")
	case strictjson.Object:
		return "an object of " + counted(len(v.Members()), "member")
	}
	return "null"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// message says what is wrong in words: what was found, and what is asked for.
func (f failure) message(s subject, instance strictjson.Value) string {
	if f.never {
		return f.refused(instance)
	}
	var wants []string
	want := ""
	if f.want != nil {
		wants = f.want()
	}
	if len(wants) > 0 {
		want = shorten(wants[0])
	}
	switch f.keyword {
	case "type":
		return fmt.Sprintf("expected %s, found %s", kindList(wants), s.shown)
	case "const":
		return fmt.Sprintf("expected %s, found %s", want, s.shown)
	case "enum":
		return oneOf(wants, s)
	case "format":
		return fmt.Sprintf("%s is not %s", s.shown, formatFault(want, s.text))
	case "pattern":
		return fmt.Sprintf("%s does not match the pattern %s", s.shown, want)
	case "minimum":
		return fmt.Sprintf("%s is less than the minimum %s", s.shown, plainNumber(wants[0]))
	case "maximum":
		return fmt.Sprintf("%s is greater than the maximum %s", s.shown, plainNumber(wants[0]))
	case "exclusiveMinimum":
		return fmt.Sprintf("%s is not greater than %s", s.shown, plainNumber(wants[0]))
	case "exclusiveMaximum":
		return fmt.Sprintf("%s is not less than %s", s.shown, plainNumber(wants[0]))
	case "multipleOf":
		return fmt.Sprintf("%s is not a multiple of %s", s.shown, plainNumber(wants[0]))
	case "minLength", "maxLength":
		return fmt.Sprintf("%s has %s; %s", s.shown, counted(f.got, "character"), bound(f.keyword, want))
	case "minItems", "maxItems", "minProperties", "maxProperties":
		return fmt.Sprintf("found %s; %s", s.shown, bound(f.keyword, want))
	case "uniqueItems":
		return fmt.Sprintf("items %s and %s are equal", wants[0], wants[1])
	case "contains", "minContains", "maxContains":
		return fmt.Sprintf(`found %s that "contains" asks for; %s`, counted(f.got, "item"), bound(f.keyword, want))
	case "required":
		return fmt.Sprintf("the member %s is missing", quote(f.member))
	case "dependentRequired":
		return fmt.Sprintf("the member %s is missing, which must be there when %s is", quote(f.member), quote(want))
	case "additionalProperties":
		return notAllowed(f.member) + didYouMean(f.member, wants)
	case "propertyNames":
		name := subject{quote(f.member), f.member}
		why := make([]string, len(f.inName))
		for i, l := range f.inName {
			why[i] = l.message(name, strictjson.Value{})
		}
		return fmt.Sprintf("the member name %s is not allowed: %s", quote(f.member), strings.Join(why, ", "))
	case "not":
		return fmt.Sprintf("%s fits the schema that it must not fit", s.shown)
	}
	switch {
	case f.together == "type":
		return fmt.Sprintf("expected %s, found %s", kindList(wants), s.shown)
	case f.together == "enum":
		return oneOf(wants, s)
	case len(wants) == 2:
		return fmt.Sprintf("%s fits the alternatives %s and %s, and exactly one is allowed", s.shown, wants[0], wants[1])
	}
	return s.shown + " fits none of the alternatives" + f.alternatives(s, instance)
}

// refused is the message of the schema false.
func (f failure) refused(instance strictjson.Value) string {
	if len(f.at) == 0 {
		return "no value is allowed"
	}
	last := f.at[len(f.at)-1]
	if parent, _ := valueAt(instance, f.at[:len(f.at)-1]); parent.Kind() == strictjson.Array {
		return fmt.Sprintf("item %s is not allowed", last)
	}
	return notAllowed(last)
}

func notAllowed(member string) string {
	return fmt.Sprintf("the member %s is not allowed", quote(member))
}

// alternatives tells why each one does not fit.
func (f failure) alternatives(s subject, instance strictjson.Value) string {
	var b strings.Builder
	for i, branch := range f.branches {
		b.WriteString([...]string{": ", "; or "}[min(i, 1)])
		for j, l := range branch.failures {
			if j > 0 {
				b.WriteString(", ")
			}
			if below := l.at[len(f.at):]; len(below) > 0 {
				b.WriteString(strictjson.Pointer(below...) + " ")
				v, _ := valueAt(instance, l.at)
				s = subjectOf(v)
			}
			b.WriteString(l.message(s, instance))
		}
		if branch.left > 0 {
			fmt.Fprintf(&b, " and %d more", branch.left)
		}
	}
	if f.left > 0 {
		fmt.Fprintf(&b, "; and %d more", f.left)
	}
	return b.String()
}

// oneOf asks for one of some values, given as JSON.
func oneOf(want []string, s subject) string {
	if len(want) == 0 {
		return fmt.Sprintf("found %s, and no value is allowed", s.shown)
	}
	names := make([]string, len(want))
	for i, w := range want {
		names[i] = strings.Trim(w, `"`)
	}
	return fmt.Sprintf("expected one of %s, found %s", list(want, shownValues), s.shown) + didYouMean(s.text, names)
}

const shownValues = 12

// kindList names types as a message has them.
func kindList(names []string) string {
	var out []string
	for _, n := range names {
		switch n {
		case "null":
		case "integer", "array", "object":
			n = "an " + n
		default:
			n = "a " + n
		}
		out = append(out, n)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " or " + out[n-1]
	}
	return strings.Join(out, "")
}

// bound words the limit of a keyword that starts with min or max.
func bound(keyword, want string) string {
	if strings.HasPrefix(keyword, "max") {
		return "the most is " + want
	}
	return "the least is " + want
}

// formatFault says what a text is not, and why as far as we know it.
func formatFault(format, text string) string {
	what := map[string]string{
		"date":      "a date such as 2026-06-01",
		"time":      "a time with an offset, such as 09:30:00Z",
		"date-time": "a date and time with an offset, such as 2026-06-01T09:30:00Z",
		"duration":  "a duration such as P1Y2M or P3DT4H",
		"regex":     "a regular expression of RE2",
	}[format]
	if what == "" {
		what = "of the format " + format
	}
	var err error
	if format == "regex" {
		_, err = compilePattern(text)
	} else {
		_, _, err = feel.ParseJSONTemporal(format, text)
	}
	reason := ""
	var why *temporal.Error
	switch {
	case errors.As(err, &why):
		reason = ": " + why.Reason
	case err != nil:
		reason = ": " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	return what + reason
}

// plainNumber gives a number of the schema in normal form.
func plainNumber(text string) string {
	if len(text) > decimal.MaxText {
		return shorten(text)
	}
	d, err := decimal.ParseExact(text)
	if err != nil {
		return shorten(text)
	}
	return d.String()
}

// didYouMean suggests the nearest of the names, if one is near.
func didYouMean(name string, names []string) string {
	if hint := source.Hint(name, names, ""); hint != "" {
		return "; " + hint
	}
	return ""
}

// list gives at most n texts.
func list(texts []string, n int) string {
	var out []string
	for i, t := range texts {
		if i == n {
			out = append(out, fmt.Sprintf("... (%d in all)", len(texts)))
			break
		}
		out = append(out, shorten(t))
	}
	return strings.Join(out, ", ")
}

// quote gives a name in quotes.
func quote(name string) string { return fmt.Sprintf("%q", shorten(name)) }

// shorten cuts a long text for a message.
func shorten(text string) string {
	const most = 60
	runes := 0
	for i := range text {
		if runes == most {
			return text[:i] + "..."
		}
		runes++
	}
	return text
}
