package gate

import (
	"slices"
	"strconv"

	"github.com/decision-spine/spine/feel"
	"github.com/decision-spine/spine/internal/strictjson"
)

// plain gives an instance as a FEEL value in which strings are still strings,
// and a finding for each number that is not exact. The instance location is at.
func plain(v strictjson.Value, at []string) (feel.Value, []finding) {
	switch v.Kind() {
	case strictjson.Bool:
		return feel.Bool(v.Bool()), nil
	case strictjson.String:
		return feel.String(v.Text()), nil
	case strictjson.Number:
		n, err := feel.ParseNumber(v.Text())
		if err != nil {
			e := errInexactNumber(placeless(at), v.Text())
			return feel.Null, []finding{{Violation: Violation{
				Code: e.Code, InstanceLocation: e.At.Path, Message: e.Message + ": " + e.Hint,
			}}}
		}
		return n, nil
	case strictjson.Array:
		var found []finding
		items := make([]feel.Value, len(v.Items()))
		for i, item := range v.Items() {
			var f []finding
			items[i], f = plain(item, append(at, strconv.Itoa(i)))
			found = append(found, f...)
		}
		return feel.List(items...), found
	case strictjson.Object:
		var found []finding
		entries := make([]feel.Entry, len(v.Members()))
		for i, m := range v.Members() {
			value, f := plain(m.Value, append(at, m.Name))
			entries[i] = feel.Entry{Key: m.Name, Value: value}
			found = append(found, f...)
		}
		return feel.Context(entries...), found
	}
	return feel.Null, nil
}

// converter finds the strings of an instance that a schema gives a temporal
// format, and what they become.
//
// It goes through properties, patternProperties, additionalProperties, items,
// prefixItems, $ref, $dynamicRef, allOf and the dependentSchemas of members that
// are there, and through those branches of anyOf and oneOf, and the one of then
// and else, that accept the value. Below if, not, contains, propertyNames,
// unevaluatedItems and unevaluatedProperties a format is only asserted.
type converter struct {
	work *work
	seen map[look]struct{}
	to   map[int]feel.Value // by the offset of the string
	path []string           // keyword location
	at   []string           // instance location
	bad  []failure          // strings of which FEEL has no value
	err  error
	over bool // the work was too much
}

// walk looks at v, which raw is in the types of encoding/json, by n.
func (c *converter) walk(n *node, v strictjson.Value, raw any) {
	if n == nil || !n.temporal || c.err != nil || c.over {
		return
	}
	key := look{n.id, v.Offset()}
	if _, ok := c.seen[key]; ok {
		return
	}
	c.seen[key] = struct{}{}
	if v.Kind() == strictjson.String && isTemporal(n.format) {
		c.text(n, v)
	}
	for _, s := range n.always {
		c.step(s, v, raw)
	}
	for _, choice := range n.choices {
		for _, s := range choice {
			if s.to.temporal && c.accepts(s.to, v, raw) {
				c.step(s, v, raw)
			}
		}
	}
	if n.then.to != nil && n.then.to.temporal || n.otherwise.to != nil && n.otherwise.to.temporal {
		branch := n.otherwise
		if c.accepts(n.cond, v, raw) {
			branch = n.then
		}
		c.step(branch, v, raw)
	}
	switch raw := raw.(type) {
	case map[string]any:
		for _, d := range n.dependent {
			if _, ok := raw[d.name]; ok {
				c.step(d.step, v, raw)
			}
		}
		for _, m := range v.Members() {
			c.at = append(c.at, m.Name)
			for s := range n.member(m.Name) {
				c.step(s, m.Value, raw[m.Name])
			}
			c.at = c.at[:len(c.at)-1]
		}
	case []any:
		for i, item := range v.Items() {
			c.at = append(c.at, strconv.Itoa(i))
			c.step(n.item(i), item, raw[i])
			c.at = c.at[:len(c.at)-1]
		}
	}
}

func (c *converter) step(s step, v strictjson.Value, raw any) {
	c.path = append(c.path, s.tokens...)
	c.walk(s.to, v, raw)
	c.path = c.path[:len(c.path)-len(s.tokens)]
}

// accepts asks the validator.
func (c *converter) accepts(n *node, v strictjson.Value, raw any) bool {
	if !c.work.spend(n, v) {
		c.over = true
	}
	if c.over || c.err != nil {
		return false
	}
	ok, err := n.accepts(raw)
	c.err = err
	return ok
}

// text converts a string. The four temporal formats have no text in common, so
// that two schemas that accept it cannot make different values of it.
func (c *converter) text(n *node, v strictjson.Value) {
	value, _, err := feel.ParseJSONTemporal(n.format, v.Text())
	switch {
	case err == nil:
		c.to[v.Offset()] = value
	case n.wellFormed(v.Text()): // else the validator reports it
		c.bad = append(c.bad, failure{
			keyword: "format", want: words(n.format), schema: n.uri, at: slices.Clone(c.at),
			path: trailOf(slices.Concat(c.path, []string{"format"})),
		})
	}
}

// value gives v with its temporal values, where plain is v without them. What
// holds none is plain itself.
func (c *converter) value(v strictjson.Value, plain feel.Value) (out feel.Value, changed bool) {
	switch v.Kind() {
	case strictjson.String:
		if t, ok := c.to[v.Offset()]; ok {
			return t, true
		}
	case strictjson.Array:
		var items []feel.Value
		for i, item := range v.Items() {
			if t, ok := c.value(item, plain.Items()[i]); ok {
				if items == nil {
					items = slices.Clone(plain.Items())
				}
				items[i] = t
			}
		}
		if items != nil {
			return feel.List(items...), true
		}
	case strictjson.Object:
		entries := make([]feel.Entry, 0, plain.Len())
		for key, value := range plain.Entries() {
			t, ok := c.value(v.Members()[len(entries)].Value, value)
			changed = changed || ok
			entries = append(entries, feel.Entry{Key: key, Value: t})
		}
		if changed {
			return feel.Context(entries...), true
		}
	}
	return plain, false
}
