package record

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"time"
)

// NewRunID makes a run id: a UUID of version 7 (RFC 9562, section 5.7), whose
// text sorts by time. now counts to the millisecond and must lie between 1970 and
// the year 10889; the rest is read from random, or from crypto/rand if that is
// nil.
func NewRunID(now time.Time, random io.Reader) (string, error) {
	if random == nil {
		random = rand.Reader
	}
	ms := now.UnixMilli()
	if ms < 0 || ms >= 1<<48 {
		return "", fmt.Errorf("a run id cannot hold the time %s", now.UTC().Format(time.RFC3339))
	}
	var id [16]byte
	if _, err := io.ReadFull(random, id[6:]); err != nil {
		return "", fmt.Errorf("reading random bytes for a run id: %w", err)
	}
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6] = 0x70 | id[6]&0x0F // version 7
	id[8] = 0x80 | id[8]&0x3F // the variant of RFC 9562
	var out [36]byte
	at := 0
	for i, b := range id {
		switch i {
		case 4, 6, 8, 10:
			out[at] = '-'
			at++
		}
		hex.Encode(out[at:], []byte{b})
		at += 2
	}
	return string(out[:]), nil
}

// IsRunID reports whether id is a UUID of version 7 in lower case, which makes it
// safe as the name of a file.
func IsRunID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, c := range []byte(id) {
		var ok bool
		switch i {
		case 8, 13, 18, 23:
			ok = c == '-'
		case 14:
			ok = c == '7'
		case 19:
			ok = c == '8' || c == '9' || c == 'a' || c == 'b'
		default:
			ok = isHex(c)
		}
		if !ok {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
