import Foundation

/// One source file of the project, with what the rules need to know about it.
struct SourceFile: Sendable {
    /// Path from the root of the repository, for example `Sources/DBus/Connection.swift`.
    let path: String
    /// The text, line by line.
    let lines: [Substring]
    /// The same lines without comments and without the contents of string literals.
    let code: [String]
    /// The contents of string literals, with the numbers of the lines where they begin.
    let literals: [(line: Int, text: String)]
    /// The modules that the file imports, with the numbers of the lines. A scoped import counts as one of its module.
    let imports: [(line: Int, module: String)]
    private let wholeCode: String

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let scanner = CodeScanner(text)
        code = scanner.lines
        literals = scanner.literals
        imports = Self.imports(in: scanner.lines)
        wholeCode = scanner.lines.joined(separator: "\n")
    }

    /// The module that the file belongs to: the folder below `Sources`.
    var module: String { String(placeBelowSources.first ?? "") }

    /// The folder inside the module, for example `System/Storage`; empty for a file outside of the folders.
    var folder: String { placeBelowSources.dropFirst().joined(separator: "/") }

    private var placeBelowSources: [Substring] {
        let parts = path.split(separator: "/").dropLast()
        return parts.firstIndex(of: "Sources").map { Array(parts[($0 + 1)...]) } ?? []
    }

    private static func imports(in code: [String]) -> [(line: Int, module: String)] {
        let statement =
            #/
            ^\s*(?:@[A-Za-z_]\w*(?:\([^)]*\))?\s+)*
            (?:(?:public|package|internal|fileprivate|private)\s+)?
            import\s+(?:(?:struct|class|actor|enum|protocol|func|let|var|typealias)\s+)?
            (\w+)
            /#
        return code.enumerated().compactMap { index, line in
            line.firstMatch(of: statement).map { (index + 1, String($0.output.1)) }
        }
    }

    /// The lines, counted from 1, whose code matches a regular expression, with the matching text.
    func matches(of pattern: String) -> [(line: Int, text: Substring)] {
        // Most files have no match, and one search in the whole text shows that.
        guard wholeCode.range(of: pattern, options: .regularExpression) != nil else { return [] }
        return code.enumerated().compactMap { index, line in
            line.range(of: pattern, options: .regularExpression).map { (index + 1, line[$0]) }
        }
    }

    /// Whether a comment is on the line (counted from 1) or directly above it; attributes may be in between.
    func hasComment(besideLine number: Int) -> Bool {
        func isComment(_ index: Int) -> Bool { lines[index].contains("//") && !code[index].contains("//") }
        if isComment(number - 1) { return true }
        var above = number - 2
        while above >= 0, code[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") { above -= 1 }
        guard above >= 0 else { return false }
        return isComment(above) && code[above].allSatisfy(\.isWhitespace)
    }
}
