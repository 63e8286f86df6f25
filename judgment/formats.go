package judgment

import (
	"net/netip"
	"strings"
)

// The texts that a pack has, beside those that say anything. Each must have its
// form as a whole: a line feed at the end is no part of it.

// isLocalID reports [a-z][a-z0-9]*(-[a-z0-9]+)*.
func isLocalID(s string) bool {
	if s == "" || !lower(s[0]) {
		return false
	}
	for part := range strings.SplitSeq(s, "-") {
		if part == "" || !all(part, func(c byte) bool { return lower(c) || digit(c) }) {
			return false
		}
	}
	return true
}

// isTriple reports three whole numbers without leading zeros, joined by dots.
func isTriple(s string) bool {
	parts := strings.Split(s, ".")
	return len(parts) == 3 && isWhole(parts[0]) && isWhole(parts[1]) && isWhole(parts[2])
}

// isWhole reports digits without a leading zero.
func isWhole(s string) bool { return s != "" && all(s, digit) && (s == "0" || s[0] != '0') }

// reserved begins the names of extensions that JPS keeps for itself.
const reserved = "org.judgmentpack."

// isExtensionName reports a reverse domain that is not reserved.
func isExtensionName(s string) bool {
	if strings.HasPrefix(s, reserved) {
		return false
	}
	labels := strings.Split(s, ".")
	for i, label := range labels {
		if label == "" || !lower(label[0]) {
			return false
		}
		if !all(label, func(c byte) bool { return lower(c) || digit(c) || c == '-' && i > 0 }) {
			return false
		}
	}
	return len(labels) > 1
}

// isURI reports an absolute URI (RFC 3986, section 3), with or without a fragment.
func isURI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || !letter(scheme[0]) || !all(scheme, schemeByte) {
		return false
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	path, query, _ := strings.Cut(rest, "?")
	if after, ok := strings.CutPrefix(path, "//"); ok {
		end := strings.IndexByte(after, '/')
		if end < 0 {
			end = len(after)
		}
		if !isAuthority(after[:end]) {
			return false
		}
		path = after[end:]
	}
	return encoded(path, ":@/") && encoded(query, ":@/?") && encoded(fragment, ":@/?")
}

// isAuthority reports [USERINFO@]HOST[:PORT].
func isAuthority(s string) bool {
	host := s
	if user, after, ok := strings.Cut(s, "@"); ok {
		if !encoded(user, ":") {
			return false
		}
		host = after
	}
	name, port, hasPort := strings.Cut(host, ":")
	if literal, ok := strings.CutPrefix(host, "["); ok {
		literal, port, ok = strings.Cut(literal, "]")
		if !ok || !isIPLiteral(literal) {
			return false
		}
		name = ""
		if port, hasPort = strings.CutPrefix(port, ":"); !hasPort && port != "" {
			return false
		}
	}
	return encoded(name, "") && (!hasPort || all(port, digit))
}

// isIPLiteral reports what may stand between square brackets: an address of IPv6
// or of a later version.
func isIPLiteral(s string) bool {
	if s != "" && s[0]|0x20 == 'v' {
		version, address, ok := strings.Cut(s[1:], ".")
		return ok && version != "" && all(version, hexDigit) && address != "" && !strings.Contains(address, "%") && encoded(address, ":")
	}
	ip, err := netip.ParseAddr(s)
	return err == nil && ip.Is6() && ip.Zone() == ""
}

// encoded reports unreserved characters, sub-delimiters, percent encodings and
// those of extra.
func encoded(s, extra string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case letter(c) || digit(c) || strings.IndexByte("-._~!$&'()*+,;=", c) >= 0 || strings.IndexByte(extra, c) >= 0:
		case c == '%' && i+2 < len(s) && hexDigit(s[i+1]) && hexDigit(s[i+2]):
			i += 2
		default:
			return false
		}
	}
	return true
}

// isFullDate reports YYYY-MM-DD of the Gregorian calendar (RFC 3339).
func isFullDate(s string) bool {
	if len(s) != len("YYYY-MM-DD") || s[4] != '-' || s[7] != '-' {
		return false
	}
	year, ok := number(s[:4])
	month, ok1 := number(s[5:7])
	day, ok2 := number(s[8:])
	return ok && ok1 && ok2 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

func daysOf(year, month int) int {
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		return 29
	}
	return [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
}

// isDateTime reports a date-time of RFC 3339. A second 60 stands only where the
// instant is 23:59:60 in UTC.
func isDateTime(s string) bool {
	const date, clock = len("YYYY-MM-DD"), len("hh:mm:ss")
	if len(s) <= date+1+clock || !isFullDate(s[:date]) || s[date]|0x20 != 't' {
		return false
	}
	s = s[date+1:]
	minute, ok := minutes(s[:5])
	second, ok1 := number(s[6:8])
	if !ok || !ok1 || s[5] != ':' || second > 60 {
		return false
	}
	s = s[clock:]
	if s[0] == '.' {
		rest := strings.TrimLeft(s[1:], "0123456789")
		if len(rest) == len(s)-1 {
			return false
		}
		s = rest
	}
	offset := 0
	switch {
	case s == "Z" || s == "z":
	case len(s) == len("+hh:mm") && (s[0] == '+' || s[0] == '-'):
		if offset, ok = minutes(s[1:]); !ok {
			return false
		}
		if s[0] == '-' {
			offset = -offset
		}
	default:
		return false
	}
	const day = 24 * 60
	return second < 60 || (minute-offset+day)%day == day-1
}

// minutes gives the minutes of hh:mm.
func minutes(s string) (int, bool) {
	hour, ok := number(s[:2])
	minute, ok1 := number(s[3:])
	return hour*60 + minute, ok && ok1 && s[2] == ':' && hour <= 23 && minute <= 59
}

// number gives the value of a few digits.
func number(s string) (int, bool) {
	n := 0
	for _, c := range []byte(s) {
		if !digit(c) {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

func all(s string, is func(byte) bool) bool {
	for _, c := range []byte(s) {
		if !is(c) {
			return false
		}
	}
	return true
}

func digit(c byte) bool      { return c >= '0' && c <= '9' }
func lower(c byte) bool      { return c >= 'a' && c <= 'z' }
func letter(c byte) bool     { return lower(c | 0x20) }
func hexDigit(c byte) bool   { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
func schemeByte(c byte) bool { return letter(c) || digit(c) || c == '+' || c == '-' || c == '.' }
