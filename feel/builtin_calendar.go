package feel

import "github.com/decision-spine/spine/internal/temporal"

func init() {
	dated := func(name string, result *Type, fn func(d temporal.Date) Value, examples ...string) *builtin {
		return entry(name, examples, form(result, func(_ *frame, _ site, args []Value) Value {
			return fn(localDate(args[0]))
		}, arg("date", DateType, DateTimeType)))
	}
	define("10.3.4.8",
		dated("day of year", NumberType, func(d temporal.Date) Value { return Int(int64(d.YearDay())) }, `day of year(@"2019-09-17")`),
		dated("day of week", StringType, func(d temporal.Date) Value { return String(weekdays[d.Weekday()-1]) }, `day of week(@"2019-09-17")`),
		dated("month of year", StringType, func(d temporal.Date) Value {
			_, month, _ := d.Civil()
			return String(months[month-1])
		}, `month of year(@"2019-09-17")`),
		dated("week of year", NumberType, func(d temporal.Date) Value {
			_, week := d.ISOWeek()
			return Int(int64(week))
		}, `week of year(@"2005-01-01")`, `week of year(@"2003-12-29")`),
	)
	define("10.3.4.1",
		entry("years and months duration", []string{
			`years and months duration(@"2011-12-22", @"2013-08-24")`,
			`years and months duration(@"2014-12-31T23:59:59", @"2016-12-31T00:00:01")`,
		}, form(MonthsType, func(_ *frame, _ site, args []Value) Value {
			return monthsValue(temporal.YearsMonthsBetween(localDate(args[0]), localDate(args[1])))
		}, arg("from", DateType, DateTimeType), arg("to", DateType, DateTimeType))),
	)
	clock := func(name string, result *Type, fn func(now temporal.DateTime) Value) *builtin {
		s := form(result, func(f *frame, at site, _ []Value) Value {
			if f.in.Now.IsZero() {
				return f.fail(errNoClock(at.src, at.n))
			}
			now, err := temporal.FromTime(f.in.Now)
			return f.checked(at, fn(now), err)
		})
		s.impure = true
		return entry(name, []string{name + "()"}, s)
	}
	define("10.3.4.11",
		clock("now", DateTimeType, dateTimeValue),
		clock("today", DateType, func(now temporal.DateTime) Value { return dateValue(now.Date()) }),
	)
}

var weekdays = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

var months = [...]string{
	"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December",
}
