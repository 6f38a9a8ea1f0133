/// Splits bytes into lines.
struct LineAssembler: Sendable {
    private var line: [UInt8] = []

    /// The maximum length of a line; longer ones are truncated.
    private static let maximumLength = 8_192

    /// Adds bytes, and returns the lines that they complete, without line breaks.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(end())
            } else if line.count < Self.maximumLength {
                line.append(byte)
            }
        }
        return lines
    }

    /// Returns the last line at the end of the input, if it has no line break.
    mutating func finish() -> String? { line.isEmpty ? nil : end() }

    private mutating func end() -> String {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line = [] }
        return String(decoding: line, as: UTF8.self)
    }
}
