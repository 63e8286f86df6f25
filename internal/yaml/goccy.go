package yaml

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	gtoken "github.com/goccy/go-yaml/token"

	"github.com/decision-spine/spine/diag"
)

// This file is all that knows goccy/go-yaml. Of its lexer only the kinds of
// tokens are believed, of its parser only how tokens belong together: it gets
// every scalar as the same short text, with places of ours. Nothing is decoded
// with it, since that turns `!= 5` into 5 and rounds numbers.

// rescue turns a panic of the library into an error.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the YAML library failed: %v", r)
	}
}

// lex finds the lexemes of text.
func lex(text string) (lexemes []lexeme, err error) {
	defer rescue(&err)
	tokens := lexer.Tokenize(text)
	lexemes = make([]lexeme, len(tokens))
	for i, t := range tokens {
		l := lexeme{text: t.Value}
		switch t.Type {
		case gtoken.SingleQuoteType, gtoken.DoubleQuoteType:
			l.kind = lexQuoted
		case gtoken.LiteralType, gtoken.FoldedType:
			l.kind = lexBlock
		case gtoken.SequenceEntryType, gtoken.MappingValueType, gtoken.CollectEntryType,
			gtoken.SequenceStartType, gtoken.SequenceEndType, gtoken.MappingStartType, gtoken.MappingEndType:
			l.kind = lexPunct
		case gtoken.CommentType:
			l.kind = lexComment
		case gtoken.AnchorType:
			l.kind = lexAnchor
		case gtoken.AliasType:
			l.kind = lexAlias
		case gtoken.TagType:
			l.kind = lexTag
		case gtoken.MappingKeyType:
			l.kind = lexQuestion
		case gtoken.DirectiveType:
			l.kind = lexDirective
		case gtoken.DocumentHeaderType:
			l.kind = lexHeader
		case gtoken.DocumentEndType:
			l.kind = lexEnd
		case gtoken.InvalidType:
			l.kind, l.text = lexInvalid, t.Error
		default:
			l.kind = lexPlain
		}
		lexemes[i] = l
	}
	return lexemes, nil
}

var gtypes = [...]gtoken.Type{
	scalar: gtoken.StringType, dash: gtoken.SequenceEntryType, colon: gtoken.MappingValueType, comma: gtoken.CollectEntryType,
	openList: gtoken.SequenceStartType, closeList: gtoken.SequenceEndType, openMap: gtoken.MappingStartType, closeMap: gtoken.MappingEndType,
}

// parse puts tokens together. The position of each token of the result has the
// index in tokens as its offset.
func parse(tokens []token) (root ast.Node, err error) {
	defer rescue(&err)
	positions := make([]gtoken.Position, len(tokens))
	values := make([]gtoken.Token, len(tokens))
	list := make(gtoken.Tokens, len(tokens))
	for i := range tokens {
		positions[i] = gtoken.Position{Line: tokens[i].line(), Column: tokens[i].column(), Offset: i}
		values[i] = gtoken.Token{Type: gtypes[tokens[i].kind], Value: "x", Position: &positions[i]}
		list[i] = &values[i]
	}
	file, err := parser.Parse(list, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, err
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, errors.New("the YAML library found no document")
	}
	return file.Docs[0].Body, nil
}

// build makes the tree.
func (d *document) build() *Node {
	root, err := parse(d.tokens)
	if err != nil {
		d.report(d.parseFault(err))
		return nil
	}
	t := &tree{document: d, last: -1}
	n := t.node(root)
	return t.whole(n)
}

func (d *document) parseFault(err error) *diag.Error {
	var syntax interface {
		GetToken() *gtoken.Token
		GetMessage() string
	}
	if !errors.As(err, &syntax) || syntax.GetToken() == nil || syntax.GetToken().Position == nil {
		return errLibrary(d.in(d.tokens[0].span), err)
	}
	i := index(syntax.GetToken())
	why := plainWords(syntax.GetMessage())
	switch {
	case i == 0 || d.tokens[i-1].line() < d.tokens[i].line():
		why = "this line does not fit what stands above it"
	case d.tokens[i].kind == dash:
		why = "- starts a list entry, which cannot stand here"
	case i+1 < len(d.tokens) && d.tokens[i+1].kind == colon:
		why = "a second key stands on this line"
	}
	return errSyntax(d.in(d.tokens[i].span), why, d.valueHint(i))
}

func index(t *gtoken.Token) int { return t.Position.Offset }

// node copies a node. It gives nil where the library's tree is not one that
// the tokens can mean.
func (t *tree) node(n ast.Node) *Node {
	switch n := n.(type) {
	case *ast.StringNode:
		return t.scalar(index(n.Token))
	case *ast.NullNode:
		return &Node{}
	case *ast.MappingNode:
		if n.IsFlowStyle {
			t.flow++
			defer func() { t.flow-- }()
		}
		m := make([]pair, len(n.Values))
		for i, v := range n.Values {
			key, ok := v.Key.(*ast.StringNode)
			if !ok {
				return nil
			}
			m[i].colon = index(v.Start) != index(key.Token)
			if m[i].Key = t.scalar(index(key.Token)); m[i].Key == nil {
				return nil
			}
			if m[i].Value = t.node(v.Value); m[i].Value == nil {
				return nil
			}
		}
		if n.IsFlowStyle {
			return t.flowMapping(m, index(n.Start), index(n.End))
		}
		return t.blockMapping(m)
	case *ast.SequenceNode:
		if n.IsFlowStyle {
			t.flow++
			defer func() { t.flow-- }()
		}
		items := make([]*Node, len(n.Values))
		for i, v := range n.Values {
			if items[i] = t.node(v); items[i] == nil {
				return nil
			}
		}
		if n.IsFlowStyle {
			return t.flowSequence(items, index(n.Start), index(n.End))
		}
		dashes := make([]int, len(n.Entries))
		for i, e := range n.Entries {
			dashes[i] = index(e.Start)
		}
		return t.blockSequence(items, dashes)
	}
	return nil
}
