package diag_test

import (
	"os"
	"testing/fstest"

	"github.com/decision-spine/spine/diag"
)

func ExampleRender() {
	fsys := fstest.MapFS{"tables/t.dmn.yaml": {Data: []byte("when: { status: verified }\n")}}
	err := &diag.Error{
		Code: "unknown_name", Message: `"verified" names nothing here`, At: span("tables/t.dmn.yaml", 1, 17, 25),
		Hint: `a string needs inner quotes: '"verified"'`,
	}
	_ = diag.Render(os.Stdout, err, fsys)
	// Output:
	// tables/t.dmn.yaml:1:17: "verified" names nothing here [unknown_name]
	//     1 | when: { status: verified }
	//       |                 ^^^^^^^^
	//   hint: a string needs inner quotes: '"verified"'
}
