/// Arithmetic with unchecked times: a result that is out of range is the largest or the smallest number, so that
/// nothing traps on a hostile or odd value.
extension Int64 {
    /// Returns the sum.
    package func clampedSum(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (self < 0 ? .min : .max) : sum
    }

    /// Returns the difference.
    package func clampedDifference(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (self < 0 ? .min : .max) : difference
    }

    /// Returns the product with a positive factor.
    package func clampedProduct(_ factor: Int64) -> Int64 {
        let (product, overflows) = multipliedReportingOverflow(by: factor)
        return overflows ? (self < 0 ? .min : .max) : product
    }
}
