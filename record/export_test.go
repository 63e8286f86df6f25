package record

// What dir_test.go needs to let a disk fail.
type (
	Disk     = disk
	TempFile = tempFile
	OSDisk   = osDisk
)

func DirOn(path string, d Disk) Store { return &dir{path: path, disk: d} }
