package xpathre

// Replace gives s with every match of re replaced (fn:replace). In the replacement
// $0 stands for the match and $N for what group N matched; \$ and \\ stand for $
// and \. The digits of N are as many as name a group; a digit for which there is no
// group stands for nothing. With the flag q the replacement is taken as it is.
//
// Its errors are [ErrSteps], [ErrBytes] and an [*Error] with the code
// [MatchesEmpty] or [InvalidReplacement].
func (re *Regexp) Replace(s, replacement string, b *Budget) (string, error) {
	if err := re.refuseEmpty(); err != nil {
		return "", err
	}
	b = b.orUnlimited()
	if !b.spend(int64(len(replacement)) / skipped) {
		return "", ErrSteps
	}
	var few [4]part
	t, err := re.template(few[:0], replacement)
	if err != nil {
		return "", err
	}
	m := re.machine(s, t.slots, b)
	defer m.release()
	out := m.out[:0]
	for from := 0; ; from = m.found[1] {
		ok, err := m.find(from)
		if err != nil {
			return "", err
		}
		if !ok && from == 0 {
			return s, nil
		}
		before := s[from:]
		if ok {
			before = s[from:m.found[0]]
		}
		if !b.produce(int64(len(before))) {
			return "", ErrBytes
		}
		if out = append(out, before...); !ok {
			if cap(out) <= maxOut {
				m.out = out
			}
			return string(out), nil
		}
		b.Steps -= int64(len(t.parts))
		for _, p := range t.parts {
			text := p.text
			if p.group >= 0 {
				text = m.group(p.group)
			}
			if !b.produce(int64(len(text))) {
				return "", ErrBytes
			}
			out = append(out, text...)
		}
	}
}

// maxOut is how many bytes of memory for what is made are kept for the next call.
const maxOut = 4096

// template is a parsed replacement.
type template struct {
	parts []part
	slots int // of captures that the parts need
}

// part is a text or, if group is not negative, a group.
type part struct {
	text  string
	group int
}

// template parses a replacement by the rules of F&O 5.6.4. It appends to parts.
func (re *Regexp) template(parts []part, s string) (template, error) {
	t := template{parts: parts, slots: 2}
	if re.flags.literal {
		t.parts = append(t.parts, part{s, -1})
		return t, nil
	}
	text := func(s string) {
		if s != "" {
			t.parts = append(t.parts, part{s, -1})
		}
	}
	from := 0 // of the text not yet in parts
	for i := 0; i < len(s); {
		switch s[i] {
		case '\\':
			if i+1 == len(s) || s[i+1] != '\\' && s[i+1] != '$' {
				return t, &Error{InvalidReplacement, i, `a \ must be followed by $ or \; write \\ for a \ as text`}
			}
			text(s[from:i])
			from = i + 1
			i += 2
		case '$':
			n, digits := 0, 0
			for _, c := range []byte(s[i+1:]) {
				if c < '0' || c > '9' || n*10+int(c-'0') > max(re.groups, 9) {
					break
				}
				n, digits = n*10+int(c-'0'), digits+1
			}
			if digits == 0 {
				return t, &Error{InvalidReplacement, i, `a $ must be followed by a digit; write \$ for a $ as text`}
			}
			text(s[from:i])
			if n <= re.groups {
				t.parts = append(t.parts, part{group: n})
				t.slots = max(t.slots, 2*n+2)
			}
			i += 1 + digits
			from = i
		default:
			i++
		}
	}
	text(s[from:])
	return t, nil
}
