package gate_test

import "testing"

// A schema of twelve properties, with dates, a pattern, an enum and a list of
// objects, and an instance that has them all.

func BenchmarkCompile(b *testing.B) {
	docs := files("schema.json", twelve)
	b.ReportAllocs()
	for b.Loop() {
		mustCompile(b, docs, "schema.json")
	}
}

func BenchmarkAdmit(b *testing.B) {
	g := compiled(b, twelve)
	raw := []byte(applicant)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Admit(raw); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRefuse(b *testing.B) {
	g := compiled(b, twelve)
	raw := []byte(`{"applicant": "", "born": "1990-02-30", "income": -0.005, "status": "employd", "zz": 1}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Admit(raw); err == nil {
			b.Fatal("it passes")
		}
	}
}
