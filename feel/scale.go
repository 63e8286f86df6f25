package feel

import (
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"

	"github.com/decision-spine/spine/internal/decimal"
)

// Scale divides values into classes that some constants, its points, cannot tell
// apart: each point is a class, and so is what lies between two neighbours, below
// the first and above the last. It is immutable.
type Scale struct {
	kind  Kind // KindNull: there are no points
	zoned bool // of times, and of dates and times
	n     int  // points

	// The points in ascending order, in one of three forms.
	keys   []int64 // numbers in units of 10^exp; see [Scale.key]
	exp    int32
	texts  []string
	heads  []uint64 // of texts that have no order
	values []Value

	order  bool             // of texts: what lies between them matters
	byText map[string]int32 // instead of texts that are many and have no order
}

// NewScale makes a scale of points, which must be comparable with each other. A
// point may be given more than once. Without order it tells points from everything
// else only, and everything else is of the class 0.
func NewScale(points []Value, order bool) *Scale {
	s := &Scale{}
	if len(points) == 0 {
		return s
	}
	s.kind, s.zoned = points[0].kind, points[0].zoned()
	if s.kind == KindString {
		s.makeTexts(points, order)
		return s
	}
	if s.makeKeys(points) {
		return s
	}
	s.keys, s.values = nil, slices.Clone(points)
	slices.SortFunc(s.values, ordering)
	s.values = slices.CompactFunc(s.values, func(x, y Value) bool { return ordering(x, y) == 0 })
	s.n = len(s.values)
	return s
}

// ordering orders values that are comparable.
func ordering(x, y Value) int {
	order, _ := compare(x, y)
	return order
}

// fewTexts are found by looking at one after the other.
const fewTexts = 8

func (s *Scale) makeTexts(points []Value, order bool) {
	for i := range points {
		s.texts = append(s.texts, points[i].str())
	}
	slices.Sort(s.texts)
	s.texts = slices.Clip(slices.Compact(s.texts))
	s.n = len(s.texts)
	if s.order = order; order {
		return
	}
	if s.n <= fewTexts {
		for _, text := range s.texts {
			s.heads = append(s.heads, head(text))
		}
		return
	}
	s.byText = make(map[string]int32, s.n)
	for i, text := range s.texts {
		s.byText[text] = int32(2*i + 1)
	}
	s.texts = nil
}

// makeKeys is false when the points have no keys.
func (s *Scale) makeKeys(points []Value) bool {
	if s.kind == KindNumber {
		for i := range points {
			_, _, exp := points[i].num().Reduce().Parts()
			s.exp = min(s.exp, exp)
		}
	}
	s.keys = make([]int64, len(points))
	for i := range points {
		key, exact, ok := s.key(&points[i])
		if !ok || !exact {
			return false
		}
		s.keys[i] = key
	}
	slices.Sort(s.keys)
	s.keys = slices.Clip(slices.Compact(s.keys))
	s.n = len(s.keys)
	return true
}

// key gives the number that orders v among values of its kind. Where it is not
// exact v is between it and the next one. ok is false when there is none.
func (s *Scale) key(v *Value) (key int64, exact, ok bool) {
	switch v.kind {
	case KindNumber:
		if v.ptr == nil && int32(v.aux) == s.exp {
			return v.n, true, true
		}
		return v.num().Units(s.exp)
	case KindBoolean, KindDate, KindMonths:
		return v.n, true, true
	case KindDays:
		switch nanos := int32(v.aux); {
		case nanos > 0:
			return v.n, false, true
		case nanos < 0:
			return v.n - 1, false, true
		}
		return v.n, true, true
	case KindTime: // times are compared to the second
		offset, _ := v.time().Offset()
		return v.n/1e9 - offset, true, true
	case KindDateTime:
		offset, _ := v.dateTime().Offset()
		return v.n - offset, true, true
	}
	return 0, false, false
}

// zoned reports whether v is a time, or a date and time, that is not local.
func (v Value) zoned() bool {
	return (v.kind == KindTime || v.kind == KindDateTime) && v.aux>>nanoBits != 0
}

// Classes is the number of classes: twice the points, and two more, of which the
// last is null.
func (s *Scale) Classes() int { return 2*s.n + 2 }

// Class gives the class of a value: of point i, from 0, it is 2i+1; below that
// point, and above the one before it, 2i. It is -1 for a value that is not
// comparable with the points. A scale without points has all values but null in one
// class.
func (s *Scale) Class(v Value) int {
	switch {
	case v.kind == KindNumber && s.kind == KindNumber && v.ptr == nil && int32(v.aux) == s.exp && s.keys != nil:
		return s.exactly(v.n) // most numbers, without the rest
	case v.kind == KindNull:
		return 2*s.n + 1
	case s.kind == KindNull:
		return 0
	case v.kind != s.kind:
		return -1
	case v.kind == KindString:
		return s.text(v.str())
	case (v.kind == KindTime || v.kind == KindDateTime) && v.zoned() != s.zoned:
		return -1
	}
	if s.keys != nil {
		if key, exact, ok := s.key(&v); ok {
			if exact {
				return s.exactly(key)
			}
			return 2 * upTo(s.keys, key)
		}
		d := v.num() // of more digits than a key has
		i, found := slices.BinarySearchFunc(s.keys, d, func(key int64, d decimal.Decimal) int {
			return decimal.Cmp(decimal.FromCoef(key, s.exp), d)
		})
		return class(i, found)
	}
	return class(slices.BinarySearchFunc(s.values, v, ordering))
}

// exactly gives the class of the value whose key this is.
func (s *Scale) exactly(key int64) int {
	i := upTo(s.keys, key)
	k := 2 * i
	if i > 0 && s.keys[i-1] == key {
		k--
	}
	return k
}

func class(i int, found bool) int {
	if found {
		return 2*i + 1
	}
	return 2 * i
}

func (s *Scale) text(text string) int {
	if s.byText != nil {
		return int(s.byText[text]) // 0 when it is none
	}
	if s.order {
		return class(slices.BinarySearchFunc(s.texts, text, strings.Compare))
	}
	h := head(text)
	for i, other := range s.heads {
		if other == h && len(s.texts[i]) == len(text) && (len(text) <= 8 || s.texts[i] == text) {
			return 2*i + 1
		}
	}
	return 0
}

// head gives a number that tells texts of the same length apart which are of up to 8
// bytes, all of which are in it. Of longer ones it has the beginning.
func head(text string) uint64 {
	b := unsafe.Slice(unsafe.StringData(text), len(text))
	switch n := len(b); {
	case n >= 8:
		return binary.LittleEndian.Uint64(b)
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
	case n > 0:
		return uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	return 0
}

// upTo gives how many keys are key or less.
func upTo(keys []int64, key int64) int {
	low, n := 0, len(keys)
	for n > 1 {
		half := n >> 1
		if keys[low+half-1] <= key {
			low += half
		}
		n -= half
	}
	if n == 1 && keys[low] <= key {
		low++
	}
	return low
}

// Size is about how many bytes s takes, the texts of strings not counted.
func (s *Scale) Size() int {
	const perEntry = 40 // of a map from texts, with what it keeps free
	return int(unsafe.Sizeof(*s)) + 8*cap(s.keys) + 16*cap(s.texts) + 8*cap(s.heads) + valueBytes*cap(s.values) + perEntry*len(s.byText)
}
