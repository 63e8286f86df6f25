package judgment

// NewCatalogueWithin is [NewCatalogue] within limits that a test can reach.
var NewCatalogueWithin = newCatalogue
