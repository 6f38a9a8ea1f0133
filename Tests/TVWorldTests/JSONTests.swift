import Testing

@testable import TVWorld

@Suite("JSON values")
struct JSONTests {
    @Test("strings are written with the escapes that they need")
    func escapes() {
        #expect(JSON.string("a\"\\\n\u{1}ü").serialized == #""a\"\\\n\u0001ü""#)
    }
}
