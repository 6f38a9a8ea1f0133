import Dates
import Testing

@Suite("Times that are out of range")
struct ClampingTests {
    @Test("sums, differences and products end at the limits of the type")
    func limits() {
        #expect(Int64(2).clampedSum(3) == 5 && Int64.max.clampedSum(1) == .max && Int64.min.clampedSum(-1) == .min)
        #expect(Int64(2).clampedDifference(3) == -1)
        #expect(Int64.min.clampedDifference(1) == .min && Int64.max.clampedDifference(-1) == .max)
        #expect(Int64(0).clampedDifference(.min) == .max)
        #expect(Int64(-2).clampedProduct(3) == -6)
        #expect(Int64.max.clampedProduct(2) == .max && Int64.min.clampedProduct(2) == .min)
    }
}
