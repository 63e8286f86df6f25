package feel_test

import (
	"testing"

	"github.com/decision-spine/spine/feel"
)

func TestTypeString(t *testing.T) {
	for _, c := range []struct {
		typ  *feel.Type
		want string
	}{
		{nil, "Any"},
		{feel.AnyType, "Any"},
		{feel.NullType, "Null"},
		{feel.BooleanType, "boolean"},
		{feel.NumberType, "number"},
		{feel.StringType, "string"},
		{feel.DateType, "date"},
		{feel.TimeType, "time"},
		{feel.DateTimeType, "date and time"},
		{feel.DaysType, "days and time duration"},
		{feel.MonthsType, "years and months duration"},
		{feel.DurationType, "duration"},
		{feel.ListType(nil), "list<Any>"},
		{feel.ListType(feel.ListType(feel.NumberType)), "list<list<number>>"},
		{feel.RangeType(feel.DateType), "range<date>"},
		{feel.ContextType(), "context"},
		{feel.ContextType(feel.Field{Name: "a b", Type: feel.NumberType}, feel.Field{Name: "c"}), "context<a b: number, c: Any>"},
		{feel.FunctionType(feel.NumberType), "function<> -> number"},
		{feel.FunctionType(nil, feel.StringType, nil), "function<string, Any> -> Any"},
	} {
		if got := c.typ.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestMayBe(t *testing.T) {
	for _, c := range []struct {
		typ, of *feel.Type
		want    bool
	}{
		{feel.NumberType, feel.NumberType, true},
		{feel.NumberType, feel.StringType, false},
		{feel.NumberType, nil, true},
		{nil, feel.NumberType, true},
		{feel.NumberType, feel.AnyType, true},
		{feel.NumberType, feel.NullType, true},
		{feel.DaysType, feel.DurationType, true},
		{feel.DurationType, feel.MonthsType, true},
		{feel.DaysType, feel.MonthsType, false},
		{feel.DateType, feel.DateTimeType, false},
		{feel.ListType(feel.NumberType), feel.ListType(feel.NumberType), true},
		{feel.ListType(feel.NumberType), feel.ListType(feel.StringType), false},
		{feel.ListType(feel.NumberType), feel.ListType(nil), true},
		{feel.ListType(feel.NumberType), feel.NumberType, false},
	} {
		if got := c.typ.MayBe(c.of); got != c.want {
			t.Errorf("%s may be %s: %t", c.typ, c.of, got)
		}
	}
}
