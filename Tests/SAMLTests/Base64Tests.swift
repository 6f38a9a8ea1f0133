import Testing

@testable import SAML

@Suite("Base64")
struct Base64Tests {
    @Test(
        "Base64 of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.encode(text) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test("all bytes survive Base64")
    func allBytes() {
        for count in 0..<300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(
        "what is not Base64 is rejected",
        arguments: ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "=", "Z=g=", "Zg==Zg==", "Zm9v ", "Zm-_"])
    func notBase64(text: String) { #expect(Base64.decode(text) == nil) }

    @Test("white space is ignored on demand")
    func whitespace() {
        #expect(Base64.decode(" Zm\n9v\r\nYg =\t= ", ignoringWhitespace: true) == Array("foob".utf8))
        #expect(Base64.decode("Zm9v\u{A0}", ignoringWhitespace: true) == nil)
    }

    @Test("a character that is not a digit, anywhere in a text", arguments: 0...12)
    func otherCharacter(offset: Int) {
        let text = "Zm9vYmFyZm9v"
        func with(_ character: Character) -> String {
            var text = text
            text.insert(character, at: text.index(text.startIndex, offsetBy: offset))
            return text
        }
        #expect(Base64.decode(with("\n"), ignoringWhitespace: true) == Array("foobarfoo".utf8))
        #expect(Base64.decode(with("\n")) == nil && Base64.decode(with("=") + "===", ignoringWhitespace: true) == nil)
        #expect(Base64.decode(with("-") + "AAA") == nil)
        let plus = Base64.decode(with("+") + "AAA")
        #expect(plus?.count == 12 && Base64.decode(with(" ") + "AAA", blanksArePlus: true) == plus)
    }
}
