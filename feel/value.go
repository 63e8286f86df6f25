package feel

import (
	"iter"
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
	//	list      ptr, n are the first item and the length; aux is the nesting
	//	context   ptr; aux is the nesting
	//	range, function: ptr
	//
	// A zone is its kind in the top bits of aux, its offset in hi and lo, and its
	// region in ptr.
	ptr  unsafe.Pointer
	n    int64
	kind Kind
	hi   int8
	lo   uint16
	aux  uint32
}

const nanoBits = 30

// Null is the null value.
var Null Value

var (
	trueValue  = Value{kind: KindBoolean, n: 1}
	falseValue = Value{kind: KindBoolean}
)

// Bool gives a boolean.
func Bool(b bool) Value {
	if b {
		return trueValue
	}
	return falseValue
}

// Int gives a whole number.
func Int(i int64) Value { return number(decimal.FromInt(i)) }

// String gives a string. Its text must be valid UTF-8.
func String(s string) Value {
	return Value{kind: KindString, ptr: unsafe.Pointer(unsafe.StringData(s)), n: int64(len(s))}
}

// List gives a list of items, which must not be changed afterwards.
func List(items ...Value) Value { return listNested(items, nesting(items)) }

func listNested(items []Value, depth uint32) Value {
	return Value{kind: KindList, ptr: unsafe.Pointer(unsafe.SliceData(items)), n: int64(len(items)), aux: depth}
}

// nesting gives how deep lists and contexts lie within each other in a list or
// context of items: 1 when there is none among them.
func nesting(items []Value) uint32 {
	var deepest uint32
	for i := range items {
		if k := items[i].kind; (k == KindList || k == KindContext) && items[i].aux > deepest {
			deepest = items[i].aux
		}
	}
	return deepest + 1
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
	return Value{kind: KindNumber, ptr: big, n: coef, aux: uint32(exp)}
}

func dateValue(d temporal.Date) Value { return Value{kind: KindDate, n: d.Days} }

func timeValue(t temporal.Time) Value {
	return Value{kind: KindTime, n: t.Nanos}.withZone(t.Zone)
}

func dateTimeValue(t temporal.DateTime) Value {
	return Value{kind: KindDateTime, n: t.Sec, aux: uint32(t.Nano)}.withZone(t.Zone)
}

func daysValue(d temporal.Duration) Value {
	return Value{kind: KindDays, n: d.Sec, aux: uint32(d.Nano)}
}

func monthsValue(m temporal.Months) Value { return Value{kind: KindMonths, n: int64(m)} }

func contextValue(c *contextData) Value {
	return Value{kind: KindContext, ptr: unsafe.Pointer(c), aux: nesting(c.vals)}
}

func rangeValue(r *rangeData) Value { return Value{kind: KindRange, ptr: unsafe.Pointer(r)} }

func functionValue(fn *function) Value { return Value{kind: KindFunction, ptr: unsafe.Pointer(fn)} }

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
func (v Value) AsBool() (b, ok bool) { return v.n != 0, v.kind == KindBoolean }

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
	if v.kind != KindNumber {
		return 0, false
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
	switch {
	case c.index != nil:
		c.index[key] = len(c.keys) - 1
	case len(c.keys) > indexFrom:
		c.index = make(map[string]int, 2*len(c.keys))
		for i, k := range c.keys {
			c.index[k] = i
		}
	}
}

// clone gives a copy that may be put to.
func (c *contextData) clone() *contextData {
	out := &contextData{keys: slices.Clone(c.keys), vals: slices.Clone(c.vals)}
	if c.index != nil {
		out.index = make(map[string]int, len(c.index)+1)
		for k, i := range c.index {
			out.index[k] = i
		}
	}
	return out
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
