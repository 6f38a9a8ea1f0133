import TVWorld
import Testing

@Suite("Mistyped names")
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

    @Test("an unknown name is reported with the nearest, otherwise with a dozen of the known ones")
    func remark() {
        #expect(NearestName.remark(on: "alfa", known: ["alpha", "beta"]) == "did you mean alpha?")
        #expect(NearestName.remark(on: "zzzzzz", known: ["alpha", "beta"]) == "there are: alpha, beta")
        #expect(NearestName.remark(on: "alfa", known: []) == "there are: none")
        let many = NearestName.remark(on: "zzzzzz", known: (10...99).map { "name-\($0)" })
        #expect(many.hasSuffix("name-20, name-21 and 78 more"), "\(many)")
    }

    @Test("an empty name has no nearest one")
    func nearestOfNone() {
        #expect(NearestName.find("", in: ["X", "on"]) == nil)
    }

    @Test("a long text is not compared with any name", .timeLimit(.minutes(1)))
    func longText() {
        let known = (0..<10_000).map { "provider-\($0).example" }
        #expect(NearestName.find(String(repeating: "provider", count: 1 << 16), in: known) == nil)
    }

    @Test("a name has no nearest one if none are known")
    func nearestAmongNone() {
        #expect(NearestName.find("alpha", in: []) == nil)
    }
}
