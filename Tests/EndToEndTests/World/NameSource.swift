/// Unlikely names: every script, odd punctuation, very long and very short ones. Each is unique.
struct NameSource {
    var random: SeededGenerator
    private var used: Set<String> = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static let scripts: [[String]] = [
        ["a", "b", "K", "z", "0", "7", "_", "-"], ["ä", "ö", "ß", "é", "ñ", "Å"], ["й", "ж", "Щ", "ї"], ["漢", "字", "テ", "レ"],
        ["ع", "ر", "ب", "ي"], ["🎬", "👩‍👩‍👧", "🇩🇪", "e\u{301}", "\u{200D}x"], ["ก", "ำ", "อ"],
    ]
    private static let punctuation = [
        "&", "%", "?", "#", "=", "@", ";", ":", "+", "!", "$", "(", ")", "[", "]", "{", "}", "|", "^", "`", "~", "\\", "<", ">",
        "\"", "'", "*", ".", "%2F", "&amp;", "]]>", "-", "{{x}}", "${HOME}",
    ]

    /// A display name: words separated by spaces.
    mutating func text() -> String {
        unique { source in
            let words = (0..<source.length(of: [1, 2, 3, 40])).map { _ in source.word(upTo: 6, without: "") }
            return words.joined(separator: " ")
        }
    }

    /// An identifier of the service.
    mutating func identifier() -> String {
        unique { $0.word(upTo: $0.length(of: [3, 8, 12, 30]), without: "/") }
    }

    /// A provider's platform identifier.
    mutating func host() -> String {
        unique { source in
            let characters = Array("abcXYZ019._-~")
            let length = source.length(of: [4, 12, 30, 200])
            return "p" + String((0..<length).map { _ in source.random.pick(characters) })
        }
    }

    /// A web domain.
    mutating func domain() -> String {
        unique { source in
            let characters = Array("abcXYZ019-")
            let parts = (0..<source.length(of: [1, 2, 3])).map { _ in
                let length = source.length(of: [4, 12, 63])
                return String((0..<length).map { _ in source.random.pick(characters) })
            }
            return parts.joined(separator: ".")
        }
    }

    /// A resource.
    mutating func resource() -> String {
        unique { source in
            let words = (0..<source.length(of: [1, 2, 3, 10])).map { _ in source.word(upTo: 6, without: ",<\"'") }
            return words.joined(separator: " ")
        }
    }

    /// An application's identifier.
    mutating func application() -> String {
        unique { "org.example\(Int.random(in: 0..<1_000_000, using: &$0.random)).tv" }
    }

    private mutating func length(of choices: [Int]) -> Int { max(1, Int.random(in: 0...random.pick(choices), using: &random)) }

    /// Letters of one script, with occasional punctuation.
    private mutating func word(upTo limit: Int, without forbidden: String) -> String {
        let script = random.pick(Self.scripts)
        let signs = Self.punctuation.filter { sign in !forbidden.contains { sign.contains($0) } }
        return (0..<max(1, limit)).map { _ in random.chance(15) ? random.pick(signs) : random.pick(script) }.joined()
    }

    /// Draws until a name is new, and not a word of the tables or of the command line.
    private mutating func unique(_ draw: (inout NameSource) -> String) -> String {
        while true {
            let name = draw(&self)
            let isReserved = ["", ".", "..", "*", "null", "nil", "nocache", "nothing"].contains(name) || name.count == 1
            let isFormat = name.lowercased().hasSuffix(".json") || name.lowercased().hasSuffix(".xml")
            if !isReserved, !isFormat, name.utf8.count <= 250 || name.contains(" "), used.insert(name).inserted { return name }
        }
    }
}
