// Package xpathre implements the regular expressions of XPath and XQuery, which
// are those of FEEL's matches, replace and split: section 5.6 of XPath and XQuery
// Functions and Operators 3.1 (F&O), on top of appendix G of XML Schema 1.1 part 2
// (XSD). Character data are those of Unicode 15.0; \i and \c are XML 1.0, fifth
// edition.
//
// [Compile] parses a pattern to a tree, refuses what the dialect forbids, and makes
// a program of it. [Regexp.Match], [Regexp.Replace] and [Regexp.AppendSplit] run the
// program over a text, from code point to code point; a byte that is not UTF-8
// counts as the one code point U+FFFD and is copied as it is.
//
// Of all matches the leftmost is taken, and of those that start there the one that
// the order of the branches and the greed of the quantifiers prefer, as in Perl. A
// repetition goes round without consuming anything only if that changes what a
// back-reference stands for. A group has what it matched last; a group that took no
// part is the empty string, in a replacement and in a back-reference.
//
// A program without back-references follows all its threads through the text at
// once, so its time is at most the product of the lengths of text and program,
// whatever the pattern; of one that is run often it is remembered which threads follow
// on which, and the steps are counted as if it was not. A program with back-references tries one way after the
// other, and remembers every state that has failed, together with the captures that
// still matter, so that it tries none twice. Both count steps against the [Budget]
// of the call, and nothing else ends them: the same call always takes the same
// number of steps. What a search has to remember is bounded besides: some 100 MiB,
// whatever the budget.
//
// A pattern may have 32 KiB, 250 levels of brackets, 1,000 groups and, with its
// counted repetitions written out, 20,000 instructions. This bounds compiling too,
// which counts its steps besides.
//
// Where the standards leave a choice or are not followed:
//   - An unknown block is an error; XSD lets it pass with a warning. The names of
//     Unicode 3.1 that XSD 1.0 lists are known besides today's: IsGreek,
//     IsCombiningMarksforSymbols, IsPrivateUse.
//   - Anchors may be repeated.
//   - Splitting the empty string gives no strings, as fn:tokenize does.
package xpathre
