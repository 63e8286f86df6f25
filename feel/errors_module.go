package feel

import "github.com/decision-spine/spine/diag"

// UnreachableBranch: a warning of an if whose condition is always the same, so
// that one of its branches can never run.
//
//	Example: if 1 > 2 then "a" else "b"
const UnreachableBranch diag.Code = "unreachable_branch"

func warnUnreachable(src *located, n *ifExpr, cond Value) *Error {
	branch, never := "then", n.then
	if cond.isTrue() {
		branch, never = "else", n.els
	}
	if boxed, ok := never.(*embeddedExpr); ok {
		src, never = &boxed.ast.src, boxed.ast.root
	}
	e := fault(src, never, UnreachableBranch,
		"the condition is always "+cond.String()+", so that the "+branch+" branch can never run", "leave the if out, or mend the condition")
	e.Severity = diag.Warning
	return e
}
