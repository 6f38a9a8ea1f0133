/// A word or a single punctuation character of a source file's code.
struct Token: Sendable, Equatable {
    let text: String
    /// Counted from 1.
    let line: Int
    let isWord: Bool

    /// The tokens of code without comments and string contents. Backticks are dropped.
    static func all(in code: [String]) -> [Token] {
        var tokens: [Token] = []
        for (index, line) in code.enumerated() {
            var word: [UInt8] = []
            func end() {
                if word.isEmpty { return }
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), line: index + 1, isWord: true))
                word = []
            }
            for byte in line.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                    word.append(byte)
                case UInt8(ascii: " "), UInt8(ascii: "`"): end()
                default:
                    end()
                    tokens.append(Token(text: String(UnicodeScalar(byte)), line: index + 1, isWord: false))
                }
            }
            end()
        }
        return tokens
    }
}
