import Testing

/// docs/migration-v2.md says what replaces everything that an app calls and receives with the library.
@Suite("The guide from AccessEnabler to REST v2 is complete")
struct MigrationGuideTests {
    /// The first cells of a section's table.
    private func rows(_ section: String) throws -> [String] {
        let guide = try Repository.text("docs/migration-v2.md")
        let part = try #require(guide.split(separator: "\n## ").first { $0.hasPrefix("\(section)\n") })
        return part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            row.split(separator: "|").first.map(String.init) ?? ""
        }
    }

    private func expect(_ names: Set<String>, in section: String, at least: Int) throws {
        #expect(names.count >= least, "\(names.sorted())")
        let rows = try rows(section)
        let missing = names.filter { name in !rows.contains { $0.contains(word: name) } }
        #expect(missing.isEmpty, "\(section) lacks \(missing.sorted())")
    }

    private func names(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
        Set(try Repository.text(path).matches(of: pattern).map { String($0.1) })
    }

    @Test("every call")
    func calls() throws {
        let names = try names("Sources/AccessEnabler/API/AccessEnabler.swift", /open func (\w+)\(/)
        try expect(names, in: "Calls", at: 14)
    }

    @Test("every callback")
    func callbacks() throws {
        var names = try names("Sources/AccessEnabler/API/EntitlementDelegate.swift", /\n {4}func (\w+)\(/)
        names.formUnion(["onResponse", "onFailure"])
        try expect(names, in: "Callbacks", at: 15)
    }

    @Test("every status code")
    func codes() throws {
        let names = try names("Sources/AccessEnabler/Model/StatusReport.swift", /case \w+ = "(\w+)"/)
        try expect(names, in: "Status codes", at: 36)
    }
}

extension String {
    /// Whether a word is in the text, and not only as a part of a longer one.
    fileprivate func contains(word: String) -> Bool {
        split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(Substring(word))
    }
}
