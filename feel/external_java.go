package feel

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/decision-spine/spine/internal/decimal"
)

// Numbers become Java's here, and come back: a double or a float through its
// shortest decimal text, so that 456.78 stays 456.78. This is the one place of the
// language where a float64 is computed with; the last digit of what trigonometry
// gives may differ from one machine to another.

// javaMethod computes a method. args has float64 for double, float32 for float,
// int64, int32, int16 and int8 for long, int, short and byte, javaChar for char,
// bool for boolean, string for String, a Value for Object, and []Value for what
// stands in the place of an array of objects.
type javaMethod func(f *frame, at site, args []any) (any, error)

type javaChar rune

const javaObjects = "[Ljava.lang.Object;"

// javaTypes gives the types of the parameters of a method.
func javaTypes(key string) []string {
	_, list, _ := strings.Cut(strings.TrimSuffix(key, ")"), "(")
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// javaCall is a method of the table as a function of FEEL.
type javaCall struct {
	outside
	types  []string
	method javaMethod
}

func (j javaCall) variadic() bool {
	return len(j.types) > 0 && j.types[len(j.types)-1] == javaObjects
}

// call gives null for a null, other than among variable arguments.
func (j javaCall) call(f *frame, at site, values []Value) Value {
	args := make([]any, len(j.types))
	for i, t := range j.types {
		if t == javaObjects {
			args[i] = values[i:]
			break
		}
		if values[i].kind == KindNull {
			return Null
		}
		var ok bool
		if args[i], ok = toJava(values[i], t); !ok {
			return f.fail(errTypeMismatch(at.src, at.n, fmt.Sprintf("argument %d of %s must be a %s, which %s is not",
				i+1, j, strings.TrimPrefix(t, "java.lang."), values[i].brief()), ""))
		}
	}
	out, err := j.method(f, at, args)
	if err == nil {
		var v Value
		if v, err = ofJava(out); err == nil {
			return v
		}
	}
	return f.fail(errFunctionFailed(at.src, at.n, j.String(), err))
}

// toJava makes a value of a type of Java; ok is false when it does not fit.
func toJava(v Value, t string) (out any, ok bool) {
	if t == "java.lang.Object" {
		return v, true
	}
	switch v.kind {
	case KindBoolean:
		return v.isTrue(), t == "boolean"
	case KindString:
		if t == "char" {
			r, w := utf8.DecodeRuneInString(v.str())
			return javaChar(r), w > 0 && int64(w) == v.n && r <= math.MaxUint16
		}
		return v.str(), t == "java.lang.String"
	case KindNumber:
		n, whole := v.num().Int64()
		switch t {
		case "double":
			x, err := strconv.ParseFloat(v.num().String(), 64)
			return x, err == nil
		case "float":
			x, err := strconv.ParseFloat(v.num().String(), 32)
			return float32(x), err == nil
		case "long":
			return n, whole
		case "int":
			return int32(n), whole && n == int64(int32(n))
		case "short":
			return int16(n), whole && n == int64(int16(n))
		case "byte":
			return int8(n), whole && n == int64(int8(n))
		}
	}
	return nil, false
}

func ofJava(v any) (Value, error) {
	switch v := v.(type) {
	case float64:
		return ofDecimal(decimal.FromFloat(v))
	case float32:
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return ofDecimal(decimal.FromFloat(float64(v)))
		}
		return ofDecimal(decimal.ParseExact(strconv.FormatFloat(float64(v), 'g', -1, 32)))
	case javaChar:
		return String(string(rune(v))), nil
	case Value:
		return v, nil
	}
	return Of(v)
}

// pure1 and pure2 make methods of Go functions that cannot fail.
func pure1[A, R any](fn func(A) R) javaMethod {
	return func(_ *frame, _ site, args []any) (any, error) { return fn(args[0].(A)), nil }
}

func pure2[A, B, R any](fn func(A, B) R) javaMethod {
	return func(_ *frame, _ site, args []any) (any, error) { return fn(args[0].(A), args[1].(B)), nil }
}

func parsed[R any](fn func(string) (R, error)) javaMethod {
	return func(_ *frame, _ site, args []any) (any, error) {
		v, err := fn(args[0].(string))
		if err != nil {
			return nil, fmt.Errorf("%q is none", args[0])
		}
		return v, nil
	}
}

// javaMethods is the closed table, by class and signature.
var javaMethods = map[string]javaMethod{}

func init() {
	const m = "java.lang.Math."
	for name, fn := range map[string]func(float64) float64{
		"sqrt": math.Sqrt, "cbrt": math.Cbrt, "exp": math.Exp, "expm1": math.Expm1,
		"log": math.Log, "log10": math.Log10, "log1p": math.Log1p,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
		"floor": math.Floor, "ceil": math.Ceil, "rint": math.RoundToEven,
		"toRadians": func(x float64) float64 { return x / 180 * math.Pi },
		"toDegrees": func(x float64) float64 { return x * 180 / math.Pi },
	} {
		javaMethods[m+name+"(double)"] = pure1(fn)
	}
	for name, fn := range map[string]func(x, y float64) float64{
		"pow": math.Pow, "atan2": math.Atan2, "hypot": math.Hypot, "IEEEremainder": math.Remainder,
	} {
		javaMethods[m+name+"(double,double)"] = pure2(fn)
	}
	ordered[float64]("double")
	ordered[float32]("float")
	ordered[int64]("long")
	ordered[int32]("int")
	javaMethods[m+"signum(double)"] = pure1(signum[float64])
	javaMethods[m+"signum(float)"] = pure1(signum[float32])
	javaMethods[m+"round(double)"] = pure1(func(x float64) int64 { return roundHalfUp(x, math.MinInt64, math.MaxInt64) })
	javaMethods[m+"round(float)"] = pure1(func(x float32) int32 { return int32(roundHalfUp(float64(x), math.MinInt32, math.MaxInt32)) })
	divided[int64]("long")
	divided[int32]("int")

	box("Byte", "byte", func(s string) (int8, error) { n, err := strconv.ParseInt(s, 10, 8); return int8(n), err })
	box("Short", "short", func(s string) (int16, error) { n, err := strconv.ParseInt(s, 10, 16); return int16(n), err })
	box("Integer", "int", func(s string) (int32, error) { n, err := strconv.ParseInt(s, 10, 32); return int32(n), err })
	box("Long", "long", func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
	box("Float", "float", func(s string) (float32, error) {
		x, err := strconv.ParseFloat(strings.TrimSpace(s), 32)
		return float32(x), err
	})
	box("Double", "double", func(s string) (float64, error) { return strconv.ParseFloat(strings.TrimSpace(s), 64) })
	box("Boolean", "boolean", func(s string) (bool, error) { return strings.EqualFold(s, "true"), nil })
	javaMethods["java.lang.Character.valueOf(char)"] = pure1(func(c javaChar) javaChar { return c })

	const s = "java.lang.String."
	javaMethods[s+"valueOf(char)"] = pure1(func(c javaChar) javaChar { return c })
	javaMethods[s+"valueOf(boolean)"] = pure1(strconv.FormatBool)
	javaMethods[s+"valueOf(int)"] = pure1(func(n int32) string { return strconv.Itoa(int(n)) })
	javaMethods[s+"valueOf(long)"] = pure1(func(n int64) string { return strconv.FormatInt(n, 10) })
	javaMethods[s+"valueOf(java.lang.Object)"] = func(f *frame, at site, args []any) (any, error) {
		return stringFrom(f, at, []Value{args[0].(Value)}), nil
	}
	javaMethods[s+"format(java.lang.String,"+javaObjects+")"] = javaFormat
}

// ordered adds abs, min and max of a type of number.
func ordered[T int32 | int64 | float32 | float64](name string) {
	const m = "java.lang.Math."
	javaMethods[m+"abs("+name+")"] = pure1(func(x T) T { return max(x, -x) }) // of the least integer, itself
	javaMethods[m+"max("+name+","+name+")"] = pure2(func(x, y T) T { return max(x, y) })
	javaMethods[m+"min("+name+","+name+")"] = pure2(func(x, y T) T { return min(x, y) })
}

// divided adds the divisions of integers that round down.
func divided[T int32 | int64](name string) {
	by := func(fn func(x, y T) T) javaMethod {
		return func(_ *frame, _ site, args []any) (any, error) {
			if args[1].(T) == 0 {
				return nil, errors.New("division by zero")
			}
			return fn(args[0].(T), args[1].(T)), nil
		}
	}
	const m = "java.lang.Math."
	javaMethods[m+"floorMod("+name+","+name+")"] = by(func(x, y T) T {
		if r := x % y; r != 0 && (r < 0) != (y < 0) {
			return r + y
		}
		return x % y
	})
	javaMethods[m+"floorDiv("+name+","+name+")"] = by(func(x, y T) T {
		if q := x / y; x%y != 0 && (x < 0) != (y < 0) {
			return q - 1
		}
		return x / y
	})
}

// box adds the methods of the class of a type that make it of itself and of a text.
func box[T any](class, name string, parse func(string) (T, error)) {
	c := "java.lang." + class + "."
	javaMethods[c+"valueOf("+name+")"] = pure1(func(v T) T { return v })
	javaMethods[c+"valueOf(java.lang.String)"] = parsed(parse)
	if class == "Integer" {
		class = "Int"
	}
	javaMethods[c+"parse"+class+"(java.lang.String)"] = parsed(parse)
}

func signum[T float32 | float64](x T) T { return T(cmp.Compare(x, 0)) }

// roundHalfUp rounds to the nearest, ties upwards.
func roundHalfUp(x float64, least, most int64) int64 {
	whole := math.Floor(x)
	if x-whole >= 0.5 {
		whole++
	}
	n, _ := big.NewFloat(whole).Int64() // which stays within an int64
	return max(least, min(most, n))
}

// JavaMethods gives the methods of Java that a model may define functions by, as
// class and signature, sorted.
func JavaMethods() []string { return slices.Sorted(maps.Keys(javaMethods)) }
