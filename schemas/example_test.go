package schemas_test

import (
	"encoding/json"
	"fmt"

	"github.com/decision-spine/spine/schemas"
)

func ExampleGet() {
	for _, name := range schemas.Names() {
		text, _ := schemas.Get(name)
		var s struct{ Title string }
		if err := json.Unmarshal(text, &s); err != nil {
			fmt.Println(err)
		}
		fmt.Println(name+":", s.Title)
	}
	// Output:
	// agent: spine agent file
	// record: spine run record
	// table: spine decision table
	// test: spine policy test
	// workflow: spine workflow
}
