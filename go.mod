module github.com/decision-spine/spine

go 1.26.0

require (
	github.com/cockroachdb/apd/v3 v3.2.3
	github.com/goccy/go-yaml v1.19.2
	github.com/gowebpki/jcs v1.0.2
	github.com/rogpeppe/go-internal v1.16.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/shopspring/decimal v1.6.0
	github.com/urfave/cli/v3 v3.14.0
	pgregory.net/rapid v1.3.0
)

require (
	golang.org/x/sys v0.26.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)
