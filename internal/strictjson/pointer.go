package strictjson

import (
	"strconv"
	"strings"
)

var (
	tokenEscapes   = strings.NewReplacer("~", "~0", "/", "~1")
	tokenUnescapes = strings.NewReplacer("~1", "/", "~0", "~") // one pass: "~01" is "~1"
)

// EscapeToken writes one reference token as it stands in a JSON Pointer (RFC
// 6901, section 3).
func EscapeToken(token string) string { return tokenEscapes.Replace(token) }

// Pointer writes a JSON Pointer (RFC 6901) of tokens that are not escaped. That
// of no tokens is "", the whole document.
func Pointer(tokens ...string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(EscapeToken(t))
	}
	return b.String()
}

// Tokens takes a JSON Pointer apart into its tokens, unescaped. False means
// that it is none: it is neither empty nor starts with "/", or has a "~" that is
// not part of "~0" or "~1".
func Tokens(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, t := range tokens {
		if strings.Count(t, "~") != strings.Count(t, "~0")+strings.Count(t, "~1") {
			return nil, false
		}
		tokens[i] = tokenUnescapes.Replace(t)
	}
	return tokens, true
}

// Lookup gives the value at a JSON Pointer (RFC 6901, section 4). False means that
// the pointer is none or leads nowhere.
func Lookup(v Value, pointer string) (Value, bool) {
	tokens, ok := Tokens(pointer)
	if !ok {
		return Value{}, false
	}
	return Walk(v, tokens)
}

// Walk gives the value to which the tokens of a JSON Pointer lead from v. On an
// array only digits without a leading zero are an index. False means that they
// lead nowhere; a member that is null is found.
func Walk(v Value, tokens []string) (Value, bool) {
	for _, t := range tokens {
		ok := false
		switch v.kind {
		case Object:
			v, ok = v.Get(t)
		case Array:
			i, err := strconv.ParseUint(t, 10, 64)
			if ok = err == nil && i < uint64(len(v.Items())) && (t == "0" || t[0] != '0'); ok {
				v = v.Items()[i]
			}
		}
		if !ok {
			return Value{}, false
		}
	}
	return v, true
}
