package feel

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"

	shop "github.com/shopspring/decimal"

	"github.com/decision-spine/spine/internal/decimal"
	"github.com/decision-spine/spine/internal/source"
	"github.com/decision-spine/spine/internal/temporal"
)

// Of makes a FEEL value of a Go value. nil is null; booleans, strings, integers,
// json.Number, shopspring's decimal.Decimal and *big.Int are what they say; a
// float64 or float32 is taken through its shortest decimal text; time.Time is a
// date and time with its offset, time.Duration a days and time duration; slices
// are lists, and maps with string keys contexts with their keys in order. Structs
// are contexts of their exported fields, embedded ones included, named by a
// `feel:"name"` tag, or by a `json` tag. A Value is itself.
//
// It is an error when a number is no decimal128 or not finite, a text or key is
// not UTF-8, a value of another type is met, []byte and structs that hide all
// their fields included, or values go beyond [MaxNesting] and [MaxWeight].
func Of(v any) (Value, error) {
	out, err := of(v, 0)
	if err != nil {
		return Null, err
	}
	if !out.withinLimits() {
		return Null, errBeyondLimits
	}
	return out, nil
}

// What is beyond the limits of values.
var (
	errNesting      = fmt.Errorf("values nest deeper than %d", MaxNesting)
	errBeyondLimits = fmt.Errorf("values nest deeper than %d or are more than %d", MaxNesting, MaxWeight)
)

func of(v any, depth int) (Value, error) {
	if depth > MaxNesting {
		return Null, errNesting
	}
	switch v := v.(type) {
	case nil:
		return Null, nil
	case Value:
		return v, nil
	case bool:
		return Bool(v), nil
	case string:
		return ofString(v)
	case shop.Decimal:
		return ofDecimal(decimal.FromShopspring(v))
	case json.Number:
		return ofDecimal(decimal.ParseExact(string(v)))
	case int:
		return Int(int64(v)), nil
	case int64:
		return Int(v), nil
	case float64:
		return ofFloat(v)
	case *big.Int:
		if v == nil {
			return Null, nil
		}
		return ofDecimal(decimal.ParseExact(v.String()))
	case time.Time:
		return OfTime(v)
	case time.Duration:
		d, err := temporal.NewDuration(int64(v/time.Second), int64(v%time.Second))
		return daysValue(d), err
	case []any:
		return ofItems(v, make([]Value, len(v)), depth)
	case map[string]any:
		return new(alike).of(v, 1, depth)
	}
	return ofReflect(reflect.ValueOf(v), depth)
}

// ofInt is [Of] for most ints; ok is false of everything else.
func ofInt(host any) (v Value, ok bool) {
	i, ok := host.(int)
	return Value{n: int64(i), tag: tag{kind: KindNumber}}, ok && decimal.IsShort(int64(i), 0)
}

// ofScalar is [Of] for what hosts pass most; ok is false of everything else, and of
// what is not there.
func ofScalar(host any) (v Value, ok bool) {
	// One after the other: a switch would look at the hash of the type first.
	if s, ok := host.(string); ok {
		return String(s), isText(s)
	}
	if v, ok := ofInt(host); ok {
		return v, true
	}
	if d, ok := host.(shop.Decimal); ok {
		d, err := decimal.FromShopspring(d)
		return number(d), err == nil
	}
	if f, ok := host.(float64); ok {
		v, err := ofFloat(f)
		return v, err == nil
	}
	if v, ok := host.(Value); ok {
		return v, v.withinLimits()
	}
	switch i := host.(type) {
	case int:
		return Int(int64(i)), true
	case int64:
		return Int(i), true
	case json.Number:
		v, err := ofDecimal(decimal.ParseExact(string(i)))
		return v, err == nil
	}
	if b, ok := host.(bool); ok {
		return Bool(b), true
	}
	return Null, false
}

// ofItems gives the list of what is in list, in the memory of out.
func ofItems(list []any, out []Value, depth int) (Value, error) {
	var s alike
	h, single := holding{1, 1}, int64(0)
	for i, x := range list {
		v, ok := ofInt(x)
		if ok { // what there is most of, without the rest
			out[i] = v
			single++
			continue
		}
		if v, ok = ofScalar(x); !ok {
			var err error
			if m, ok := x.(map[string]any); ok {
				v, err = s.of(m, len(list)-i, depth+1)
			} else {
				v, err = of(x, depth+1)
			}
			if err != nil {
				return Null, fmt.Errorf("item %d: %w", i+1, err)
			}
		}
		out[i] = v
		h.add(v)
	}
	h.more(single)
	return listOf(out, h), nil
}

// alike is what the contexts of a list often have in common: their keys, which are
// then put in order once, and their place in memory.
type alike struct {
	keys []string
	room []contextData
	vals []Value
}

// mostRoom is how many contexts are made room for at once.
const mostRoom = 64

// of gives the context of a map, of which there may be so many like it.
func (s *alike) of(m map[string]any, like, depth int) (Value, error) {
	if depth > MaxNesting {
		return Null, errNesting
	}
	if len(m) == len(s.keys) {
		if v, ok, err := s.fill(m, like, depth); ok || err != nil {
			return v, err
		}
	}
	*s = alike{keys: sortedKeys(m)}
	for _, k := range s.keys {
		if !utf8.ValidString(k) {
			return Null, fmt.Errorf("the key %s is not UTF-8", source.Quote(k))
		}
	}
	v, _, err := s.fill(m, 1, depth)
	return v, err
}

// fill makes a context of as many entries as there are keys; ok is false if they have
// others.
func (s *alike) fill(m map[string]any, like, depth int) (v Value, ok bool, err error) {
	n := len(s.keys)
	if len(s.room) == 0 {
		s.room = make([]contextData, min(like, mostRoom))
		s.vals = make([]Value, len(s.room)*n)
	}
	c := &s.room[0]
	c.keys, c.vals = s.keys[:n:n], s.vals[:n:n]
	for i, k := range c.keys {
		x, ok := m[k]
		if !ok {
			return Null, false, nil
		}
		if c.vals[i], err = of(x, depth+1); err != nil {
			return Null, false, fmt.Errorf("%s: %w", k, err)
		}
	}
	s.room, s.vals = s.room[1:], s.vals[n:]
	c.makeIndex()
	return contextValue(c), true, nil
}

// isText reports whether s is UTF-8; most are short and ASCII.
func isText(s string) bool {
	if len(s) > 32 {
		return utf8.ValidString(s)
	}
	all, b := uint64(0), unsafe.Slice(unsafe.StringData(s), len(s))
	switch {
	case len(b) >= 8:
		all = binary.LittleEndian.Uint64(b[len(b)-8:]) // some of it twice
		for ; len(b) >= 8; b = b[8:] {
			all |= binary.LittleEndian.Uint64(b)
		}
	default:
		all = head(s)
	}
	return all&(utf8.RuneSelf*0x0101010101010101) == 0 || utf8.ValidString(s)
}

func ofString(s string) (Value, error) {
	if !isText(s) {
		return Null, fmt.Errorf("the text %s is not UTF-8", source.Quote(s))
	}
	return String(s), nil
}

func ofDecimal(d decimal.Decimal, err error) (Value, error) {
	if err != nil {
		return Null, err
	}
	return number(d), nil
}

func ofFloat(f float64) (Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Null, fmt.Errorf("%v is no number", f)
	}
	return ofDecimal(decimal.FromFloat(f))
}

// ofReflect converts what is not one of the common types.
func ofReflect(v reflect.Value, depth int) (Value, error) {
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool()), nil
	case reflect.String:
		return ofString(v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return ofDecimal(decimal.ParseExact(fmt.Sprint(v.Uint())))
	case reflect.Float32:
		// The shortest text of the float32, not of the float64 that it widens to.
		f, err := strconv.ParseFloat(strconv.FormatFloat(v.Float(), 'g', -1, 32), 64)
		if err != nil {
			return Null, err
		}
		return ofFloat(f)
	case reflect.Float64:
		return ofFloat(v.Float())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return Null, nil
		}
		return of(v.Elem().Interface(), depth+1)
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			break // bytes are text or data, not numbers
		}
		items := make([]Value, v.Len())
		for i := range items {
			var err error
			if items[i], err = of(v.Index(i).Interface(), depth+1); err != nil {
				return Null, fmt.Errorf("item %d: %w", i+1, err)
			}
		}
		return List(items...), nil
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			break
		}
		m := make(map[string]any, v.Len())
		for it := v.MapRange(); it.Next(); {
			m[it.Key().String()] = it.Value().Interface()
		}
		return of(m, depth)
	case reflect.Struct:
		return ofStruct(v, depth)
	}
	return Null, fmt.Errorf("a Go %s is no FEEL value", v.Type())
}

func sortedKeys(m map[string]any) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}

// ParseNumber reads a number from its text, exactly: it is an error when
// decimal128 cannot hold it.
func ParseNumber(text string) (Value, error) { return ofDecimal(decimal.ParseExact(text)) }

// AsDecimal gives a number as shopspring's decimal; ok is false for every other
// kind.
func (v Value) AsDecimal() (d shop.Decimal, ok bool) {
	if v.kind != KindNumber {
		return shop.Decimal{}, false
	}
	return v.num().Shopspring(), true
}

// NumberText gives a number in normal form, as a record has it: no trailing
// zeros, plain while the exponent is small. json says that the same text is a
// JSON number that reads back as the same value, also where numbers are doubles
// (RFC 8785). ok is false for every other kind.
func (v Value) NumberText() (text string, json, ok bool) {
	if v.kind != KindNumber {
		return "", false, false
	}
	if b, survives := v.num().AppendJSON(nil); survives {
		return string(b), true, true
	}
	return v.num().String(), false, true
}

// AsTime gives a date and time with an offset or region as the moment it is, and
// a date as midnight UTC; ok is false for every other value, for a local date and
// time, and beyond the years of time.Time's text.
func (v Value) AsTime() (t time.Time, ok bool) {
	if !v.isDated() {
		return time.Time{}, false
	}
	m := v.moment()
	offset, zoned := m.Offset()
	if year, _, _ := m.Date().Civil(); !zoned || year < 0 || year > 9999 {
		return time.Time{}, false
	}
	zone := time.UTC
	if offset != 0 {
		zone = time.FixedZone("", int(offset))
	}
	return time.Unix(m.Sec-offset, int64(m.Nano)).In(zone), true
}
