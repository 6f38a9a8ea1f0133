import Foundation
import ServiceAccess
import Testing

@Suite("JSON values")
struct JSONValueTests {
    /// Foundation's bytes for a value.
    private func expected(_ value: JSONValue) throws -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: value.foundation, options: options), as: UTF8.self)
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.serialized, as: UTF8.self) }

    @Test(
        "A document is what Foundation writes with sorted keys",
        arguments: [
            .null, .flag(true), .flag(false), .integer(.min), .integer(0), .number(1.5), .number(60), .number(-1e300),
            .text((0..<0x250).compactMap(Unicode.Scalar.init).map(String.init).joined()), .text("\u{2028}😀/\\\""),
            .list([]), .list([.null, .list([.text("")])]), .object([:]),
        ] as [JSONValue])
    func values(_ value: JSONValue) throws {
        #expect(try text(value) == expected(value))
    }

    @Test("Keys are in Foundation's order")
    func order() throws {
        let keys = [
            "a", "A", "aa", "aB", "Ab", "ab", "b", "B", "userID", "UserID", "userId", "mvpd", "MVPD", "zip", "item2", "item10",
            "item02",
            "client_id", "client_name", "clients", "client_ID", "_a", "__", "a__b", "a-_b", "a_-b", "-a", "--", "process-id",
            "a-b", "a_b", "a b", "a.b", "", "é", "e", "f",
            "É", "z", "ß", "ss", "日", "_", "-", "1", "10", "9",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let some = keys.shuffled(using: &generator).prefix(8)
            let value = JSONValue.object(Dictionary(uniqueKeysWithValues: some.map { ($0, .text($0)) }))
            #expect(try text(value) == expected(value))
        }
    }

    @Test("ASCII characters are in Foundation's order, also after a common prefix")
    func orderOfCharacters() throws {
        let characters = (0..<0x80).compactMap(Unicode.Scalar.init).map(String.init)
        for keys in [characters, characters.map { "a" + $0 }, characters.flatMap { [$0, $0 + "b"] }] {
            let value = JSONValue.object(Dictionary(uniqueKeysWithValues: keys.map { ($0, .null) }))
            #expect(try text(value) == expected(value))
        }
    }

    @Test("What was written is read again")
    func reading() {
        let value = JSONValue.object([
            "a": .list([.null, .flag(true), .integer(1), .number(1.5)]), "b": .object(["": .text("\u{1}é")]),
        ])
        #expect(JSONValue(parsing: value.serialized) == value)
        #expect(JSONValue(parsing: [0xEF, 0xBB, 0xBF] + value.serialized) == value)
    }

    @Test(
        "What is not a document is rejected",
        arguments: [
            "", "{", #"{"a":1,"a":2}"#, #"{"\u00e9":1,"e\u0301":2}"#, "1e999", String(repeating: "1", count: 65),
            String(repeating: "[", count: 33) + String(repeating: "]", count: 33), "\u{FEFF}", "nul", "01",
        ])
    func rejected(_ text: String) {
        #expect(JSONValue(parsing: Array(text.utf8)) == nil)
    }

    @Test("A key may not occur twice in an object of any size", arguments: 1...12)
    func duplicateKeys(count: Int) {
        func document(_ keys: [String]) -> JSONValue? {
            JSONValue(parsing: Array("{\(keys.map { "\"\($0)\":1" }.joined(separator: ","))}".utf8))
        }
        let keys = (0..<count).map { "key\($0)" }
        #expect(document(keys)?.object?.count == count)
        for key in keys { #expect(document(keys + [key]) == nil) }
    }

    @Test("Numbers are whole if they have neither a fraction nor an exponent, and 64 bits suffice")
    func numbers() {
        for (text, value) in [
            ("-9223372036854775808", JSONValue.integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("60.0", .number(60)), ("1e3", .number(1000)), ("0", .integer(0)),
        ] {
            #expect(JSONValue(parsing: Array(text.utf8)) == value)
        }
    }
}
