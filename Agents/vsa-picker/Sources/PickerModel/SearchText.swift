/// A text prepared for the picker's search, which matches the beginnings of words, without regard to case and accents. A capital
/// letter inside a word also begins one, so that "net" matches "SkyNet".
public struct SearchText: Sendable, Equatable {
    private let beginnings: [String]

    /// Prepares the names of one row.
    public init(_ names: [String]) {
        beginnings = names.flatMap { name in
            SearchText.words(of: name).map { SearchText.folded($0) } + SearchText.runs(of: name).map { SearchText.folded($0) }
        }
    }

    /// Returns whether every word of the query begins a word of the text.
    public func matches(_ query: Query) -> Bool {
        query.words.allSatisfy { word in beginnings.contains { $0.hasPrefix(word) } }
    }

    /// The typed text, prepared once for all rows.
    public struct Query: Sendable, Equatable {
        let words: [String]

        /// Prepares a query. Everything after 200 characters is ignored.
        public init(_ text: String) {
            words = SearchText.runs(of: String(text.prefix(200))).map { SearchText.folded($0) }
        }

        /// Whether there is nothing to search for.
        public var isEmpty: Bool { words.isEmpty }
    }

    /// Returns runs of letters and digits, further divided where a capital letter follows a small one.
    static func words(of text: String) -> [Substring] {
        runs(of: text).flatMap { run in
            var parts: [Substring] = []
            var start = run.startIndex
            var previous: Character?
            for index in run.indices {
                if run[index].isUppercase, previous?.isLowercase == true {
                    parts.append(run[start..<index])
                    start = index
                }
                previous = run[index]
            }
            return parts + [run[start...]]
        }
    }

    /// Returns runs of letters and digits.
    private static func runs(of text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber) }
    }

    private static func folded(_ text: Substring) -> String {
        let small = text.lowercased()
        if small.utf8.allSatisfy({ $0 < 0x80 }) { return small }
        var result = String.UnicodeScalarView()
        for scalar in small.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
            result.append(base(of: scalar))
        }
        return String(result)
    }

    /// Returns the letter without its accent, which is derived from Unicode's name: "LATIN SMALL LETTER E WITH ACUTE".
    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        let prefix = "LATIN SMALL LETTER "
        guard scalar.value >= 0x80, let name = scalar.properties.name, name.hasPrefix(prefix) else { return scalar }
        let rest = name.dropFirst(prefix.count)
        guard rest.dropFirst().hasPrefix(" WITH "), let letter = rest.unicodeScalars.first else { return scalar }
        return Unicode.Scalar(letter.value + 0x20) ?? scalar
    }
}
