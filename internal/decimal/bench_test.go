package decimal_test

import (
	"testing"

	"github.com/decision-spine/spine/internal/decimal"
)

var (
	sink     decimal.Decimal
	sinkInt  int
	sinkHash uint64
)

func BenchmarkAddSameScale(b *testing.B) { benchBinary(b, decimal.Add, "1234.50", "0.75") }
func BenchmarkAddTwoScales(b *testing.B) { benchBinary(b, decimal.Add, "1234.5", "3") }
func BenchmarkSub(b *testing.B)          { benchBinary(b, decimal.Sub, "1234.50", "3") }
func BenchmarkMul(b *testing.B)          { benchBinary(b, decimal.Mul, "1234.50", "0.25") }
func BenchmarkQuoWhole(b *testing.B)     { benchBinary(b, decimal.Quo, "1234.50", "5") }
func BenchmarkQuoExact(b *testing.B)     { benchBinary(b, decimal.Quo, "1234.5", "8") }
func BenchmarkQuo34(b *testing.B)        { benchBinary(b, decimal.Quo, "1234.5", "7") }
func BenchmarkMod(b *testing.B)          { benchBinary(b, decimal.Mod, "-10.1", "4.5") }
func BenchmarkAddLong(b *testing.B) {
	benchBinary(b, decimal.Add, "0.3333333333333333333333333333333333", "12.5")
}
func BenchmarkMulLong(b *testing.B) {
	benchBinary(b, decimal.Mul, "0.3333333333333333333333333333333333", "12.5")
}
func BenchmarkQuoLong(b *testing.B) {
	benchBinary(b, decimal.Quo, "0.3333333333333333333333333333333333", "1.428571428571428571428571428571429")
}
func BenchmarkPowInt(b *testing.B)   { benchBinary(b, decimal.Pow, "1.05", "12") }
func BenchmarkSquare(b *testing.B)   { benchBinary(b, decimal.Pow, "30", "2") }
func BenchmarkPowInt30(b *testing.B) { benchBinary(b, decimal.Pow, "1.05", "30") }
func BenchmarkPowLong(b *testing.B) {
	benchBinary(b, decimal.Pow, "1.004166666666666666666666666666667", "-360")
}
func BenchmarkPowFraction(b *testing.B) { benchBinary(b, decimal.Pow, "5", "2.55") }

func benchBinary(b *testing.B, op func(x, y decimal.Decimal) (decimal.Decimal, error), x, y string) {
	b.ReportAllocs()
	u, v := parse(b, x), parse(b, y)
	for b.Loop() {
		sink, _ = op(u, v)
	}
}

func BenchmarkSqrt(b *testing.B) { benchUnary(b, decimal.Sqrt, "2") }
func BenchmarkLn(b *testing.B)   { benchUnary(b, decimal.Ln, "2") }
func BenchmarkExp(b *testing.B)  { benchUnary(b, decimal.Exp, "1000") }
func BenchmarkRound(b *testing.B) {
	benchUnary(b, func(d decimal.Decimal) (decimal.Decimal, error) { return decimal.Round(d, 2, decimal.HalfEven) }, "1234.5678")
}

func BenchmarkRoundLong(b *testing.B) {
	benchUnary(b, func(d decimal.Decimal) (decimal.Decimal, error) { return decimal.Round(d, 0, decimal.Floor) }, "4.285714285714285714285714285714286")
}

func benchUnary(b *testing.B, op func(x decimal.Decimal) (decimal.Decimal, error), x string) {
	b.ReportAllocs()
	u := parse(b, x)
	for b.Loop() {
		sink, _ = op(u)
	}
}

func BenchmarkCmpSameScale(b *testing.B) { benchCmp(b, "1234.50", "1234.51") }
func BenchmarkCmpTwoScales(b *testing.B) { benchCmp(b, "1234.5", "1234.51") }
func BenchmarkCmpFarApart(b *testing.B)  { benchCmp(b, "1e6000", "1e-6000") }

func benchCmp(b *testing.B, x, y string) {
	b.ReportAllocs()
	u, v := parse(b, x), parse(b, y)
	for b.Loop() {
		sinkInt = decimal.Cmp(u, v)
	}
}

func BenchmarkHash(b *testing.B) {
	b.ReportAllocs()
	d := parse(b, "1234.50")
	for b.Loop() {
		sinkHash = d.Hash()
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink, _ = decimal.Parse("1234.5678")
	}
}

func BenchmarkAppendText(b *testing.B) {
	b.ReportAllocs()
	d, buf := parse(b, "1234.5678"), make([]byte, 0, 48)
	for b.Loop() {
		buf = d.AppendText(buf[:0])
	}
}

func BenchmarkFromShopspring(b *testing.B) {
	b.ReportAllocs()
	s := parse(b, "1234.5678").Shopspring()
	for b.Loop() {
		sink, _ = decimal.FromShopspring(s)
	}
}
