package feel

// hash is the same for values that [same] finds equal, and the same on every
// machine, because what it costs to tell equal hashes apart is counted.
func (v Value) hash() uint64 {
	kind := uint64(v.kind)
	switch v.kind {
	case KindNumber:
		return mix(kind, v.num().Hash())
	case KindString:
		return mix(kind, hashText(v.str()))
	case KindTime:
		offset, _ := v.time().Offset()
		return mix(kind, uint64(v.n/1e9-offset))
	case KindDateTime:
		offset, _ := v.dateTime().Offset()
		return mix(kind, uint64(v.n-offset))
	case KindBoolean, KindDate, KindDays, KindMonths:
		return mix(kind, uint64(v.n))
	case KindList:
		h := kind
		for _, x := range v.list() {
			h = mix(h, x.hash())
		}
		return h
	case KindContext:
		c, h := v.context(), uint64(0)
		for i, key := range c.keys {
			h += mix(hashText(key), c.vals[i].hash()) // in any order
		}
		return mix(kind, h)
	case KindRange:
		return mix(mix(kind, v.rang().lo.hash()), v.rang().hi.hash())
	}
	return kind
}

// hashText is FNV-1a.
func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

func mix(a, b uint64) uint64 {
	h := (a ^ b*0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9
	return h ^ h>>29
}
