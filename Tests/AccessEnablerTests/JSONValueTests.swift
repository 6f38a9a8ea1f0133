import Foundation
import ServiceAccess
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private func text(_ value: JSONValue) -> String { String(decoding: value.serialized, as: UTF8.self) }

    @Test(
        "A document is what Foundation writes with sorted keys",
        arguments: [
            .null, .flag(true), .flag(false), .integer(.min), .integer(0), .number(1.5), .number(60), .number(-1e300),
            .list([]), .list([.null, .list([.text("")])]), .object([:]),
            .object(["b": .object(["mvpd": .null, "mvpdId": .null]), "a": .text("\u{2028}😀/\\\"\t\r\n"), "é": .null, "": .null]),
        ] as [JSONValue])
    func values(_ value: JSONValue) throws {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        let expected = try JSONSerialization.data(withJSONObject: value.foundation, options: options)
        #expect(text(value) == String(decoding: expected, as: UTF8.self))
    }

    @Test("Foundation reads every character as it was written")
    func characters() throws {
        let characters = (0..<0x250).compactMap(Unicode.Scalar.init).map(String.init).joined()
        let document = Data(JSONValue.text(characters).serialized)
        #expect(try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed) as? String == characters)
    }

    @Test("Keys are in the order of their characters")
    func order() {
        let value = JSONValue.object(["b": .null, "é": .null, "_a": .null, "B": .null, "a": .null, "": .null, "ab": .null])
        #expect(text(value) == #"{"":null,"B":null,"_a":null,"a":null,"ab":null,"b":null,"é":null}"#)
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
