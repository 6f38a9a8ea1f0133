import TVWorld
import Testing

@Suite("Names that somebody mistyped")
struct NearestNameTests {
    @Test(
        "the nearest name",
        arguments: [
            ("alfa.example", "alpha.example"), ("aplha.example", "alpha.example"), ("ALPHA.EXAMPLE", "alpha.example"),
            ("beta.exmple", "beta.example"), ("zzzzzz", nil),
        ] as [(String, String?)])
    func nearest(name: String, expected: String?) {
        #expect(NearestName.find(name, in: ["beta.example", "alpha.example", "gamma.example"]) == expected)
    }

    @Test("nothing is near to nothing")
    func nearestOfNone() {
        #expect(NearestName.find("alpha", in: []) == nil)
    }
}
