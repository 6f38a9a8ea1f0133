import Encodings
import Testing

@Suite("Hexadecimal and percent-encoding")
struct EncodingTests {
    @Test("hexadecimal digits")
    func hexadecimalDigits() {
        #expect(hexadecimal([0, 0x0A, 0xF0, 0xFF]) == "000af0ff" && hexadecimal([]).isEmpty)
        #expect("09afAF".utf8.map(hexadecimalValue) == [0, 9, 10, 15, 10, 15])
        #expect("/:@`gG".utf8.allSatisfy { hexadecimalValue($0) == nil })
        #expect(hexadecimalByte("aF".utf8) == 0xAF)
        #expect(["", "a", "+f", "-0", "fg", "0af"].allSatisfy { hexadecimalByte($0.utf8) == nil })
    }

    @Test("percent-encoding")
    func encode() {
        #expect(PercentEncoding.encode("aZ9-._~") == "aZ9-._~")
        #expect(PercentEncoding.encode("a+b/c= &\u{e9}\n") == "a%2Bb%2Fc%3D%20%26%C3%A9%0A")
        #expect(PercentEncoding.encode("a b\u{e9}") { $0 < 127 } == "a b%C3%A9")
    }

    @Test("every string can be decoded again", arguments: ["", "a+b", "%41", "é\u{301}\u{0}", "\u{1F600}"])
    func decode(text: String) { #expect(PercentEncoding.decode(PercentEncoding.encode(text).utf8) == text) }

    @Test("digits in both cases, and the space of forms")
    func forms() {
        #expect(PercentEncoding.decode("%c3%A9+".utf8) == "é+")
        #expect(PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
        #expect(PercentEncoding.decode("abc+%3d%3Dde++f%20".utf8, plusIsSpace: true) == "abc ==de  f ")
        #expect(PercentEncoding.decode("abc+".utf8) == "abc+")
    }

    @Test("what cannot be decoded", arguments: ["%", "%4", "%4g", "a%%41", "%ff", "%c3", "%+1", "abc%4", "a%20b%"])
    func wrong(text: String) { #expect(PercentEncoding.decode(text.utf8) == nil) }
}
