import Foundation
import Testing

@testable import embed_text

@Suite("Text files as Swift")
struct TextGeneratorTests {
    /// The text that is generated from files.
    private func source(of files: [String: Data]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "embed-text-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, data) in files { try data.write(to: folder.appending(path: name)) }
        return try TextGenerator().source(of: "SampleFiles", from: TextFile.all(in: folder.path))
    }

    @Test("a constant for each file, sorted by name, and a list; hidden files are left out")
    func constants() throws {
        let source = try source(of: ["b.css": Data("x {}\n".utf8), "a.js": Data("let a".utf8), ".a.js.swp": Data([0xFF])])
        #expect(
            source == """
                // Written by embed-text. Do not edit.

                /// Text files, embedded.
                enum SampleFiles {
                    /// `a.js`
                    static let aJs = #\"""
                let a
                \"""#

                    /// `b.css`
                    static let bCss = #\"""
                x {}

                \"""#

                    /// All of them with their names, sorted by name.
                    static var all: [(name: String, text: String)] {
                        [
                            ("a.js", aJs),
                            ("b.css", bCss),
                        ]
                    }
                }

                """)
    }

    @Test("nothing in a text ends its literal or becomes an escape", arguments: ["\"\"\"#", "\\#(x)", "#fff ## \"\"\"###"])
    func literals(text: String) {
        let literal = TextGenerator.literal(text)
        let signs = literal.prefix { $0 == "#" }
        #expect(literal == "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)")
        #expect(!text.contains("\"\"\"\(signs)") && !text.contains("\\\(signs)"))
    }

    @Test("names become identifiers")
    func identifiers() throws {
        let source = try source(of: ["sso-1.10-device-fails.yaml": Data(), "404.html": Data()])
        #expect(source.contains("static let sso1_10DeviceFailsYaml = ") && source.contains("static let _404Html = "))
    }

    @Test("what cannot be embedded exactly is rejected")
    func refusals() throws {
        #expect(throws: Problem.self) { try source(of: ["a.txt": Data("a\r\n".utf8)]) }
        #expect(throws: Problem.self) { try source(of: ["a.txt": Data([0xFF])]) }
        #expect(throws: Problem.self) { try source(of: ["a-b.txt": Data(), "a.b.txt": Data()]) }
    }
}
