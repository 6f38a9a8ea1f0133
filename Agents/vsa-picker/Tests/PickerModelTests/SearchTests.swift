import PickerModel
import Testing

@Suite struct SearchTests {
    @Test(arguments: [
        ("Alpha Cable", "alp", true), ("Alpha Cable", "CAB", true), ("Alpha Cable", "lpha", false),
        ("Alpha Cable", "alpha cable", true), ("Alpha Cable", "cab al", true), ("Alpha Cable", "alpha x", false),
        ("DeltaCoop", "coop", true), ("DeltaCoop", "deltac", true), ("DeltaCoop", "elta", false),
        ("Télé-Québec", "tele", true), ("Télé-Québec", "queb", true), ("Tele Quebec", "télé", true),
        ("Ørsted Straße", "ors", true), ("A&B (West)", "west", true), ("東京ケーブル", "東京", true), ("Alpha", " ", true),
    ])
    func matchesBeginningsOfWords(name: String, query: String, isFound: Bool) throws {
        let choice = try Sample.choice([Sample.provider("id", name)])
        #expect(choice.visibility(query: query) == [isFound])
    }

    @Test func emptyQueryShowsAll() throws {
        #expect(try Sample.choice(Sample.providers).visibility(query: "") == [true, true, true, true])
    }

    @Test func thousandProvidersAreSearchedAtOnce() throws {
        let choice = try Sample.choice((0..<1000).map { Sample.provider("p\($0)", "Télévision Number \($0)") })
        let clock = ContinuousClock()
        let time = clock.measure { _ = choice.visibility(query: "télé 99") }
        // Debug builds on slow machines included; the release build needs less than a millisecond.
        #expect(time < .milliseconds(500))
        #expect(choice.visibility(query: "tele 99").count { $0 } == 11)
    }
}
