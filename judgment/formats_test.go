package judgment_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// formatOf checks texts that stand in the pack for a text of the same form.
func formatOf(t *testing.T, sample, code string, good, bad []string) {
	t.Helper()
	try := func(text string, sound bool) {
		t.Helper()
		got := findings(t, changed(t, parking, sample, quoted(text)))
		if sound && got != nil || !sound && (len(got) != 1 || !strings.HasPrefix(got[0], code+" ")) {
			t.Errorf("%s %q: %v", code, text, got)
		}
	}
	for _, text := range good {
		try(text, true)
		try(text+"\n", false)
		try("\n"+text, false)
	}
	for _, text := range bad {
		try(text, false)
	}
}

// quoted writes a JSON string.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r < 0x20 || r == '"' || r == '\\' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

func TestLocalIDs(t *testing.T) {
	formatOf(t, `"blocked"`, "STRUCTURE-LOCAL-ID",
		[]string{"a", "a1", "a-1", "a-b-c", "ab12-34-x", "z" + strings.Repeat("-0", 5000)},
		[]string{"", "A", "aB", "1", "1a", "-a", "a-", "a--b", "a_b", "a.b", "a b", "é", "aé", "а", "a-B", " a", "a\x00"})
}

func TestTriples(t *testing.T) {
	formatOf(t, `"1.0.0"`, "STRUCTURE-PACK-VERSION",
		[]string{"0.0.0", "1.2.3", "10.20.30", "1.0.99999999999999999999999999"},
		[]string{"", "1", "1.0", "1.0.0.0", "01.0.0", "1.00.0", "1.0.01", "v1.0.0", "1.0.0-draft", "1.0.0+b", "1..0", ".1.0", "1.0.", "-1.0.0", "1.0.x", "１.0.0", " 1.0.0"})
}

func TestExtensionNames(t *testing.T) {
	formatOf(t, `"com.example.notes"`, "STRUCTURE-EXTENSION-NAME",
		[]string{"a.b", "com.example", "com.example.a-b-", "c0m.e9.x--", "org.judgmentpack", "org.judgmentpackx.y", "org.judgmentpacks"},
		[]string{"", "a", "com", "com.", ".com", "com..a", "Com.a", "com.A", "com.1a", "1com.a", "com.-a", "c-m.a", "com.a_b", "com.é", "org.judgmentpack.x", "org.judgmentpack.", "org.judgmentpack.a.b", "com.a b"})
}

func TestURIs(t *testing.T) {
	formatOf(t, `"https://example.org/parking"`, "STRUCTURE-FORMAT-URI", []string{
		"urn:", "urn:a:b", "a:", "A+-.9:x", "https://example.org", "https://example.org/a/b?c=d&e=f#g", "https://", "file:///etc/x", "http:/a", "http:a", "tag:example.org,2026:x",
		"https://user:pw@example.org:8080/", "https://@example.org", "https://example.org:/x", "https://[::1]/", "https://[::1]:80", "https://[2001:db8::7]", "https://[::ffff:1.2.3.4]",
		"https://[v1.a:b]/", "https://[VF.x!]/", "mailto:a@b.c", "a:b@c:d", "a:%20%C3%a9", "a:?", "a:#", "a:?#", "a:?a/b?c", "a:#a/b?c:@", "https://a.b/~!$&'()*+,;=:@-._", "https://1.2.3.4/",
		"https://a%20b/", "a://b//c", "a:/b//c",
	}, []string{
		"", ":", "a", "/a", "//a/b", "a/b:c", "?a:b", "#a:b", "1a:b", "-a:b", ".a:b", "é:b", "a b:c", "a:b c", "a:é", "a:{b}", "a:b|c", "a:b\\c", "a:^", "a:`", "a:<b>", `a:"b"`, "a:%", "a:%2", "a:%2g", "a:%g0",
		"a:#b#c", "a:##", "a:[b]", "a:b?[c]", "a:b#[c]", "https://[::1", "https://::1]", "https://[]", "https://[1.2.3.4]", "https://[::1%25eth0]", "https://[::1%eth0]", "https://[:::]", "https://[::1]x", "https://[::1]x:80",
		"https://[1:2:3:4:5:6:7:8:9]", "https://[v.a]", "https://[v1.]", "https://[v1]", "https://[vg.a]", "https://[v1.%20]", "https://[v1.@]", "https://a[::1]", "https://[::1]:8o", "https://a:8o/", "https://a:80:80", "https://a:-1",
		"https://a@b@c", "https://[a]@b", "https://a b/", "https://a\x7f", "a:\x00", "https://a:80%30/", "ht tp://a", "https\n://a",
	})
}

func TestFullDates(t *testing.T) {
	formatOf(t, `"2026-01-31"`, "STRUCTURE-FORMAT-DATE",
		[]string{"2026-12-31", "0000-01-01", "0000-02-29", "9999-12-31", "2024-02-29", "2000-02-29", "2026-04-30"},
		[]string{"", "2026-02-29", "1900-02-29", "2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "26-01-01", "02026-01-01", "2026-1-1", "2026/01/01", "20260101", "2026-01-01Z",
			"-026-01-01", "+026-01-01", "2026-01-0x", "２026-01-01", "2026-01-01T00:00:00Z", "2026--1-01"})
}

func TestDateTimes(t *testing.T) {
	formatOf(t, `"2026-02-01T09:00:00Z"`, "STRUCTURE-FORMAT-DATE-TIME", []string{
		"2026-01-01T00:00:00Z", "2026-01-01t23:59:59z", "0000-02-29T00:00:00+00:00", "2026-01-01T12:00:00-00:00", "2026-01-01T12:00:00.0Z", "2026-01-01T12:00:00.123456789012345678901234567890+23:59",
		"2026-01-01T12:00:00-23:59", "1998-12-31T23:59:60Z", "1998-12-31T23:59:60.5z", "1999-01-01T00:59:60+01:00", "1998-12-31T15:59:60-08:00", "1999-01-01T05:29:60+05:30", "1998-12-31T00:00:60-23:59", "1998-12-31T23:58:60+23:59",
	}, []string{
		"", "2026-01-01", "2026-01-01T", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00Z", "2026-01-01T00:00:0Z", "2026-02-30T00:00:00Z",
		"2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.5", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
		"2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00Z+01:00", "2026-01-01T00.00.00Z", "2026-01-01T0000:00Z", "2026-01-01T00:00:00±01:00", "2026-01-01T00:00:00X", "2026-01-01T00:00:00+01-00",
		"1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z", "1998-12-31T23:59:60+01:00", "1998-12-31T00:00:60Z", "1998-12-31T23:59:60-23:59", "2026-01-01T-1:00:00Z", "2026-01-01T00:00:00.１Z",
	})
}

func TestQuoted(t *testing.T) {
	if got, err := strconv.Unquote(quoted("a\n\"\\é")); err != nil || got != "a\n\"\\é" {
		t.Errorf("%q, %v", got, err)
	}
}
