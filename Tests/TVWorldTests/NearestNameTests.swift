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

    @Test("what is said of a name that nothing has: the nearest, else a dozen of those that there are")
    func remark() {
        #expect(NearestName.remark(on: "alfa", known: ["alpha", "beta"]) == "did you mean alpha?")
        #expect(NearestName.remark(on: "zzzzzz", known: ["alpha", "beta"]) == "there are: alpha, beta")
        #expect(NearestName.remark(on: "alfa", known: []) == "there are: none")
        let many = NearestName.remark(on: "zzzzzz", known: (10...99).map { "name-\($0)" })
        #expect(many.hasSuffix("name-20, name-21 and 78 more"), "\(many)")
    }

    @Test("nothing is near to nothing")
    func nearestOfNone() {
        #expect(NearestName.find("alpha", in: []) == nil)
    }
}
