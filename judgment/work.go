package judgment

import (
	"context"

	"github.com/decision-spine/spine/internal/strictjson"
)

// DefaultWorkLimit is the number of units that one evaluation may use if
// [Inputs.WorkLimit] does not say.
const DefaultWorkLimit = 20_971_520

// meter counts the work of one evaluation.
type meter struct {
	ctx   context.Context
	limit int
	used  int // at most limit
	asked int // what was used when ctx was last looked at
}

func newMeter(ctx context.Context, limit int) *meter {
	if limit <= 0 {
		limit = DefaultWorkLimit
	}
	return &meter{ctx: ctx, limit: limit}
}

// spend uses so many units.
func (m *meter) spend(units int) error {
	if units > m.limit-m.used {
		return refused(ResourceExhaustion, EvaluationPhase, errWorkLimit(m.limit))
	}
	const stride = 1 << 16
	if m.used += units; m.used-m.asked < stride {
		return nil
	}
	m.asked = m.used
	return m.alive()
}

// alive reports a context that is over.
func (m *meter) alive() error {
	if err := m.ctx.Err(); err != nil {
		return refused(Cancelled, EvaluationPhase, errCancelled(err))
	}
	return nil
}

// size is the work of looking at a value: 1, and for a scalar the bytes of its
// text, for an array its items, for an object its members, each the bytes of its
// name and its value.
func size(v strictjson.Value) int {
	n := 1
	switch v.Kind() {
	case strictjson.Null:
		n += len("null")
	case strictjson.Bool:
		n += len("true")
		if !v.Bool() {
			n++
		}
	case strictjson.Array:
		for _, x := range v.Items() {
			n += size(x)
		}
	case strictjson.Object:
		for _, m := range v.Members() {
			n += len(m.Name) + size(m.Value)
		}
	default:
		n += len(v.Text())
	}
	return n
}
