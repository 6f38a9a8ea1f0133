import TVWorld
import Testing

@testable import VSAControl

@Suite("durations, dates and names")
struct TextTests {
    @Test("a member that a daemon does not accept is named by its option")
    func options() {
        func named(_ field: String?, _ problem: String, _ options: [String: OptionName]) -> String {
            let message = [field, problem].compactMap(\.self).joined(separator: " ")
            return Failure(.invalidData, message, field: field).naming(options).message
        }
        let requestor = RequestorCommand.Set.optionNames
        #expect(named("authnTTL", "takes a whole number.", requestor) == "--authn-ttl takes a time from 1s to 36525d")
        #expect(named("mediaTTL", "takes a whole number.", requestor) == "--media-ttl takes a time from 1s to 365d")
        #expect(named("denialLimit", "takes 0 to 9.", requestor) == "--denial-limit takes 0 to 9.")
        #expect(named("domainsX", "takes nothing.", requestor) == "domainsX takes nothing.")
        #expect(named(nil, "domains takes nothing.", requestor) == "domains takes nothing.")
        let integration = IntegrationCommand.Set.optionNames
        #expect(named("platformAuthnTTL.ios", "takes 1.", integration) == "--authn-ttl takes a time from 1s to 36525d")
        let key = named("publicKey", "takes PEM of an RSA key.", IdentityKeyCommand.Add.optionNames)
        #expect(key == "--key takes a public key in PEM: RSA with at least 2048 bits, or P-256")
        let signIn = named("expires-in", "must be 0 to 9 seconds.", AccountCommand.SignIn.optionNames)
        #expect(signIn == "--expires-in takes a time up to 36525d")
        let provider = DeveloperProviderCommand.Edit.optionNames
        #expect(named("provider-identifier", "must be unique.", provider) == "--new-id must be unique.")
        let app = named("usage-description", "must be at most 9 bytes", ActingAsApp.optionNames)
        #expect(app == "--usage-description must be at most 9 bytes")
        for (field, expected) in [
            ("delay", "--delay takes a time up to 1d"), ("jitter", "--jitter takes a time up to 1d"),
            ("from", "--from takes a time up to 36525d"), ("for", "--for takes a time up to 36525d"),
            ("times", "--times must be 0 to 9"), ("saml", "--saml must be 0 to 9"), ("applicationId", "--app must be 0 to 9"),
            ("at", "at must be 0 to 9"),
        ] {
            #expect(named(field, "must be 0 to 9", FaultAdd.optionNames) == expected)
        }
        #expect(named("name", "takes a string.", ClientCommand.Register.optionNames) == "<name> takes a string.")
        #expect(named("name", "takes a string.", StatementCommand.Issue.optionNames) == "--name takes a string.")
    }

    @Test(
        "a moment is an existing date of RFC 3339, in any year of a clock",
        arguments: [
            ("0001-01-01T00:00:00Z", ClockSetting.representable.lowerBound), ("1970-01-01T00:00:00.250Z", 250),
            ("2026-03-01T18:00:00Z", 1_772_388_000_000), ("2026-03-01T19:00:00.5+01:00", 1_772_388_000_500),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("9979-12-31T23:59:59.999Z", ClockSetting.representable.upperBound),
            ("0000-01-01T00:00:00Z", nil), ("9999-12-31T23:59:59Z", nil), ("99999-01-01T00:00:00Z", nil),
            ("2023-02-29T00:00:00Z", nil), ("2026-03-01T24:00:00Z", nil), ("2026-03-01T18:00:00+24:00", nil),
            ("2026-03-01T18:00:00+0100", nil), ("2026-03-01T18:00:00", nil), ("2026-03-01", nil), ("tomorrow", nil), ("", nil),
        ] as [(String, Int64?)])
    func moments(text: String, milliseconds: Int64?) {
        #expect(Moment(argument: text)?.milliseconds == milliseconds)
    }

    @Test("an element is found by the first kind of name that matches; an empty name does not match")
    func elements() throws {
        let providers = [ProviderRecord(id: "b", name: "B", mvpd: "a"), ProviderRecord(id: "a", name: "A", mvpd: "")]
        #expect(try providers.element(named: "a", by: \.id, \.mvpd, as: "provider").name == "A")
        #expect(try providers.element(named: "a", by: \.mvpd, \.id, as: "provider").name == "B")
        #expect(throws: Failure.noSuch("provider", "", known: ["a", "b"])) {
            try providers.element(named: "", by: \.id, \.mvpd, as: "provider")
        }
    }

    @Test("failures contain the reason and advice")
    func failures() {
        let near = Failure.noSuch("provider", "alfa.example", known: ["alpha.example"])
        #expect(near.status.rawValue == 10)
        #expect(near.text == "vsactl: no such provider: alfa.example\n  Did you mean alpha.example?")
        let far = Failure.noSuch("provider", "zzz", known: ["beta.example", "alpha.example"])
        #expect(far.text == "vsactl: no such provider: zzz\n  Known: alpha.example, beta.example.")
        let many = (10...99).map { "scenario-\($0)" }
        let listed = Failure.noSuch("scenario", "zzz", known: many, listing: "vsactl scenario list")
        #expect(listed.text == "vsactl: no such scenario: zzz\n  90 are known: vsactl scenario list")
        let nearest = Failure.noSuch("scenario", "scenario-1", known: many, listing: "vsactl scenario list")
        #expect(nearest.advice == "Did you mean scenario-10?\nAll of them: vsactl scenario list")
        #expect(Failure.noSuch("detail", "zzz", known: many).advice?.hasSuffix("scenario-20, scenario-21.") == true)
        let beginning = Failure.noSuch("scenario", "sso-3", known: ["sso-3.8-b", "sso-3.7-a", "sso-1.1"])
        #expect(beginning.advice == "Did you mean sso-3.7-a or sso-3.8-b?")
        #expect(Failure.noSuch("scenario", "sso-3", known: ["sso-3.8-b", "sso-1.1"]).advice == "Did you mean sso-3.8-b?")
        #expect(Failure.noSuch("scenario", "", known: ["a"]).message == "no such scenario: ''")
        #expect(Failure.noSuch("app", "zzz", known: []).text == "vsactl: no such app: zzz\n  No app is known yet.")
        #expect(Failure(.failed, "it broke").text == "vsactl: it broke")
    }
}
