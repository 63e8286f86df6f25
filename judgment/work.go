package judgment

// DefaultWorkLimit is the number of units that one evaluation may use if
// [Inputs.WorkLimit] does not say.
const DefaultWorkLimit = 20_971_520
