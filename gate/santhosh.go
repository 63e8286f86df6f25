package gate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net/url"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/decision-spine/spine/internal/strictjson"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// This file is the only one that knows the validator, santhosh-tekuri's
// jsonschema. It compiles documents that were read before, gives the compiled
// schema as nodes, and a validation's errors as failures in our terms. A panic
// of the library ends here.

// dialect is the one version of JSON Schema that a gate reads.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// validator is a compiled schema. It is immutable.
type validator struct {
	schema *jsonschema.Schema
	byURL  map[string]*jsonschema.Schema // all that it reaches
}

// compile compiles the document at an absolute URI. Everything else that it
// needs comes from load, which takes absolute URIs.
func compile(uri string, load func(uri string) (any, bool)) (v validator, err error) {
	defer recovered(&err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(loader(load))
	c.UseRegexpEngine(compilePattern)
	v.byURL = map[string]*jsonschema.Schema{}
	if v.schema, err = c.Compile(uri); err == nil {
		v.reach(v.schema)
	}
	return v, err
}

// metaschema is that of the dialect.
var metaschema = sync.OnceValues(func() (validator, error) {
	return compile(dialect, func(string) (any, bool) { return nil, false })
})

// recovered makes an error of a panic.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the validator failed: %v", r)
	}
}

type loader func(uri string) (any, bool)

func (l loader) Load(uri string) (any, error) {
	if doc, ok := l(uri); ok {
		return doc, nil
	}
	return nil, errors.New("it is not among the documents")
}

// pattern is a compiled regular expression and the length of its program.
type pattern struct {
	*regexp.Regexp
	size int
}

func compilePattern(text string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	p := pattern{Regexp: re}
	if tree, err := syntax.Parse(text, syntax.Perl); err == nil {
		if prog, err := syntax.Compile(tree.Simplify()); err == nil {
			p.size = len(prog.Inst)
		}
	}
	return p, nil
}

// reach notes s and all schemas that it leads to. It puts nameCheck in the place
// of propertyNames.
func (v validator) reach(s *jsonschema.Schema) {
	if s == nil || v.byURL[s.Location] != nil {
		return
	}
	v.byURL[s.Location] = s
	if s.PropertyNames != nil {
		v.reach(s.PropertyNames)
		s.Extensions = append(s.Extensions, nameCheck{s.PropertyNames})
		s.PropertyNames = nil
	}
	var target *jsonschema.Schema
	if s.DynamicRef != nil {
		target = s.DynamicRef.Ref
	}
	additional, _ := s.AdditionalProperties.(*jsonschema.Schema)
	for _, sub := range slices.Concat(
		[]*jsonschema.Schema{s.Ref, target, s.Not, s.If, s.Then, s.Else, additional, s.UnevaluatedProperties,
			s.Contains, s.Items2020, s.UnevaluatedItems},
		s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems,
		slices.Collect(maps.Values(s.Properties)), slices.Collect(maps.Values(s.PatternProperties)),
		slices.Collect(maps.Values(s.DependentSchemas)),
	) {
		v.reach(sub)
	}
}

// nameCheck does what propertyNames asks for. The library's own check reports a
// path that later siblings overwrite.
type nameCheck struct{ names *jsonschema.Schema }

// nameFailure is a name that the schema refuses.
type nameFailure struct {
	kind.PropertyNames
	cause *jsonschema.ValidationError
}

func (n nameCheck) Validate(ctx *jsonschema.ValidatorContext, v any) {
	object, _ := v.(map[string]any)
	for name := range object {
		var cause *jsonschema.ValidationError
		if errors.As(n.names.Validate(name), &cause) {
			ctx.AddError(&nameFailure{kind.PropertyNames{Property: name}, cause})
		}
	}
}

// failures gives what is wrong with v, made of the types of encoding/json with
// UseNumber: nothing if the schema accepts it. The error is a fault of the
// library.
func (v validator) failures(instance any) (found []failure, err error) {
	defer recovered(&err)
	var wrong *jsonschema.ValidationError
	if errors.As(v.schema.Validate(instance), &wrong) {
		found = v.convert(wrong, v.schema.Location, nil)
	}
	return found, nil
}

// convert gives the leaves below e, those of alternatives already chosen. It
// stands at the end of way, in the schema at from.
func (v validator) convert(e *jsonschema.ValidationError, from string, way *trail) []failure {
	way = way.then(strings.TrimPrefix(e.SchemaURL, from))
	f := failure{schema: e.SchemaURL, path: way, at: e.InstanceLocation}
	leaf := func(keyword string, want func() []string) []failure {
		f.keyword, f.want, f.path = keyword, want, way.then("/"+keyword)
		return []failure{f}
	}
	number := func(keyword string, want *big.Rat) []failure {
		return leaf(keyword, func() []string { return []string{exact(want)} })
	}
	count := func(keyword string, got, want int) []failure {
		f.got = got
		return leaf(keyword, words(strconv.Itoa(want)))
	}
	each := func(keyword string, members []string) []failure {
		out := make([]failure, len(members))
		for i, m := range members {
			f.member = m
			out[i] = leaf(keyword, nil)[0]
		}
		return out
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.AllOf:
		return v.causes(e, e.SchemaURL, way)
	case *kind.Reference:
		return v.causes(e, k.URL, way.then("/"+k.Keyword))
	case *kind.AnyOf:
		return leaf("anyOf", nil)[0].choose(v.branches(e, way))
	case *kind.OneOf:
		if k.Subschemas == nil {
			return leaf("oneOf", nil)[0].choose(v.branches(e, way))
		}
		return leaf("oneOf", words(strconv.Itoa(k.Subschemas[0]+1), strconv.Itoa(k.Subschemas[1]+1)))
	case *kind.Not:
		return leaf("not", nil)
	case *kind.Type:
		return leaf("type", words(k.Want...))
	case *kind.Enum:
		return leaf("enum", func() []string { return texts(k.Want) })
	case *kind.Const:
		return leaf("const", func() []string { return texts([]any{k.Want}) })
	case *kind.Format:
		return leaf("format", words(k.Want))
	case *kind.Pattern:
		return leaf("pattern", words(k.Want))
	case *kind.Minimum:
		return number("minimum", k.Want)
	case *kind.Maximum:
		return number("maximum", k.Want)
	case *kind.ExclusiveMinimum:
		return number("exclusiveMinimum", k.Want)
	case *kind.ExclusiveMaximum:
		return number("exclusiveMaximum", k.Want)
	case *kind.MultipleOf:
		return number("multipleOf", k.Want)
	case *kind.MinLength:
		return count("minLength", k.Got, k.Want)
	case *kind.MaxLength:
		return count("maxLength", k.Got, k.Want)
	case *kind.MinItems:
		return count("minItems", k.Got, k.Want)
	case *kind.MaxItems:
		return count("maxItems", k.Got, k.Want)
	case *kind.MinProperties:
		return count("minProperties", k.Got, k.Want)
	case *kind.MaxProperties:
		return count("maxProperties", k.Got, k.Want)
	case *kind.Contains:
		return count("contains", 0, 1)
	case *kind.MinContains:
		return count("minContains", len(k.Got), k.Want)
	case *kind.MaxContains:
		return count("maxContains", len(k.Got), k.Want)
	case *kind.UniqueItems:
		return leaf("uniqueItems", words(strconv.Itoa(k.Duplicates[0]), strconv.Itoa(k.Duplicates[1])))
	case *kind.Required:
		return each("required", k.Missing)
	case *kind.DependentRequired:
		out := each("dependentRequired", k.Missing)
		for i := range out {
			out[i].path = out[i].path.then("/" + url.PathEscape(strictjson.EscapeToken(k.Prop)))
			out[i].want = words(k.Prop)
		}
		return out
	case *kind.AdditionalProperties:
		out := each("additionalProperties", k.Properties)
		for i := range out {
			out[i].at = slices.Concat(f.at, []string{out[i].member})
			out[i].want = func() []string { return slices.Sorted(maps.Keys(v.byURL[e.SchemaURL].Properties)) }
		}
		return out
	case *nameFailure:
		f.member = k.Property
		f.inName = v.convert(k.cause, k.cause.SchemaURL, way.then("/propertyNames"))
		return leaf("propertyNames", nil)
	}
	// The schema false; or what this version of the library does not have, which
	// is refused all the same.
	f.keyword, f.never = keywordOf(way.tokens()), true
	return []failure{f}
}

func (v validator) causes(e *jsonschema.ValidationError, from string, way *trail) []failure {
	var out []failure
	for _, c := range e.Causes {
		out = append(out, v.convert(c, from, way)...)
	}
	return out
}

// branches gives the failures of each alternative, in their order.
func (v validator) branches(e *jsonschema.ValidationError, way *trail) [][]failure {
	out := make([][]failure, len(e.Causes))
	for i, c := range e.Causes {
		out[i] = v.convert(c, e.SchemaURL, way)
	}
	return out
}

// trail is a keyword location, put together only when it is shown.
type trail struct {
	before *trail
	part   string // of a JSON Pointer, as it stands in a URI
}

func (t *trail) then(part string) *trail {
	if part == "" {
		return t
	}
	return &trail{t, part}
}

func (t *trail) tokens() []string {
	var parts []string
	for ; t != nil; t = t.before {
		parts = append(parts, t.part)
	}
	slices.Reverse(parts)
	pointer, err := url.PathUnescape(strings.Join(parts, ""))
	tokens, ok := strictjson.Tokens(pointer)
	if err != nil || !ok {
		return nil // the validator writes no other ones
	}
	return tokens
}

func trailOf(tokens []string) *trail {
	return &trail{part: url.PathEscape(strictjson.Pointer(tokens...))}
}

func words(texts ...string) func() []string { return func() []string { return texts } }

// texts gives values as JSON.
func texts(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		b, _ := json.Marshal(v)
		out[i] = string(b)
	}
	return out
}

// exact gives a number of the schema as a decimal, which it was written as.
func exact(r *big.Rat) string {
	digits, _ := r.FloatPrec()
	return r.FloatString(digits)
}

// nodes turns a compiled schema into nodes. It asks place where the schema with
// an absolute location stands.
func (v validator) nodes(locate func(uri string) (place, bool)) []*node {
	b := nodeBuilder{validator: v, locate: locate, made: map[*jsonschema.Schema]*node{}}
	b.node(v.schema)
	return b.all
}

type nodeBuilder struct {
	validator
	locate func(uri string) (place, bool)
	made   map[*jsonschema.Schema]*node
	all    []*node // the root first
}

// node gives the node of s; nil for nil. Children come in the order of the file
// where it has one, else by name, so that what is found first is always the same.
func (b *nodeBuilder) node(s *jsonschema.Schema) *node {
	if s == nil {
		return nil
	}
	if n := b.made[s]; n != nil {
		return n
	}
	n := &node{id: len(b.all), weight: 1}
	b.made[s] = n
	b.all = append(b.all, n)
	n.uri = s.Location
	n.at, _ = b.locate(n.uri)
	n.accepts = func(v any) (ok bool, err error) {
		defer recovered(&err)
		return s.Validate(v) == nil, nil
	}
	if s.Bool != nil {
		n.constant = true
		n.never = !*s.Bool
		return n
	}
	n.kinds = anyKind
	if s.Types != nil {
		n.kinds = 0
		for _, t := range s.Types.ToStrings() {
			n.kinds |= kindNamed(t)
		}
	}
	if s.Const != nil {
		n.kinds &= kindsOf([]any{*s.Const})
		n.deep = true
	}
	if s.Enum != nil {
		n.kinds &= kindsOf(s.Enum.Values)
		n.weight += len(s.Enum.Values) / 16
		for _, v := range s.Enum.Values {
			if _, ok := v.(json.Number); ok {
				n.numbers++
			}
		}
		n.deep = n.deep || n.kinds&(arrayKind|objectKind) != 0
	}
	n.deep = n.deep && n.kinds&(arrayKind|objectKind) != 0 || s.UniqueItems
	if s.Format != nil {
		n.format = s.Format.Name
		n.wellFormed = func(text string) bool { return s.Format.Validate(text) == nil }
	}
	n.required = s.Required
	b.inPlace(n, s)
	b.below(n, s)
	n.finish()
	return n
}

// inPlace adds the subschemas that look at the same value.
func (b *nodeBuilder) inPlace(n *node, s *jsonschema.Schema) {
	if s.Ref != nil {
		n.always = append(n.always, step{b.node(s.Ref), []string{"$ref"}})
	}
	if s.DynamicRef != nil {
		n.always = append(n.always, step{b.node(s.DynamicRef.Ref), []string{"$dynamicRef"}})
	}
	list := func(keyword string, schemas []*jsonschema.Schema) []step {
		var out []step
		for i, sub := range schemas {
			out = append(out, step{b.node(sub), []string{keyword, strconv.Itoa(i)}})
		}
		return out
	}
	n.always = append(n.always, list("allOf", s.AllOf)...)
	for _, choice := range [][]step{list("anyOf", s.AnyOf), list("oneOf", s.OneOf)} {
		if choice != nil {
			n.choices = append(n.choices, choice)
		}
	}
	if s.If != nil {
		n.cond = b.node(s.If)
		n.then, n.otherwise = step{b.node(s.Then), []string{"then"}}, step{b.node(s.Else), []string{"else"}}
	}
	n.not = b.node(s.Not)
	for _, name := range slices.Sorted(maps.Keys(s.DependentSchemas)) {
		n.dependent = append(n.dependent, property{name, step{b.node(s.DependentSchemas[name]), []string{"dependentSchemas", name}}})
	}
}

// below adds the subschemas that look at members and items.
func (b *nodeBuilder) below(n *node, s *jsonschema.Schema) {
	n.index = map[string]step{}
	if v, ok := n.at.value(); ok {
		declared, _ := v.Get("properties")
		for _, m := range declared.Members() {
			p := property{m.Name, step{b.node(s.Properties[m.Name]), []string{"properties", m.Name}}}
			n.properties = append(n.properties, p)
			n.index[m.Name] = p.step
		}
	}
	expressions := slices.SortedFunc(maps.Keys(s.PatternProperties), func(x, y jsonschema.Regexp) int {
		return cmp.Compare(x.String(), y.String())
	})
	for _, re := range expressions {
		n.patterns = append(n.patterns, namePattern{re.MatchString, step{b.node(s.PatternProperties[re]), []string{"patternProperties", re.String()}}})
		n.weight += sizeOf(re)
	}
	n.weight += sizeOf(s.Pattern)
	if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		n.additional = step{b.node(sub), []string{"additionalProperties"}}
	}
	for i, sub := range s.PrefixItems {
		n.prefix = append(n.prefix, step{b.node(sub), []string{"prefixItems", strconv.Itoa(i)}})
	}
	n.items = step{b.node(s.Items2020), []string{"items"}}
	n.contains, n.otherItems, n.otherMembers = b.node(s.Contains), b.node(s.UnevaluatedItems), b.node(s.UnevaluatedProperties)
	for _, ext := range s.Extensions {
		if check, ok := ext.(nameCheck); ok {
			n.names = b.node(check.names)
		}
	}
}

// sizeOf says how much a regular expression costs for a short text.
func sizeOf(re jsonschema.Regexp) int {
	if p, ok := re.(pattern); ok {
		return 1 + p.size/16
	}
	return 0
}

// kindsOf gives the kinds that values have.
func kindsOf(values []any) kinds {
	var k kinds
	for _, v := range values {
		switch v.(type) {
		case nil:
			k |= nullKind
		case bool:
			k |= booleanKind
		case json.Number:
			k |= numberKind
		case string:
			k |= stringKind
		case []any:
			k |= arrayKind
		case map[string]any:
			k |= objectKind
		}
	}
	return k
}
