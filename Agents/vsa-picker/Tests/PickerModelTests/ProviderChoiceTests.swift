import PickerModel
import Testing

@Suite struct ProviderChoiceTests {
    @Test func featuredRowsComeFirstInTheAppsOrder() throws {
        let choice = try Sample.choice(
            Sample.providers, ["featured": .texts(["delta.example", "unknown.example", "beta.example", "delta.example"])])
        #expect(choice.rows.map(\.identifier) == ["delta.example", "beta.example", "alpha.example", "gamma.example"])
        #expect(choice.featuredCount == 2)
    }

    @Test func featuredFlagWithoutAPlaceComesAfterThoseWithOne() throws {
        let providers = [
            Sample.provider("a", "A", ["featured": .flag(true)]), Sample.provider("b", "B"), Sample.provider("c", "C"),
        ]
        let choice = try Sample.choice(providers, ["featured": .texts(["c"])])
        #expect(choice.rows.map(\.identifier) == ["c", "a", "b"])
        #expect(choice.featuredCount == 2)
    }

    @Test func setTopBoxRowStaysAboveTheFeaturedOnes() throws {
        let choice = try Sample.choice(Sample.providers, ["featured": .texts(["beta.example", "gamma.example"])])
        #expect(
            choice.rows.map(\.identifier) == ["alpha.example", "beta.example", "gamma.example", "delta.example"])
        #expect(choice.leadingCount == 1)
        #expect(choice.featuredCount == 2)
    }

    @Test(arguments: [[], ["alpha.example", "beta.example"], ["gamma.example", "beta.example"]])
    func rowsInTheOrderOfTheDaemonHaveNoLeadingOne(featured: [String]) throws {
        let choice = try Sample.choice(Sample.providers, ["featured": .texts(featured)])
        #expect(choice.leadingCount == 0)
        #expect(choice.featuredCount == featured.count)
    }

    @Test func otherRowsKeepTheirOrder() throws {
        #expect(try Sample.choice(Sample.providers).rows.map(\.name) == ["Alpha Cable", "Beta Fiber", "Gamma Sat", "DeltaCoop"])
    }

    @Test func otherProviderIsOfferedUnlessTheAppHasRowsOfItsOwn() throws {
        #expect(try Sample.choice(Sample.providers).offersOther)
        let own = Sample.provider("own", "Own", ["application-provider": .flag(true)])
        #expect(try !Sample.choice(Sample.providers + [own]).offersOther)
        #expect(try !Sample.choice(Sample.providers, ["other": .flag(false)]).offersOther)
    }

    @Test func rowsSayWhatIsSpecialAboutThem() throws {
        let rows = try Sample.choice([
            Sample.provider("a", "A", ["supported": .flag(false)]),
            Sample.provider("b", "B", ["application-provider": .flag(true), "supported": .flag(false)]),
            Sample.provider("c", "C", ["developer": .flag(true)]), Sample.provider("d", "D"),
        ]).rows
        #expect(
            rows.map(\.note) == [
                "Not supported by Example Player", "Sign in within Example Player", "Developer provider", nil,
            ])
    }

    @Test func secondRowWithAnIdentifierIsLeftOut() throws {
        let choice = try Sample.choice([Sample.provider("a", "First"), Sample.provider("a", "Second")])
        #expect(choice.rows.map(\.name) == ["First"])
    }

    @Test func identifierStandsForANameThatShowsNothing() throws {
        #expect(try Sample.choice([Sample.provider("a.example", "\u{202E}\u{200B}")]).rows[0].name == "a.example")
    }

    @Test func purposeNamesTheVideoAndTheApp() throws {
        #expect(try Sample.choice([], ["video-title": .text("The Match")]).purpose == "to watch “The Match” in Example Player")
        #expect(try Sample.choice([]).purpose == "for Example Player")
    }

    @Test(arguments: [
        (["featured": BusValue.text("a")], "featured"), (["message": .flag(true)], "message"),
        (["video-title": .other(signature: "ay")], "video-title"), (["request": .number(1)], "request"),
        (["other": .text("yes")], "other"),
    ])
    func wrongTypeNamesTheKey(details: [String: BusValue], key: String) throws {
        let error = #expect(throws: InvalidDetails.self) { try Sample.choice(Sample.providers, details) }
        #expect(error?.field == key)
    }

    @Test func rowWithoutIdentifierIsRefused() throws {
        let error = #expect(throws: InvalidDetails.self) { try Sample.choice([Details(["name": .text("A")])]) }
        #expect(error?.field == "provider-identifier")
    }
}
