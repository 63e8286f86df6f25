// Package dmn evaluates decisions of DMN 1.6: decision tables from files of their
// own, and whole models in XML of the versions 1.1 to 1.6.
//
// # Phases
//
// A table is read, compiled and decided; a model is read and compiled with what it
// imports, prepared and evaluated:
//
//	YAML, CSV       -[LoadTable]-> [Table] -[Compile]-> [Program] -[Program.Decide]-> [Decision]
//	XML, [Resolver] -[LoadModel]-> [Model] -[Model.Prepare]-> [Prepared] -[Prepared.Evaluate]-> [feel.Result]
//
// Loading reports every fault that can be found without input, all at once, each
// with its place in the file. A table with a fault is none. A model with faults is
// given beside them: what depends on none of them evaluates.
//
// # Terms
//
// They are the standard's. An element is an input data, a decision, a business
// knowledge model (a BKM: a function), or a decision service (a function as well,
// whose parameters stand for input data and input decisions). A [Target] is an
// element that can be evaluated. Elements have a name; the variable of an element,
// which may have another one, is what expressions know it by. A boxed expression is
// one that is written in boxes instead of text: a decision table, a context, an
// invocation and so on; it may stand wherever an expression may.
//
// # Strict and lenient
//
// Both ways of package feel. Tables in YAML are decided strictly: no rule that
// matches, or two under UNIQUE, is an error. Models mostly are evaluated leniently,
// as the standard has it: a fault is null, with its reason in [feel.Result.Nulls],
// and so is a table without a match. [Model.Validate] refuses what strict evaluation
// would stumble over.
//
// # Values and types
//
// A value meets the declared type of a variable, a parameter, an expression or an
// input (DMN 1.6, clause 10.3.2.9.4): null and what conforms stay, a list of one
// item may stand for the item and an item for a list of it, a date for its midnight
// in UTC, and everything else is null with a reason.
//
// # Concurrency
//
// Tables, programs, models and prepared calls are immutable and may be used by any
// number of goroutines at once. A decision of a table, and an evaluation of
// decisions without boxed tables, allocates nothing but what its values need.
//
// # Limits
//
// Of tables those of internal/limits, such as 200,000 rules; of models 64 MiB and
// 10,000 definitions with all imports, of which there may be 1,000 documents. The
// budget of an evaluation ([feel.Limits]) is one for all targets and everything that
// they need, and so is the size of their results, [feel.MaxWeight]. Decisions that
// need each other may be a chain of thousands, as long as their expressions together
// are not deeper than 200,000 levels.
//
// A table finds the rules that match by an index where its cells are constant. That
// takes no steps: what [feel.Limits] allow to the reading of all cells, rules top
// down, they allow with the index as well. The index of a table takes at most 64 KiB
// and 384 bytes a rule. The cells of columns beyond that are read. What a table of up to
// 64 rules gives when several match is put together when it is compiled, if these are
// at most 256 sets of rules with 4,096 values in all.
//
// # Security
//
// A model opens nothing: imports come from a Resolver, and [RootResolver] does not
// leave its directory and follows no link. XML has no document type here, hence no
// entities. Regular expressions, loops and recursion end with the budget.
//
// # Choices
//
// Where the standard leaves room:
//
//   - A value that the allowed values of a type, its type constraint, or the listed
//     values of a column do not allow does not conform, and becomes null where it
//     meets the type. instance of asks for the structure only. Allowed values of a
//     collection are those of its items, as what a column lists is for the items of a
//     list; its type constraint is for the whole.
//   - An element that reads one with a fault while it is evaluated is null, and that
//     fault is the reason. One that does not come to read it has its value.
//   - Where the output clauses of a table list no values, the priority of outputs is
//     the order of the allowed values of their types, or else of the type of the whole.
//   - A type with a fault is without what is wrong in it: what refers to no type is
//     Any, and allowed values that cannot be read allow everything. The load tells.
//   - The type of a business knowledge model's variable, or of its logic, may be that
//     of the function, or of what it gives, as before DMN 1.3. That of the logic comes
//     first.
//   - Beside FEEL's types references may name list, context, range and function, the
//     names of DMN 1.1, and types of XML Schema that have values of one in FEEL.
//   - White space in a name is one blank.
//   - Two rules of one priority whose outputs differ are no answer under PRIORITY, and
//     a default is a list of one where the hit policy gives lists. A blank input
//     entry is read as "-", which the standard has there, and a blank output entry
//     or cell of a relation as null, with a warning.
//   - What a caller gives for an input data with a fault is not looked at: what reads
//     it is null for this reason.
//   - A value given for a decision takes the place of its logic, also where a service
//     is evaluated that has it as an input decision.
//   - An import is found by its location or by its namespace. A namespace has one
//     document. Documents that import each other are refused.
//   - What is imported through another import has no prefix in expressions.
//   - Business knowledge models and item definitions refer to themselves only by
//     [WithRecursion]. A decision may call a service that gives it, which ends by its
//     own condition or with the limit of calls.
package dmn
