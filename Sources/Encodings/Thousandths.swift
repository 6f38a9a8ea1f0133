/// Returns the thousandths of a decimal number of up to 15 digits and three decimal places, such as `-12.5`; nil for any other
/// text.
package func thousandths(_ text: Substring) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text
    let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isNumber(_ part: Substring, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(part.utf8.count) && part.utf8.allSatisfy(\.isASCIIDigit)
    }
    guard let first = parts.first, isNumber(first, 1...15), let whole = Int64(first) else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
        guard isNumber(parts[1], 1...3), let digits = Int64(parts[1]) else { return nil }
        fraction = digits * [100, 10, 1][parts[1].utf8.count - 1]
    }
    return (whole * 1_000 + fraction) * (isNegative ? -1 : 1)
}
