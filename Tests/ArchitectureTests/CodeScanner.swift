/// Removes comments and the contents of string literals from Swift text and keeps the lines, so that rules see only code. The
/// literals are kept separately.
struct CodeScanner {
    /// The lines that are left.
    private(set) var lines: [String] = []
    /// The contents of string literals as they are written, with the numbers of the lines where they begin.
    private(set) var literals: [(line: Int, text: String)] = []

    /// UTF-8: characters would take ten times as long, and everything relevant here is ASCII.
    private let text: [UInt8]
    private var position = 0
    private var line: [UInt8] = []

    private static let lineBreak = UInt8(ascii: "\n")
    private static let quotationMark = UInt8(ascii: "\"")
    private static let slash = UInt8(ascii: "/")
    private static let hash = UInt8(ascii: "#")

    init(_ text: String) {
        self.text = Array(text.utf8)
        while position < self.text.count { step() }
        endLine()
    }

    private func begins(_ word: String, at offset: Int = 0) -> Bool {
        var place = position + offset
        for byte in word.utf8 {
            guard place < text.count, text[place] == byte else { return false }
            place += 1
        }
        return true
    }

    private mutating func step() {
        switch text[position] {
        case Self.slash where begins("//"):
            while position < text.count, text[position] != Self.lineBreak { position += 1 }
        case Self.slash where begins("/*"): skipBlockComment()
        case Self.quotationMark, Self.hash: skipLiteral()
        default: keep()
        }
    }

    private mutating func endLine() {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
    }

    private mutating func keep() {
        if text[position] == Self.lineBreak { endLine() } else { line.append(text[position]) }
        position += 1
    }

    /// Drops a byte, but not the end of its line.
    private mutating func drop() {
        if text[position] == Self.lineBreak { keep() } else { position += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if begins("/*") {
                depth += 1
                position += 2
            } else if begins("*/") {
                depth -= 1
                position += 2
            } else {
                drop()
            }
        } while depth > 0 && position < text.count
    }

    /// A string literal leaves its quotation marks. A `#` that does not begin one (`#if`, `#expect`) is kept.
    private mutating func skipLiteral() {
        var hashes = 0
        while begins("#", at: hashes) { hashes += 1 }
        guard begins("\"", at: hashes) else {
            for _ in 0..<max(hashes, 1) { keep() }
            return
        }
        position += hashes
        let quote = begins("\"\"\"") ? "\"\"\"" : "\""
        let end = quote + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        position += quote.count
        line.append(Self.quotationMark)
        let start = (line: lines.count + 1, position: position)
        defer { line.append(Self.quotationMark) }
        while position < text.count {
            if begins(end) {
                literals.append((start.line, String(decoding: text[start.position..<position], as: UTF8.self)))
                position += end.count
                break
            }
            if quote.count == 1, text[position] == Self.lineBreak { break }
            if begins(escape) {
                position += escape.count
                if position < text.count { drop() }
            } else {
                drop()
            }
        }
    }
}
