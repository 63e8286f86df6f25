package feel

import "testing"

func TestIsName(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "full name": true, "Student's name": true, "Approved/Declined": true, "Date - Time": true,
		"Person.Gender": true, "decision A 2.1": true, "values in a list": true, "🐎": true, "?": true, "external": true,
		"foo+bar*": true, "a’s": true, "not": true,
		"": false, " a": false, "a ": false, "1a": false, "-a": false, "if possible": false, "null": false, "a(b)": false,
		"a, b": false, `a"b"`: false, "a/*x*/b": false, "a..b": false, "a=b": false,
	} {
		if IsName(s) != want {
			t.Errorf("IsName(%q) = %t", s, !want)
		}
	}
}

func TestNamesInScope(t *testing.T) {
	person := ContextType(Field{"full name", StringType}, Field{"age - net", NumberType}, Field{"home", ContextType(Field{"post code+", StringType})})
	sc := NewScope().
		Declare("Full Name", nil).Declare("Full", nil).Declare("Full Name of Owner", nil).
		Declare("Date-Time", nil).Declare("Date-Time2", nil).
		Declare("a - b", nil).
		Declare("Person.Gender", nil).Declare("Person", person).
		Declare("people", ListType(person)).
		Declare("values in a list", nil).Declare("days in weekend", nil).Declare("then some", nil).Declare("true positives", nil).
		Declare("Student's name", nil).Declare("Approved/Declined", nil).Declare("decision A 2.1", nil).
		Declare("lookup", FunctionType(person, StringType)).
		Declare("x", nil)
	for _, c := range []struct{ text, want string }{
		// The longest name wins, with any white space between its words.
		{"Full Name + Full", "(+ `Full Name` `Full`)"},
		{"Full\n /* middle */ Name", "`Full Name`"},
		{"Full Name of Owner", "`Full Name of Owner`"},
		{"Date-Time - Date-Time2", "(- `Date-Time` `Date-Time2`)"},
		{"Date-Time2-Date-Time", "(- `Date-Time2` `Date-Time`)"},
		{"Full-Name", "(- `Full` `Name`)"},
		{"Student's name = decision A 2.1", "(= `Student's name` `decision A 2.1`)"},
		{"Approved / Declined", "`Approved/Declined`"},
		// A name keeps the spelling of its declaration.
		{"a-b", "`a - b`"},
		{"x-a", "(- `x` `a`)"},
		// A dotted name wins over a path.
		{"Person.Gender", "`Person.Gender`"},
		{"Person.age", "(. `Person` `age`)"},
		// Keywords within names, and names after keywords.
		{"for v in values in a list return v", "(for \"v\" `values in a list`: `v`)"},
		{"x in values in a list", "(in `x`: `values in a list`)"},
		{"for d in days in weekend return d", "(for \"d\" `days in weekend`: `d`)"},
		{"if then some then true positives else true", "(if `then some` `true positives` true)"},
		// Members of known types, after a dot and in filters.
		{"Person.age - net", "(. `Person` `age - net`)"},
		{"x.reason for loan + x.a if", "(+ (. `x` `reason for loan`) (. `x` `a if`))"},
		{"x[reason for loan = 1]", "(filter `x` (= `reason for loan` 1))"},
		{"if x.a then x.b in x else x.c", "(if (. `x` `a`) (in (. `x` `b`): `x`) (. `x` `c`))"},
		{"Person.age - x", "(- (. `Person` `age`) `x`)"},
		{"Person.home.post code+", "(. (. `Person` `home`) `post code+`)"},
		{"people.age-net", "(. `people` `age - net`)"},
		{"people[age - net > 1].home.post code + + x", "(+ (. (. (filter `people` (> `age - net` 1)) `home`) `post code+`) `x`)"},
		{"people[home.post code+ = \"x\"]", "(filter `people` (= (. `home` `post code+`) \"x\"))"},
		{"people[item.age - net = 1]", "(filter `people` (= (. `item` `age - net`) 1))"},
		{"people[1][age - net]", "(filter (filter `people` 1) `age - net`)"},
		{"for p in people return p.age - net", "(for \"p\" `people`: (. `p` `age - net`))"},
		{"(for p in people return p.home)[post code+ = x]", "(filter (paren (for \"p\" `people`: (. `p` `home`))) (= `post code+` `x`))"},
		{"lookup(\"x\").age - net", "(. (call `lookup` \"x\") `age - net`)"},
		{"(if x then Person else Person).age - net", "(. (paren (if `x` `Person` `Person`)) `age - net`)"},
		{"age - net", "(- `age` `net`)"},
		// Of a value that is not known all members known anywhere.
		{"x.age - net", "(. `x` `age - net`)"},
		{"x[age - net = 1]", "(filter `x` (= `age - net` 1))"},
		{"x.time offset - x.start included", "(- (. `x` `time offset`) (. `x` `start included`))"},
		// Names of the text itself.
		{"{full name: 1, b: full name}.full name", "(. (context \"full name\" 1 \"b\" `full name`) `full name`)"},
		{"{foo + bar: 1, c: foo+bar - 1}", "(context \"foo+bar\" 1 \"c\" (- `foo+bar` 1))"},
		{"[{n-m: 1}][n-m = 1]", "(filter (list (context \"n-m\" 1)) (= `n-m` 1))"},
		{"[{n-m: 1}, {o-p: 2}][o-p = n-m]", "(filter (list (context \"n-m\" 1) (context \"o-p\" 2)) (= `o-p` `n-m`))"},
		{"{a: {n-m: 1}, b: a.n-m}", "(context \"a\" (context \"n-m\" 1) \"b\" (. `a` `n-m`))"},
		{"{\"n-m\": 1}.n - m", "(. (context \"n-m\" 1) `n-m`)"},
		{"{n-m: 1} = {k: n-m}", "(= (context \"n-m\" 1) (context \"k\" (- `n` `m`)))"},
		{"{n: 1}.n-x", "(- (. (context \"n\" 1) `n`) `x`)"},
		{"function(p-q) p-q + 1", "(function external=false \"p-q\" -: (+ `p-q` 1))"},
		{"function(p: context<q-r: number>) p.q-r", "(function external=false \"p\" (type \"context\" args=false fields=true \"q-r\" (type \"number\" args=false fields=false)): (. `p` `q-r`))"},
		{"for i-j in x return i-j * i", "(for \"i-j\" `x`: (* `i-j` `i`))"},
		{"some i-j in x, k in i-j satisfies k", "(every=false \"i-j\" `x` \"k\" `i-j`: `k`)"},
		{"{a: for i-j in x return 1, b: i-j}", "(context \"a\" (for \"i-j\" `x`: 1) \"b\" (- `i` `j`))"},
		// Built-in functions.
		{"date and\ntime(x)", "(call `date and time` `x`)"},
		{"list contains (x, 1)", "(call `list contains` `x` 1)"},
		{"date and x", "(and `date` `x`)"},
		// Unknown names of several words are one name.
		{"no such thing(1)", "(call `no such thing` 1)"},
		{"x.no such member", "(. `x` `no such member`)"},
		{"external + of", "(+ `external` `of`)"},
	} {
		ast, err := Parse(Source{Text: c.text}, sc)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := tree(ast.root); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestItemDefinitionsMayReferToThemselves(t *testing.T) {
	node := ContextType(Field{"the value", NumberType}, Field{"next", nil})
	node.fields[1].Type = node
	sc := NewScope().Declare("first", node)
	ast, err := Parse(Source{Text: "first.next.next.the value - 1"}, sc)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tree(ast.root), "(- (. (. (. `first` `next`) `next`) `the value`) 1)"; got != want {
		t.Errorf("got %s", got)
	}
}
