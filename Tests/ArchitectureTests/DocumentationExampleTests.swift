import Testing

/// The examples in the documentation of the libraries are also in `DocumentationExamples.swift` of the module's tests. Those of
/// VSATesting are in `examples`, where they run.
@Suite("Examples in the documentation")
struct DocumentationExampleTests {
    /// Each library, and the types with which its users begin.
    static let entryPoints = [
        "DBus": ["actor Connection"], "SAML": ["struct Response"],
        "VideoSubscriberAccount": ["class VSAccountManager"],
        "AccessEnabler": ["class AccessEnabler", "class EntitlementSession"],
        "EntitlementREST": ["actor EntitlementClient"], "MediaTokenVerifier": ["struct MediaTokenVerifier"],
    ]

    /// An example, and the declaration that it belongs to.
    private struct Example {
        let lines: [Substring]
        let declaration: Substring
    }

    private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

    /// The examples above public declarations: lines that are indented after an empty line of documentation.
    private static func examples(in file: SourceFile) -> [Example] {
        let lines = file.lines.map(trimmed)
        let mark = "///     "
        return lines.indices.dropFirst().compactMap { start in
            guard lines[start].hasPrefix(mark), lines[start - 1] == "///" else { return nil }
            let example = lines[start...].prefix { $0.hasPrefix(mark) }
            let declaration = lines[example.endIndex...].first { !$0.hasPrefix("//") && !$0.hasPrefix("@") } ?? ""
            guard ["public ", "open "].contains(where: declaration.hasPrefix) else { return nil }
            return Example(lines: example.map { trimmed($0.dropFirst(mark.count)) }, declaration: declaration)
        }
    }

    @Test("each is compiled, and every type with which users begin has one", arguments: entryPoints.keys.sorted())
    func compiled(module: String) throws {
        let examples = try Repository.sources().filter { $0.module == module }.flatMap(Self.examples)
        let compiled = try Repository.text("Tests/\(module)Tests/DocumentationExamples.swift")
            .split(separator: "\n").map(Self.trimmed)
        for example in examples {
            #expect(compiled.contains(example.lines), "\(example.declaration)")
        }
        for type in Self.entryPoints[module] ?? [] {
            #expect(examples.contains { $0.declaration.contains("\(type):") || $0.declaration.contains("\(type) ") }, "\(type)")
        }
    }
}
