/// Takes comments and the contents of string literals out of Swift text and keeps the lines, so that rules see code only. The
/// literals are kept on their own.
struct CodeScanner {
    /// The lines that are left.
    private(set) var lines: [String] = []
    /// The contents of string literals as they are written, with the numbers of the lines where they begin.
    private(set) var literals: [(line: Int, text: String)] = []

    private let text: [Character]
    private var position = 0
    private var line = ""

    init(_ text: String) {
        self.text = Array(text)
        while position < self.text.count { step() }
        lines.append(line)
    }

    private func begins(_ word: String, at offset: Int = 0) -> Bool {
        let start = position + offset
        guard start + word.count <= text.count else { return false }
        return text[start..<start + word.count].elementsEqual(word)
    }

    private mutating func step() {
        if begins("//") {
            while position < text.count, text[position] != "\n" { position += 1 }
        } else if begins("/*") {
            skipBlockComment()
        } else if text[position] == "\"" || text[position] == "#" {
            skipLiteral()
        } else {
            keep()
        }
    }

    private mutating func keep() {
        if text[position] == "\n" {
            lines.append(line)
            line = ""
        } else {
            line.append(text[position])
        }
        position += 1
    }

    /// Drops a character, but not the end of its line.
    private mutating func drop() {
        if text[position] == "\n" { keep() } else { position += 1 }
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

    /// A string literal leaves its quotation marks. A `#` that begins none (`#if`, `#expect`) is kept.
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
        line += "\""
        let start = (line: lines.count + 1, position: position)
        defer { line += "\"" }
        while position < text.count {
            if begins(end) {
                literals.append((start.line, String(text[start.position..<position])))
                position += end.count
                break
            }
            if quote.count == 1, text[position] == "\n" { break }
            if begins(escape) {
                position += escape.count
                if position < text.count { drop() }
            } else {
                drop()
            }
        }
    }
}
