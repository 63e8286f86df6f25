package record

import "context"

// Store keeps records by the id of their run. The package
// github.com/decision-spine/spine/record/storetest tests an implementation.
//
// A Store may be used by goroutines, and several on the same place may be used by
// processes, at once. It keeps nothing of a Record that is passed to it.
type Store interface {
	// Put keeps r for good, or returns an error and leaves everything as it was.
	// It never overwrites. Of records with the same run id only one is kept, and
	// [ErrExists] is the error of the others. Of records that resume the same
	// record ([Record.Resumes]) likewise only one is kept, and
	// [ErrAlreadyResumed] is the error of the others. The resumed record itself
	// need not be in this store. Further errors are those of [Record.Canonical],
	// of ctx, and of the place where records are kept.
	Put(ctx context.Context, r *Record) error

	// Get gives the record of a run. The error is [ErrNotFound], an
	// [*IntegrityError] when what was kept cannot be trusted, or that of ctx or of
	// the place.
	Get(ctx context.Context, run string) (*Record, error)
}
