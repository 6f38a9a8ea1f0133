extension ClosedRange where Bound: BinaryInteger {
    /// The limits in words: `1 to 1000`.
    package var inWords: String { "\(lowerBound) to \(upperBound)" }
}
