/// Makes lines of bytes.
struct LineAssembler: Sendable {
    private var line: [UInt8] = []

    /// What is longer is cut: nobody answers so much.
    private static let maximumLength = 8_192

    /// Takes bytes.
    ///
    /// - Returns: the lines that they end, without their ends.
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

    /// The input has ended: a last line without an end.
    mutating func finish() -> String? { line.isEmpty ? nil : end() }

    private mutating func end() -> String {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line = [] }
        return String(decoding: line, as: UTF8.self)
    }
}
