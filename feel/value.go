package feel

import (
	"iter"
	"math"
	"slices"
	"unsafe"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/temporal"
)

// Kind tells what a [Value] is.
type Kind uint8

// The kinds of value. FEEL's two durations are two kinds.
const (
	KindNull Kind = iota
	KindBoolean
	KindNumber
	KindString
	KindDate
	KindTime
	KindDateTime
	KindDays   // days and time duration
	KindMonths // years and months duration
	KindList
	KindContext
	KindRange
	KindFunction

	// kindUnset marks a slot that was not read yet. It is never visible outside.
	kindUnset
)

var kindNames = [...]string{
	"null", "boolean", "number", "string", "date", "time", "date and time",
	"days and time duration", "years and months duration", "list", "context", "range", "function", "unset",
}

// String gives the kind's name in FEEL.
func (k Kind) String() string { return kindNames[k] }

// Value is a FEEL value: 24 bytes, immutable, passed by value, shared freely
// between goroutines. The zero Value is null. Values cannot be compared with ==:
// see [Equal].
type Value struct {
	_ [0]func()

	// What the members mean depends on kind:
	//
	//	boolean   n is 0 or 1
	//	number    ptr, n, aux are the parts of a decimal.Decimal
	//	string    ptr, n are data and length
	//	date      n is the day number
	//	time      n is nanoseconds; zone
	//	date+time n is local seconds; aux's low 30 bits nanoseconds; zone
	//	days      n is seconds, aux nanoseconds
	//	months    n
	//	list      ptr, n are the first item and the length; lo, aux
	//	context   ptr; lo, aux
	//	range     ptr; lo, aux
	//	function  ptr
	//
	// A zone is its kind in the top bits of aux, its offset in hi and lo, and its
	// region in ptr. Of what holds values lo is the nesting and aux the weight: see
	// holding.
	ptr unsafe.Pointer
	n   int64
	tag
}

// tag is the rest of a Value. The compiler keeps in registers what has four members
// and no more: a Value that had all of these itself would go through memory.
type tag struct {
	kind Kind
	hi   int8
	lo   uint16
	aux  uint32
}

const nanoBits = 30

// The limits of lists, contexts and ranges, whether a host gives them or an
// evaluation makes them, so that whatever walks a value can recurse and ends
// soon.
const (
	MaxNesting = 1000       // how deep they lie within each other
	MaxWeight  = 10_000_000 // the values in one, itself included; long texts count for more
)

// Null is the null value.
var Null Value

// Bool gives a boolean.
func Bool(b bool) Value {
	n := int64(0) // without a jump, which cannot be foretold where values are compared
	if b {
		n = 1
	}
	return Value{n: n, tag: tag{kind: KindBoolean}}
}

// Int gives a whole number.
func Int(i int64) Value { return number(decimal.FromInt(i)) }

// String gives a string. Its text must be valid UTF-8.
func String(s string) Value {
	return Value{ptr: unsafe.Pointer(unsafe.StringData(s)), n: int64(len(s)), tag: tag{kind: KindString}}
}

// List gives a list of items, which must not be changed afterwards.
func List(items ...Value) Value { return listOf(items, holdingOf(items)) }

// listOf is List of what is measured already.
func listOf(items []Value, h holding) Value {
	return Value{ptr: unsafe.Pointer(unsafe.SliceData(items)), n: int64(len(items)), tag: tag{kind: KindList, lo: h.depth, aux: h.weight}}
}

// holding measures what a list, context or range holds. depth is how deep such
// values lie within each other, 1 when there is none among the items. weight is
// what it costs to look at everything: see [Value.weight]. Both stop at the
// highest number of their type.
type holding struct {
	depth  uint16
	weight uint32
}

func holdingOf(items []Value) holding {
	h := holding{1, 1}
	simple := int64(0)
	for i := range items {
		if v := &items[i]; v.holds() {
			h.add(*v)
		} else {
			simple += v.weight()
		}
	}
	h.more(simple)
	return h
}

func (h *holding) more(weight int64) { h.weight = uint32(min(int64(h.weight)+weight, math.MaxUint32)) }

func (h *holding) add(v Value) {
	h.more(v.weight())
	if v.holds() && v.lo >= h.depth {
		h.depth = min(v.lo, math.MaxUint16-1) + 1
	}
}

// holds reports whether v is made of values.
func (v Value) holds() bool {
	return v.kind == KindList || v.kind == KindContext || v.kind == KindRange
}

// weight is the number of values in v, itself included, a value that occurs twice
// counted twice; of a text it is one more for each 64 bytes, and a long key counts as
// a text. So it bounds the work of comparing or printing v, however much of v is
// shared.
func (v Value) weight() int64 {
	switch v.kind {
	case KindString:
		return 1 + v.n>>6
	case KindList, KindContext, KindRange:
		return int64(v.aux)
	}
	return 1
}

// withinLimits reports whether v nests and weighs no more than a value may.
func (v Value) withinLimits() bool {
	return !v.holds() || v.lo <= MaxNesting && v.aux <= MaxWeight
}

// Entry is a key with its value.
type Entry struct {
	Key   string
	Value Value
}

// Context gives a context of entries, in their order. Of entries with the same
// key the last one counts, at the place of the first.
func Context(entries ...Entry) Value {
	c := &contextData{keys: make([]string, 0, len(entries)), vals: make([]Value, 0, len(entries))}
	for _, e := range entries {
		c.put(e.Key, e.Value)
	}
	return contextValue(c)
}

func number(d decimal.Decimal) Value {
	big, coef, exp := d.Parts()
	return Value{ptr: big, n: coef, tag: tag{kind: KindNumber, aux: uint32(exp)}}
}

func dateValue(d temporal.Date) Value { return Value{n: d.Days, tag: tag{kind: KindDate}} }

func timeValue(t temporal.Time) Value {
	return Value{n: t.Nanos, tag: tag{kind: KindTime}}.withZone(t.Zone)
}

func dateTimeValue(t temporal.DateTime) Value {
	return Value{n: t.Sec, tag: tag{kind: KindDateTime, aux: uint32(t.Nano)}}.withZone(t.Zone)
}

func daysValue(d temporal.Duration) Value {
	return Value{n: d.Sec, tag: tag{kind: KindDays, aux: uint32(d.Nano)}}
}

func monthsValue(m temporal.Months) Value { return Value{n: int64(m), tag: tag{kind: KindMonths}} }

func contextValue(c *contextData) Value {
	h := holdingOf(c.vals)
	for _, key := range c.keys {
		if len(key) > 64 { // which few are
			h.add(String(key))
		}
	}
	return Value{ptr: unsafe.Pointer(c), tag: tag{kind: KindContext, lo: h.depth, aux: h.weight}}
}

func rangeValue(r *rangeData) Value {
	h := holding{1, 1}
	h.add(r.lo)
	h.add(r.hi)
	return Value{ptr: unsafe.Pointer(r), tag: tag{kind: KindRange, lo: h.depth, aux: h.weight}}
}

func functionValue(fn *function) Value {
	return Value{ptr: unsafe.Pointer(fn), tag: tag{kind: KindFunction}}
}

func (v Value) withZone(z temporal.Zone) Value {
	region, kind, offset := z.Parts()
	v.ptr = region
	v.aux |= uint32(kind) << nanoBits
	v.hi, v.lo = int8(offset>>16), uint16(offset)
	return v
}

func (v Value) zone() temporal.Zone {
	return temporal.ZoneFromParts(v.ptr, temporal.ZoneKind(v.aux>>nanoBits), int32(v.hi)<<16|int32(v.lo))
}

func (v Value) num() decimal.Decimal { return decimal.FromParts(v.ptr, v.n, int32(v.aux)) }

func (v Value) str() string { return unsafe.String((*byte)(v.ptr), int(v.n)) }

func (v Value) date() temporal.Date { return temporal.Date{Days: v.n} }

func (v Value) time() temporal.Time { return temporal.Time{Nanos: v.n, Zone: v.zone()} }

func (v Value) dateTime() temporal.DateTime {
	return temporal.DateTime{Sec: v.n, Nano: int32(v.aux & (1<<nanoBits - 1)), Zone: v.zone()}
}

func (v Value) days() temporal.Duration { return temporal.Duration{Sec: v.n, Nano: int32(v.aux)} }

func (v Value) months() temporal.Months { return temporal.Months(v.n) }

func (v Value) list() []Value { return unsafe.Slice((*Value)(v.ptr), int(v.n)) }

func (v Value) context() *contextData { return (*contextData)(v.ptr) }

func (v Value) rang() *rangeData { return (*rangeData)(v.ptr) }

func (v Value) function() *function { return (*function)(v.ptr) }

// Kind tells what v is.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.kind == KindNull }

// AsBool gives a boolean's value; ok is false for every other kind.
func (v Value) AsBool() (b, ok bool) { return v.isTrue(), v.kind == KindBoolean }

// isTrue reports whether v is the boolean true.
func (v Value) isTrue() bool { return v.kind == KindBoolean && v.n != 0 }

// AsString gives a string's text; ok is false for every other kind.
func (v Value) AsString() (s string, ok bool) {
	if v.kind != KindString {
		return "", false
	}
	return v.str(), true
}

// AsInt gives a number that is whole and fits; ok is false for everything else.
func (v Value) AsInt() (i int64, ok bool) {
	switch {
	case v.kind != KindNumber:
		return 0, false
	case v.ptr == nil && v.aux == 0:
		return v.n, true
	}
	return v.num().Int64()
}

// Items gives the items of a list, to be read only; nil for every other kind.
func (v Value) Items() []Value {
	if v.kind != KindList {
		return nil
	}
	return v.list()
}

// Len gives the number of items of a list or entries of a context; else 0.
func (v Value) Len() int {
	switch v.kind {
	case KindList:
		return int(v.n)
	case KindContext:
		return len(v.context().keys)
	}
	return 0
}

// Entries gives the entries of a context in their order; nothing for every
// other kind.
func (v Value) Entries() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.kind != KindContext {
			return
		}
		c := v.context()
		for i, k := range c.keys {
			if !yield(k, c.vals[i]) {
				return
			}
		}
	}
}

// Get gives the entry of a context; ok is false when v has none with that key or
// is no context.
func (v Value) Get(key string) (e Value, ok bool) {
	if v.kind != KindContext {
		return Null, false
	}
	return v.context().get(key)
}

// contextData is the entries of a context, immutable once it is a Value.
type contextData struct {
	keys  []string
	vals  []Value
	index map[string]int // only above indexFrom entries
}

const indexFrom = 12

func (c *contextData) find(key string) int {
	if c.index != nil {
		if i, ok := c.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.Index(c.keys, key)
}

func (c *contextData) get(key string) (Value, bool) {
	if i := c.find(key); i >= 0 {
		return c.vals[i], true
	}
	return Null, false
}

// put is for building only.
func (c *contextData) put(key string, v Value) {
	if i := c.find(key); i >= 0 {
		c.vals[i] = v
		return
	}
	c.keys, c.vals = append(c.keys, key), append(c.vals, v)
	if c.index != nil {
		c.index[key] = len(c.keys) - 1
		return
	}
	c.makeIndex()
}

// makeIndex indexes keys, which are all different, if they are many.
func (c *contextData) makeIndex() {
	if len(c.keys) <= indexFrom {
		return
	}
	c.index = make(map[string]int, 2*len(c.keys))
	for i, k := range c.keys {
		c.index[k] = i
	}
}

// rangeData is a range. One that was written as a unary test in parentheses
// remembers its operator, which equality looks at: then the ends that the
// operator does not give are unbounded, while an end given as null makes
// inclusion unknown.
type rangeData struct {
	lo, hi             Value
	loClosed, hiClosed bool
	op                 op // opNone: written with brackets
}
