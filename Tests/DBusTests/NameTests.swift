import DBus
import Testing

@Suite("Names")
struct NameTests {
    @Test("11: valid names are accepted", arguments: [":1.42", "org.example.Service1", "a.b"])
    func busNames(text: String) throws {
        #expect(try BusName(text).string == text)
    }

    @Test(
        "11: invalid bus names are rejected",
        arguments: ["", "a", "a..b", ".a.b", "1a.b", "a b.c", "a.b\0", String(repeating: "a.", count: 200) + "b"])
    func invalidBusNames(text: String) {
        #expect(throws: InvalidNameError.self) { try BusName(text) }
    }

    @Test("11: invalid interface names are rejected", arguments: ["", "a", "a.b-c", "a.1b", "a.b\0c"])
    func invalidInterfaceNames(text: String) {
        #expect(throws: InvalidNameError.self) { try InterfaceName(text) }
    }

    @Test("11: invalid member names are rejected", arguments: ["", "a.b", "1a", "a-b", "a\0"])
    func invalidMemberNames(text: String) {
        #expect(throws: InvalidNameError.self) { try MemberName(text) }
    }

    @Test("11: invalid object paths are rejected", arguments: ["", "a", "/a/", "//", "/a-b", "/a\0"])
    func invalidPaths(text: String) {
        #expect(throws: InvalidNameError.self) { try ObjectPath(text) }
    }

    @Test(
        "11: invalid signatures are rejected",
        arguments: ["a", "(", "()", "{sv}", "a{vs}", "z", "s\0", String(repeating: "a", count: 33) + "s"])
    func invalidSignatures(text: String) {
        #expect(throws: InvalidNameError.self) { try BusSignature(text) }
    }

    @Test("The error says what was wrong, shortened and without control characters")
    func errorText() throws {
        let text = "a.\u{1B}[31m" + String(repeating: "x", count: 500)
        let error = try #require(throws: InvalidNameError.self) { try BusName(text) }
        #expect(error.description.hasPrefix("'a.\\u{1B}[31mx"))
        #expect(error.description.count < 250)
    }

    @Test("Unique names are recognized by their colon")
    func uniqueNames() {
        #expect((":1.1" as BusName).isUnique)
        #expect(!("a.b" as BusName).isUnique)
    }

    @Test("Elements are appended to paths, one at a time")
    func appending() throws {
        #expect(try ObjectPath.root.appending("a").appending("b_1") == "/a/b_1")
        for element in ["", "a/b", "a-b", "a.b"] {
            #expect(throws: InvalidNameError.self) { try ObjectPath.root.appending(element) }
        }
        #expect(("/a/b" as ObjectPath).isEqualOrBelow("/a"))
        #expect(("/a" as ObjectPath).isEqualOrBelow("/"))
        #expect(!("/ab" as ObjectPath).isEqualOrBelow("/a"))
    }

    @Test("Signatures know whether they are one complete type")
    func completeTypes() throws {
        for text in ["s", "as", "a{sv}", "(sa(ii))", "aaa(s)", "v"] {
            #expect(try BusSignature(text).isSingleCompleteType, "\(text)")
        }
        for text in ["", "ss", "a{sv}s", "(s)(s)"] { #expect(try !BusSignature(text).isSingleCompleteType, "\(text)") }
        #expect(("s" as BusSignature).isBasicType)
        #expect(!("v" as BusSignature).isBasicType)
        #expect(!("as" as BusSignature).isBasicType)
    }
}
