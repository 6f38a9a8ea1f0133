import Testing
import YAMLReading
import Yams

@Suite("Untrusted YAML", .timeLimit(.minutes(10)))
struct BoundedYAMLTests {
    private func refusal(_ text: String, limit: Int = 1 << 20) throws -> YAMLRefusal? {
        do {
            _ = try BoundedYAML.parser(of: text, limit: limit).singleRoot()
            return nil
        } catch let refusal as YAMLRefusal {
            return refusal
        }
    }

    /// Lists of lists, each of ten aliases of the one before: `a8` expands to a billion texts.
    private static let levels =
        "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        + (1...8).map { level in
            "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",") + "]\n"
        }.joined()

    @Test("a bomb in a value or in a key, in any form of the key, is rejected at once")
    func bombs() throws {
        for bomb in ["b: *a8\n", "? *a8\n: 1\n", "*a8 : 1\n", "b: {*a8 : 1}\n", "b: {*a8}\n", "b: [*a8 : 1]\n"] {
            #expect(try refusal(Self.levels + bomb)?.message == "has more than 24 aliases (*name)", "\(bomb)")
        }
    }

    @Test("few aliases of a large list, and keys within keys, are rejected at once as keys that are not strings")
    func keys() throws {
        let large = "[" + Array(repeating: "x", count: 100_000).joined(separator: ",") + "]"
        let levels =
            "a0: &a0 \(large)\n" + (1...7).map { "a\($0): &a\($0) [*a\($0 - 1),*a\($0 - 1),*a\($0 - 1)]\n" }.joined()
        for key in ["? *a7\n: 1\n", "b: {*a7}\n", "b: {[*a7]}\n", "*a7 : 1\n", "b: [? *a7 : 1]\n", "b: [{x: 1} : 1]\n"] {
            #expect(try refusal(levels + key)?.message == "has a key that is not a string", "\(key)")
        }
        #expect(try refusal(String(repeating: "{", count: 30) + large)?.message == "has a key that is not a string")
        // The same in values is cheap as long as the aliases are not followed.
        #expect(try refusal(levels + "b: *a7\n") == nil)
    }

    @Test("the limits themselves are accepted, one more is rejected with its location")
    func limits() throws {
        func aliases(_ count: Int) -> String { "a: &a x\nb:\n" + String(repeating: "- *a\n", count: count) }
        #expect(try refusal(aliases(BoundedYAML.aliasLimit)) == nil)
        let alias = try #require(try refusal(aliases(BoundedYAML.aliasLimit + 1)))
        #expect(alias.line == 27 && alias.column == 3)
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try refusal(nested(BoundedYAML.depthLimit)) == nil)
        #expect(try refusal(nested(BoundedYAML.depthLimit + 1))?.message == "is nested more than 32 levels deep")
        #expect(try refusal(nested(100_000))?.message == "is nested more than 32 levels deep")
        #expect(try refusal("a: 1\n", limit: 5) == nil)
        #expect(try refusal("a: 1\n", limit: 4)?.message == "is larger than 4 bytes")
    }

    @Test("a repeated key is rejected at its repetition, in any form")
    func repeatedKeys() throws {
        for (text, key, line, column) in [
            ("a: 1\nb: 2\na: 3\n", "a", 3, 1), ("a: {b: 1, c: [b], b: 2}\n", "b", 1, 19), ("1: a\n\"1\": b\n", "1", 2, 1),
            ("- a: {x: 1}\n  b: 2\n  ? a\n  : 3\n", "a", 3, 5),
        ] {
            let found = try #require(try refusal(text), "\(text)")
            #expect(found.message == "the key \"\(key)\" is repeated", "\(text)")
            #expect(found.line == line && found.column == column, "\(text)")
        }
        for text in ["a: {a: {a: a}}\n", "- a: 1\n- a: 1\n", "[a: 1, a: 2]\n", "a: a\nb: a\n"] {
            #expect(try refusal(text) == nil, "\(text)")
        }
    }

    @Test("similar texts are read: stars, question marks and brackets in strings and comments, several documents")
    func innocent() throws {
        let stars = "# " + String(repeating: "*star ", count: 100) + "\na: \"[::1]:80 ? *a\"\nb: |\n  ? [x]: *b\n"
        let root = try BoundedYAML.parser(of: stars, limit: 1 << 20).singleRoot()
        #expect(root?["a"]?.string == "[::1]:80 ? *a" && root?["b"]?.string == "? [x]: *b\n")
        for text in ["", "# nothing\n", "--- {a: 1}\n--- [b]\n"] {
            let parser = try BoundedYAML.parser(of: text, limit: 1 << 20)
            #expect(throws: Never.self) { while try parser.nextRoot() != nil {} }
        }
    }

    @Test("invalid YAML is reported by the parser", arguments: ["a: [1", "a: *nothing", "a: \u{1}"])
    func wrong(text: String) {
        #expect(throws: YamlError.self) { try BoundedYAML.parser(of: text, limit: 1 << 20).singleRoot() }
    }
}
