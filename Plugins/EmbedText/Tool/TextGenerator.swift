/// An enumeration with a constant for each file, which is the unchanged text, and a list of all.
struct TextGenerator: Generator {
    func source(of type: String, from files: [TextFile]) throws -> String {
        let doubles = Dictionary(grouping: files, by: \.identifier).values.first { $0.count > 1 }
        if let doubles { throw Problem("\(doubles[0].name) and \(doubles[1].name) have the same identifier") }
        let constants = files.map { file in
            "    /// `\(file.name)`\n    static let \(file.identifier) = \(Self.literal(file.text))\n"
        }
        let list = files.map { "            (\"\($0.name)\", \($0.identifier)),\n" }
        return """
            // Written by embed-text. Do not edit.

            /// Text files, embedded.
            enum \(type) {
            \(constants.joined(separator: "\n"))
                /// All of them with their names, sorted by name.
                static var all: [(name: String, text: String)] {
                    [
            \(list.joined())        ]
                }
            }

            """
    }

    /// Returns a literal of several lines with enough number signs that nothing in the text ends it or is an escape.
    static func literal(_ text: String) -> String {
        let longest = text.split(whereSeparator: { $0 != "#" }).map(\.count).max() ?? 0
        let signs = String(repeating: "#", count: longest + 1)
        return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
    }
}
