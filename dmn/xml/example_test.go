package xml_test

import (
	"fmt"

	"github.com/decision-spine/spine/dmn/xml"
)

func ExampleRead() {
	src := []byte(`<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" namespace="urn:example" name="prices">
  <decision id="d" name="Price"><literalExpression><text>Base &lt; 10</text></literalExpression></decision>
</definitions>`)
	d, err := xml.Read("prices.dmn", src)
	if err != nil {
		fmt.Println(err)
		return
	}
	text := d.Decisions[0].Expression.(*xml.LiteralExpression).Text
	fmt.Println(d.Version, d.Decisions[0].Name.Text, text.Text)
	fmt.Println("the 10 stands at column", text.Pos(len("Base < ")).Column)
	// Output:
	// 1.5 Price Base < 10
	// the 10 stands at column 68
}
