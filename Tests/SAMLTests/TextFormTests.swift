import Testing

@testable import SAML

@Suite("Base64 and times")
struct TextFormTests {
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
        "what is not Base64 is refused",
        arguments: ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "=", "Z=g=", "Zg==Zg==", "Zm9v ", "Zm-_"])
    func notBase64(text: String) { #expect(Base64.decode(text) == nil) }

    @Test("white space is ignored on demand")
    func whitespace() {
        #expect(Base64.decode(" Zm\n9v\r\nYg =\t= ", ignoringWhitespace: true) == Array("foob".utf8))
        #expect(Base64.decode("Zm9v\u{A0}", ignoringWhitespace: true) == nil)
    }

    @Test(
        "times in both directions",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_800_000_000, "2027-01-15T08:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func times(seconds: Int64, text: String) {
        #expect(Timestamp.text(seconds) == text)
        #expect(Timestamp.seconds(text) == seconds)
    }

    @Test("every day of some centuries survives")
    func days() {
        for day in stride(from: Int64(-30_000), to: 60_000, by: 1) {
            let seconds = day * 86_400 + 43_210
            #expect(Timestamp.text(seconds).flatMap(Timestamp.seconds) == seconds)
        }
    }

    @Test("a fraction is cut off")
    func fraction() { #expect(Timestamp.seconds("2027-01-15T08:00:00.999Z") == 1_800_000_000) }

    @Test(
        "what is no time in UTC is refused",
        arguments: [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-01-15T08:00:00+00:00", "2027-01-15t08:00:00z", "2027-13-01T00:00:00Z",
            "2027-02-29T00:00:00Z", "2027-01-15T24:00:00Z", "2027-01-15T08:60:00Z", "2027-01-15T08:00:60Z",
            "0000-01-01T00:00:00Z", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00.1aZ", "-2027-01-15T08:00:00Z",
            "２０27-01-15T08:00:00Z",
        ])
    func notATime(text: String) { #expect(Timestamp.seconds(text) == nil) }

    @Test("times that four digits cannot write", arguments: [Int64.min, -62_135_596_801, 253_402_300_800, .max])
    func outOfRange(seconds: Int64) { #expect(Timestamp.text(seconds) == nil) }
}
