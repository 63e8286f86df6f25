package feel

import (
	"errors"
	"maps"
	"math"
	"slices"
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
					return f.split(at, re, args[0].str(), b)
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
	if f.patterns.patternMemory == nil {
		f.patterns.patternMemory = &patternMemory{kept: map[patternKey]*compiledPattern{}}
	}
	b := &f.patterns.budget
	*b = xpathre.Budget{Steps: min(f.steps, math.MaxInt64/regexSteps) * regexSteps, Bytes: f.bytes}
	before := *b
	re, err := f.patterns.get(pattern.str(), flags, b)
	var out Value
	if err == nil {
		out, err = do(re, b)
	}
	if !f.step(at, 1+(before.Steps-b.Steps)/regexSteps) || !f.produce(at, before.Bytes-b.Bytes) {
		return Null
	}
	if err != nil {
		return f.patternFault(at, err)
	}
	return out
}

func (f *frame) patternFault(at site, err error) Value {
	var fault *xpathre.Error
	if errors.As(err, &fault) && fault.Code != xpathre.TooLarge {
		return f.fail(errInvalidPattern(at.src, at.n, fault))
	}
	return f.fail(errLimit(at.src, at.n, err.Error()))
}

func (f *frame) split(at site, re *xpathre.Regexp, text string, b *xpathre.Budget) (Value, error) {
	p := &f.patterns
	parts, err := re.AppendSplit(p.parts[:0], text, b)
	if err != nil {
		p.parts = nil // it has parts that nobody wants
		return Null, err
	}
	if len(parts) == 0 {
		parts = append(parts, "") // the text without a delimiter is its only part
	}
	out, ok := f.room(at, int64(len(parts)))
	for i := 0; ok && i < len(parts); i++ {
		out = append(out, String(parts[i]))
	}
	if clear(parts); cap(parts) <= mostKept {
		p.parts = parts
	}
	return f.within(at, List(out...)), nil
}

// patterns keeps the regular expressions that a frame has compiled, across
// evaluations. An evaluation counts the steps of compiling a pattern when it first
// needs it, also when the pattern is there from an earlier one: so it takes as many
// whatever was evaluated before.
type patterns struct {
	serial uint64 // of the evaluation
	used   int    // patterns that are kept and that this evaluation has counted
	*patternMemory
}

// patternMemory is apart, since most evaluations have no patterns.
type patternMemory struct {
	kept   map[patternKey]*compiledPattern
	recent [4]*compiledPattern // of kept, to be found without a hash
	next   int                 // of recent to be replaced
	budget xpathre.Budget      // of a call
	parts  []string            // memory for those of a split
}

type patternKey struct{ pattern, flags string }

type compiledPattern struct {
	key    patternKey
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
	c := p.find(key)
	switch {
	case c == nil:
		before := b.Steps
		re, err := xpathre.Compile(key.pattern, key.flags, b)
		if err != nil {
			return nil, err
		}
		c = &compiledPattern{key: key, re: re, steps: compileSteps * (before - b.Steps)}
		c.key.pattern = strings.Clone(key.pattern) // it may be a part of something long
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
		clear(p.kept)
		p.used, p.recent = 0, [4]*compiledPattern{}
	}
	c.serial = p.serial
	p.used++
	p.keep(c)
	return c.re, nil
}

// find gives the pattern of a key, or nil.
func (p *patterns) find(key patternKey) *compiledPattern {
	for _, c := range p.recent {
		if c != nil && c.key == key {
			return c
		}
	}
	c := p.kept[key]
	if c != nil {
		p.recall(c)
	}
	return c
}

// recall makes c one of the recent patterns.
func (p *patterns) recall(c *compiledPattern) {
	p.recent[p.next] = c
	p.next = (p.next + 1) % len(p.recent)
}

func (p *patterns) keep(c *compiledPattern) {
	if slices.Contains(p.recent[:], c) {
		return
	}
	p.recall(c)
	if len(p.kept) >= 2*maxPatterns {
		maps.DeleteFunc(p.kept, func(_ patternKey, c *compiledPattern) bool { return c.serial != p.serial })
	}
	p.kept[c.key] = c
}
