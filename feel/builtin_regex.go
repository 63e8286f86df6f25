package feel

import (
	"errors"
	"maps"
	"math"
	"strings"

	"github.com/decision-spine/spine/internal/xpathre"
)

func init() {
	input, pattern, flags := arg("input", StringType), arg("pattern", StringType), arg("flags", StringType).opt().orNull()
	define("10.3.4.3",
		entry("matches", []string{`matches("foobar", "^fo*bar$")`, `matches("FooBar", "foo", "i")`, `matches("aa", "(a)\1")`, `matches("a", "(")`},
			form(BooleanType, func(f *frame, at site, args []Value) Value {
				return f.regexp(at, args[1], args[2], func(re *xpathre.Regexp, b *xpathre.Budget) (Value, error) {
					ok, err := re.Match(args[0].str(), b)
					return Bool(ok), err
				})
			}, input, pattern, flags)),
		entry("replace", []string{`replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")`, `replace("banana", "a", "o")`, `replace("abc", "x*", "-")`},
			form(StringType, func(f *frame, at site, args []Value) Value {
				return f.regexp(at, args[1], args[3], func(re *xpathre.Regexp, b *xpathre.Budget) (Value, error) {
					s, err := re.Replace(args[0].str(), args[2].str(), b)
					return String(s), err
				})
			}, input, pattern, arg("replacement", StringType), flags)),
		entry("split", []string{`split("John Doe", "\s")`, `split("a;b;c;;", ";")`, `split("", ";")`},
			form(ListType(StringType), func(f *frame, at site, args []Value) Value {
				return f.regexp(at, args[1], absent, func(re *xpathre.Regexp, b *xpathre.Budget) (Value, error) {
					parts, err := re.Split(args[0].str(), b)
					if err != nil {
						return Null, err
					}
					if len(parts) == 0 {
						parts = []string{""} // the text without a delimiter is its only part
					}
					out, ok := f.room(at, int64(len(parts)))
					for i := 0; ok && i < len(parts); i++ {
						out = append(out, String(parts[i]))
					}
					return f.within(at, List(out...)), nil
				})
			}, arg("string", StringType), arg("delimiter", StringType))),
	)
}

// regexSteps is how many steps of a regular expression count as one: they are small
// ones.
const regexSteps = 4

// regexp does something with a regular expression, within what the evaluation may
// still use.
func (f *frame) regexp(at site, pattern, flags Value, do func(*xpathre.Regexp, *xpathre.Budget) (Value, error)) Value {
	if f.err != nil {
		return Null
	}
	b := xpathre.Budget{Steps: min(f.steps, math.MaxInt64/regexSteps) * regexSteps, Bytes: f.bytes}
	before := b
	re, err := f.patterns.get(pattern.str(), flags, &b)
	var out Value
	if err == nil {
		out, err = do(re, &b)
	}
	if !f.step(at, 1+(before.Steps-b.Steps)/regexSteps) || !f.produce(at, before.Bytes-b.Bytes) {
		return Null
	}
	var fault *xpathre.Error
	switch {
	case errors.As(err, &fault) && fault.Code != xpathre.TooLarge:
		return f.fail(errInvalidPattern(at.src, at.n, fault))
	case err != nil:
		return f.fail(errLimit(at.src, at.n, err.Error()))
	}
	return out
}

// patterns keeps the regular expressions that a frame has compiled, across
// evaluations. An evaluation counts the steps of compiling a pattern when it first
// needs it, also when the pattern is there from an earlier one: so it takes as many
// whatever was evaluated before.
type patterns struct {
	kept   map[patternKey]*compiledPattern
	serial uint64 // of the evaluation
	used   int    // patterns of kept that this evaluation has counted
}

type patternKey struct{ pattern, flags string }

type compiledPattern struct {
	re     *xpathre.Regexp
	steps  int64
	serial uint64 // of the evaluation that has counted it last
}

const (
	maxPatterns  = 16 // that an evaluation has at once
	compileSteps = 4  // what a step of compiling counts for: it takes memory
)

// start begins an evaluation.
func (p *patterns) start() {
	p.serial++
	p.used = 0
}

func (p *patterns) get(pattern string, flags Value, b *xpathre.Budget) (*xpathre.Regexp, error) {
	key := patternKey{pattern: pattern}
	if flags.kind == KindString {
		key.flags = flags.str()
	}
	if b.Steps -= int64(len(key.pattern)+len(key.flags)) >> 3; b.Steps < 0 {
		return nil, xpathre.ErrSteps
	}
	c := p.kept[key]
	switch {
	case c == nil:
		before := b.Steps
		re, err := xpathre.Compile(key.pattern, key.flags, b)
		if err != nil {
			return nil, err
		}
		c = &compiledPattern{re: re, steps: compileSteps * (before - b.Steps)}
		b.Steps = before - c.steps
	case c.serial == p.serial:
		return c.re, nil
	default:
		b.Steps -= c.steps
	}
	if b.Steps < 0 {
		return nil, xpathre.ErrSteps
	}
	if p.used == maxPatterns {
		p.kept, p.used = nil, 0
	}
	c.serial = p.serial
	p.used++
	if p.kept[key] == nil {
		p.keep(key, c)
	}
	return c.re, nil
}

func (p *patterns) keep(key patternKey, c *compiledPattern) {
	if p.kept == nil {
		p.kept = map[patternKey]*compiledPattern{}
	}
	if len(p.kept) >= 2*maxPatterns {
		maps.DeleteFunc(p.kept, func(_ patternKey, c *compiledPattern) bool { return c.serial != p.serial })
	}
	key.pattern = strings.Clone(key.pattern) // it may be a part of something long
	p.kept[key] = c
}
