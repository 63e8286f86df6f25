// Package feel is FEEL, the expression language of DMN 1.6 (clause 10.3): it
// parses expressions and unary tests, checks them, and evaluates them against the
// values of a host.
//
// # Phases
//
// Each phase gives a value of its own, and nothing goes back:
//
//	[Source] -[Parse], [ParseUnaryTests]-> [AST] -[Check]-> [Checked] -[Compile]-> [Program]
//
// A [Scope] tells which names there are. It is needed to parse, since a name may
// have several words: of "monthly income - rent" the longest runs that are in
// scope are names. Check resolves each name once, so that an evaluation looks none
// up. [CompileUnit] puts several expressions into one [Unit], which share what
// they read, and [CompileModule] definitions that read each other.
//
// # Terms
//
// A variable is a name of the scope that the input gives a value ([Map],
// [ContextVars], [JSON], [Struct], [Slots]). A reference is a variable, or a
// path below one, that a program reads ([Program.Refs]): only references are
// converted from the host's values, each when it is first read, and once. "?" is
// the value that unary tests look at. A fault is what is wrong with a text or an
// evaluation: an [Error] with a code, a place and a message.
//
// # Values
//
// A [Value] is one of the kinds of the standard: null, boolean, number, string,
// date, time, date and time, the two durations, list, context, range, function.
// Numbers are decimal128 (IEEE 754-2008): 34 digits, rounded half to even; no
// float64 is on the way of a value, and one that a host gives is taken through its
// shortest text ([Of]). Dates have years to ±999,999,999 in a proleptic Gregorian
// calendar with a year 0, times fractions to the nanosecond, and offsets to the
// second or regions of the IANA database, which is part of the binary. The zero
// Value is null. Values are immutable.
//
// # Strict and lenient
//
// The standard answers null where operands do not fit. One program does it in two
// ways, as [Input] says. Strict, the first such fault ends the evaluation as an
// error: operands or arguments of wrong kinds, a number of arguments that is wrong,
// a name that means nothing, a member that is absent, an argument outside what a
// function is defined for, a division by zero. Lenient, as the standard has it, the
// fault makes its sub-expression null, and [Result.Nulls] tells why. In both, null
// operands give null without a fault, an index beyond a list is null, and a passed
// limit or a cancelled context is an error. What has a value in strict evaluation
// has the same value in lenient evaluation.
//
// "and" and "or" look at the left side first, and at the right side only when the
// left side does not decide. A fault on a side that is not looked at is none.
//
// # Profiles
//
// [Subset], which decision tables in YAML have without asking, is literals,
// date(...), arithmetic without **, comparisons, ranges, "and", "or", not(...),
// "in", lists and dotted names. [Full] is all of the standard. A profile is an
// allowlist: what it does not list is refused by Check, with its name and place.
//
// # Concurrency
//
// Scopes are filled by one goroutine and then only read. AST, Checked, Program,
// Unit, Type and Value are immutable and may be shared by any number of
// goroutines. A [Frame] belongs to one goroutine at a time.
//
// # Limits
//
// A text has at most 256 KiB and a tree of at most 1,000 levels. An evaluation has
// a number of steps, of bytes and of calls within each other ([Limits]); values
// nest at most [MaxNesting] levels and have at most the weight [MaxWeight], what
// is shared counted each time. Steps are counted for whatever can take long:
// iterations (longer bodies count for more), items and long texts looked at,
// calls, powers, faults. So an evaluation that is stopped is stopped at the same
// step everywhere, by [LimitExceeded], and the stack suffices for the deepest
// expression within the deepest calls. The context of an evaluation is asked every
// 1,024 steps.
//
// # Security
//
// An evaluation reads its input and nothing else: no clock but [Input.Now], no
// files, no network, no environment. Functions outside FEEL are those that the
// host registers in a scope, and a closed table of pure ones; the subset has none.
// Texts and values of others are safe to evaluate within the limits, and appear in
// messages cut and quoted.
//
// # Choices
//
// Where the standard leaves room, or its test kit decides otherwise:
//
//   - ** is left associative, and binds less tightly than a negative sign.
//   - A number nearer to zero than 1E-6176 is rounded as decimal128 rounds it: it
//     loses digits, and becomes 0 in the end, without a fault. A number beyond
//     9.99E+6144 is a fault.
//   - Times, and dates and times, are compared to the second, by < as by =. One that
//     is local and one with an offset or region cannot be compared.
//   - A date that meets a date and time in a difference, or where a date and time is
//     declared, or a days and time duration, counts as its midnight in UTC. It equals
//     no date and time.
//   - A duration of days and time moves the moment of a date and time in a region:
//     across a change of the clocks these show an hour more or less. One of years and
//     months moves the date. Of a time that occurs twice the first is meant; one that is
//     skipped counts on from before.
//   - A time of day in a region counts as its standard time. Times of day with offsets
//     are compared, and subtracted, as on one day in UTC: they do not wrap around.
//   - In a cell a condition without "?" is a mistake where the value is no boolean,
//     and so is what mentions "?" and is no condition. Lenient evaluation reports it,
//     and answers with the condition, or with the test of the value against it.
//   - Membership in a list passes over items that the value cannot be compared with; a
//     list is also in a list that equals it.
//   - Some and every look at all items: a condition that is neither boolean nor null
//     for one of them makes the whole null, even though another item decides.
//   - A filter of null is null: null is no list of one.
//   - "?" of a condition behind in is what stands before in.
//   - A loop counts over a bracketed range that ascends, and leaves out ends that are
//     open; over a descending one the result is null. a..b without brackets counts
//     down as well.
//   - base[x] for an empty base is null when x is a number, or is named alone and is
//     one; else it is the empty list.
//   - What is a number without an item is a position, whatever members items have. A
//     position that is not whole is a fault.
//   - A single value for a parameter of a list type becomes a list of one.
//   - A parameter that a call with names leaves out is null in lenient evaluation,
//     which reports it. A wrong number of arguments without names stops the call.
//   - Two functions are equal when they are the same value, or the same built-in. A
//     literal that reads no variable from outside is the same value each time.
//   - A built-in is an instance of a function type when it can be called with that
//     many arguments; untyped parameters conform to anything.
//   - A function literal reads its variables when it is made, and the functions of a
//     module when it is called. No function sees the name that its own value gets.
//   - The ends of (!= x) are x, and not included.
//   - A path through a list is null for each item that has no such entry, and that is a
//     fault of each.
//   - string writes a number without an exponent from 1E-7 up to 34 digits before the
//     point.
//   - upper case and lower case are the full conversions of Unicode: "ß" becomes "SS".
//   - A pattern that is larger than internal/xpathre allows is a passed limit; \w has no
//     punctuation, "_" included, as in XML Schema.
//   - The rounding functions need a scale, but floor and ceiling. A fraction of a scale,
//     a position or a length is cut; a negative scale rounds before the point.
//   - substring and sublist give what there is of a length that goes beyond the end;
//     a position beyond the end is a fault. insert before takes the position behind
//     the last item too.
//   - replace and split refuse a pattern that matches the empty string, as XPath does;
//     the flag q is known; split takes no flags, and splits "" into itself.
//   - sum, product, mean, median, min and max of no items are null without a fault;
//     the stddev of fewer than two is a fault, as is get value of an absent key.
//   - A range that range makes of a text without one end is that of the operator:
//     range("[2..)") is (>= 2). In the functions on ranges the end that an operator
//     leaves out is beyond everything, and an end given as null makes them null.
//   - sort takes null for no; list replace is null when its function answers null.
//   - before(range: r, point: p) and before(point: p, range: r) have the same names:
//     the order in which they are written tells them apart.
package feel
