package feel

import "slices"

// FunctionInfo describes a built-in function.
type FunctionInfo struct {
	Name     string
	Section  string // of DMN 1.6
	Subset   bool   // also in the profile Subset
	Forms    []FunctionForm
	Examples []string // expressions
}

// FunctionForm is one way to call a function.
type FunctionForm struct {
	Params []FunctionParam
	Result string
	Clock  bool // it reads the time of the evaluation
}

// FunctionParam is a parameter of a built-in function. Where Null is false the
// call's result is null when its argument is. A parameter that is Repeated may be
// given more than once, by position.
type FunctionParam struct {
	Name     string
	Types    []string // none: any
	Optional bool
	Null     bool
	Repeated bool
}

// Library describes all built-in functions, sorted by name.
func Library() []FunctionInfo {
	var out []FunctionInfo
	for _, name := range builtinNames() {
		b := builtins[name]
		info := FunctionInfo{Name: name, Section: b.section, Subset: Subset.allowsFunction(name), Examples: slices.Clone(b.examples)}
		for _, s := range b.sigs {
			f := FunctionForm{Result: s.result.String(), Clock: s.impure}
			for i, p := range s.params {
				q := FunctionParam{Name: p.name, Optional: p.optional, Null: p.nullable,
					Repeated: s.variadic || s.rest && i == len(s.params)-1}
				for _, t := range p.types {
					if name := t.String(); t.elem.known() {
						q.Types = append(q.Types, name)
					} else {
						q.Types = append(q.Types, typeNames[t.kind])
					}
				}
				f.Params = append(f.Params, q)
			}
			info.Forms = append(info.Forms, f)
		}
		out = append(out, info)
	}
	return out
}
