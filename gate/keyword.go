package gate

import "slices"

// holds says what the value of a keyword is, as far as the reader of schemas
// looks into it.
type holds uint8

const (
	aValue     holds = iota // nothing that is a schema
	aCount                  // a whole number
	aSchema                 // a schema
	someItems               // an array of schemas
	someNames               // an object whose members are schemas
	aReference              // a URI reference to a schema
)

// keywords are those of JSON Schema 2020-12: its core, applicator, unevaluated,
// validation, format, content and meta-data vocabularies. "definitions" is the
// older name of "$defs", which the meta-schema still has.
var keywords = map[string]holds{
	"$schema": aValue, "$id": aValue, "$anchor": aValue, "$dynamicAnchor": aValue, "$vocabulary": aValue,
	"$comment": aValue, "$ref": aReference, "$dynamicRef": aReference, "$defs": someNames, "definitions": someNames,

	"allOf": someItems, "anyOf": someItems, "oneOf": someItems, "not": aSchema,
	"if": aSchema, "then": aSchema, "else": aSchema, "dependentSchemas": someNames,
	"prefixItems": someItems, "items": aSchema, "contains": aSchema,
	"properties": someNames, "patternProperties": someNames, "additionalProperties": aSchema, "propertyNames": aSchema,
	"unevaluatedItems": aSchema, "unevaluatedProperties": aSchema,

	"type": aValue, "const": aValue, "enum": aValue,
	"multipleOf": aValue, "maximum": aValue, "exclusiveMaximum": aValue, "minimum": aValue, "exclusiveMinimum": aValue,
	"maxLength": aCount, "minLength": aCount, "pattern": aValue,
	"maxItems": aCount, "minItems": aCount, "uniqueItems": aValue, "maxContains": aCount, "minContains": aCount,
	"maxProperties": aCount, "minProperties": aCount, "required": aValue, "dependentRequired": aValue,

	"format": aValue, "contentEncoding": aValue, "contentMediaType": aValue, "contentSchema": aSchema,
	"title": aValue, "description": aValue, "default": aValue, "deprecated": aValue,
	"readOnly": aValue, "writeOnly": aValue, "examples": aValue,
}

// instead says what to write for keywords of other drafts and dialects.
var instead = map[string]string{
	"additionalItems":  `2020-12 has "prefixItems" for the first items and "items" for the rest`,
	"dependencies":     `2020-12 has "dependentRequired" and "dependentSchemas"`,
	"$recursiveRef":    `2020-12 has "$dynamicRef"`,
	"$recursiveAnchor": `2020-12 has "$dynamicAnchor"`,
	"id":               `2020-12 has "$id"`,
	"nullable":         `write the type as a list: "type": ["string", "null"]`,
	"example":          `2020-12 has "examples", a list`,
}

// needs names the keyword beside which another one means something.
var needs = map[string]string{
	"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains",
}

// formats are the formats of JSON Schema 2020-12 that a gate asserts.
// "idn-email" and "idn-hostname" are not among them.
var formats = []string{
	"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "iri", "iri-reference",
	"json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "uuid",
}

// isTemporal reports whether strings of a format become temporal values.
func isTemporal(format string) bool {
	return slices.Contains([]string{"date", "date-time", "duration", "time"}, format)
}

// keywordOf gives the keyword that a keyword location ends in: the last token
// that is not the name or index of a subschema. It is "false" for the location
// of the whole schema, where only the schema false has something to refuse.
func keywordOf(tokens []string) string {
	last := "false"
	for i := 0; i < len(tokens); i++ {
		last = tokens[i]
		switch keywords[last] {
		case someItems, someNames:
			i++
		}
	}
	return last
}
