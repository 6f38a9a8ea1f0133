extension UInt8 {
    /// Whether the byte is a letter or digit of ASCII.
    @inlinable package var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Whether the byte is a digit of ASCII.
    @inlinable package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is a hexadecimal digit of ASCII, with a lowercase letter.
    @inlinable package var isLowercaseHexadecimalDigit: Bool {
        isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}

/// Returns bytes as lowercase hexadecimal digits, two for each byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
        digits.append(hexadecimalDigit(byte >> 4))
        digits.append(hexadecimalDigit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
}

/// Returns the lowercase hexadecimal digit of a value up to 15.
@inlinable package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
}

/// Returns the value of an uppercase or lowercase hexadecimal digit; nil for any other byte.
@inlinable package func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Returns the byte that two hexadecimal digits stand for; nil for anything else. Unlike Swift's integers, it accepts no sign.
package func hexadecimalByte(_ digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2, let high = digits.first.flatMap(hexadecimalValue),
        let low = digits.dropFirst().first.flatMap(hexadecimalValue)
    else { return nil }
    return high << 4 | low
}

/// Returns the thousandths of a decimal number with up to 15 digits before the point and three after it, such as `-12.5`; nil for
/// any other text.
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
