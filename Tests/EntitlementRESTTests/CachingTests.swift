import EntitlementREST
import Foundation
import Testing

@Suite("What is cached, and for how long")
struct CachingTests {
    private let fixture = Fixture()
    private let configuration = "GET /api/v2/REF30/configuration"
    private let profiles = "GET /api/v2/REF30/profiles"
    private let profile = "GET /api/v2/REF30/profiles/Cable"
    private let preauthorize = "POST /api/v2/REF30/decisions/preauthorize/Cable"

    @Test("the configuration is requested again after three minutes, and by a new client", arguments: [(179.0, 1), (180.0, 2)])
    func configurationLife(seconds: Double, requests: Int) async throws {
        fixture.service.answer(configuration, .json(200, #"{"requestor":{"id":"REF30","mvpds":[]}}"#))
        let client = fixture.client()
        _ = try await client.configuration()
        fixture.clock.advance(seconds)
        _ = try await client.configuration()
        #expect(fixture.service.count(configuration) == requests)
        _ = try await fixture.client().configuration()
        #expect(fixture.service.count(configuration) == requests + 1)
    }

    @Test("a clock that is set back does not keep the configuration for ever")
    func clockSetBack() async throws {
        fixture.service.answer(configuration, .json(200, #"{"requestor":{"id":"REF30","mvpds":[]}}"#))
        let client = fixture.client()
        _ = try await client.configuration()
        fixture.clock.advance(-86_400)
        _ = try await client.configuration()
        #expect(fixture.service.count(configuration) == 2)
    }

    @Test("the sign-in is stored with the provider's name, and requested again at the next start")
    func storedSignIn() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(profile, .json(200, Sample.profiles(Sample.profile(user: "renamed"))))
        fixture.service.answer(
            configuration,
            .json(
                200,
                #"{"requestor":{"id":"REF30","mvpds":[{"id":"Cable","displayName":"Cable TV","logoUrl":"https://a.example/c"}]}}"#
            ))
        let first = fixture.client()
        _ = try await first.profiles()
        _ = try await first.configuration()

        let second = fixture.client()
        let remembered = try #require(await second.rememberedSignIn())
        #expect(remembered.mvpd == "Cable" && remembered.displayName == "Cable TV")
        #expect(remembered.logoURL?.absoluteString == "https://a.example/c")
        #expect(remembered.profile?.attributes["userID"]?.value == .text("user"))
        #expect(fixture.service.count(profile) == 0, "nothing was asked")

        #expect(try await second.currentProfile()?.attributes["userID"]?.value == .text("renamed"))
        _ = try await second.currentProfile()
        #expect(fixture.service.count(profile) == 1)
        #expect(await second.rememberedSignIn()?.displayName == "Cable TV")
    }

    @Test("a permit is only for the requested spelling of the resource, as at the service")
    func spellings() async throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        fixture.service.answer(
            preauthorize, .json(200, Sample.decisions(Sample.permit(composed, token: false))),
            .json(200, Sample.decisions(Sample.denial(decomposed, "preauthorization_denied_by_mvpd"))))
        let client = fixture.client()
        #expect(try await client.preauthorize([composed], at: "Cable").map(\.isAuthorized) == [true])
        #expect(try await client.preauthorize([composed, decomposed], at: "Cable").map(\.isAuthorized) == [true, false])
        #expect(fixture.service.count(preauthorize) == 2)
    }

    @Test("a profile that has ended is requested again")
    func endedProfile() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(profile, .json(200, Sample.profiles()))
        let client = fixture.client()
        #expect(try await client.currentProfile() != nil)
        fixture.clock.advance(3_599)
        #expect(try await client.currentProfile() != nil)
        #expect(fixture.service.count(profile) == 0)
        fixture.clock.advance(1)
        #expect(try await client.currentProfile() == nil)
        #expect(try await client.currentProfile() == nil)
        #expect(fixture.service.count(profile) == 1)
        #expect(await client.rememberedSignIn()?.mvpd == "Cable", "the user's choice remains")
    }

    @Test("of several profiles the chosen provider's counts, else the newest")
    func chosen() async throws {
        let older = Sample.profile("Satellite", from: Sample.begin - 1)
        fixture.service.answer(profiles, .json(200, Sample.profiles(older, Sample.profile())))
        let client = fixture.client()
        _ = try await client.profiles()
        #expect(await client.rememberedSignIn()?.mvpd == "Cable")
        let newer = Sample.profile("Satellite", from: Sample.begin + 1)
        fixture.service.answer(profiles, .json(200, Sample.profiles(newer, Sample.profile())))
        _ = try await client.profiles()
        #expect(await client.rememberedSignIn()?.mvpd == "Cable")
    }

    @Test("degraded and temporary profiles do not count as a sign-in", arguments: ["degraded", "temporary"])
    func noSignIn(type: String) async throws {
        fixture.service.answer(profile, .json(200, Sample.profiles(Sample.profile(type: type))))
        let client = fixture.client()
        #expect(try await client.profile(for: "Cable") != nil)
        #expect(await client.rememberedSignIn() == nil)
    }

    @Test("after a denial that recommends a login the profile is requested again, and nobody is logged out")
    func recommendedLogin() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(profile, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(
            "POST /api/v2/REF30/decisions/authorize/Cable",
            .json(200, Sample.decisions(Sample.denial("a", "identity_not_recognized_by_mvpd", action: "authentication"))))
        let client = fixture.client()
        _ = try await client.currentProfile()
        _ = try await client.authorize(["a"], at: "Cable")
        #expect(await client.rememberedSignIn()?.profile != nil)
        _ = try await client.currentProfile()
        #expect(fixture.service.count(profile) == 1)
        #expect(!fixture.service.lines.contains { $0.contains("/logout") })
    }

    @Test("permits of a preauthorization are cached, denials are not, and the order is the caller's")
    func permits() async throws {
        fixture.service.answer(
            preauthorize,
            .json(
                200,
                Sample.decisions(Sample.permit("a", token: false), Sample.denial("b", "preauthorization_denied_by_mvpd"))),
            .json(200, Sample.decisions(Sample.permit("b", token: false), Sample.permit("c", token: false))))
        let client = fixture.client()
        #expect(try await client.preauthorize(["b", "a", "a"], at: "Cable").map(\.resource) == ["b", "a"])
        let second = try await client.preauthorize(["a", "b", "c"], at: "Cable")
        #expect(second.map(\.resource) == ["a", "b", "c"] && second.allSatisfy(\.isAuthorized))
        #expect(try await client.preauthorize(["c", "a"], at: "Cable").map(\.resource) == ["c", "a"])
        #expect(
            fixture.service.requests.map(\.text) == [#"{"resources":["b","a"]}"#, #"{"resources":["b","c"]}"#])
    }

    @Test(
        "permits end with the profile; those of a temporary pass or a degradation rule are not cached",
        arguments: ["mvpd", "temppass", "degradation"])
    func permitsOf(source: String) async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(
            preauthorize,
            .json(
                200,
                Sample.decisions(
                    Sample.permit("a", token: false).replacing(#""source":"mvpd""#, with: #""source":"\#(source)""#))))
        let client = fixture.client()
        _ = try await client.profiles()
        _ = try await client.preauthorize(["a"], at: "Cable")
        fixture.clock.advance(3_599)
        _ = try await client.preauthorize(["a"], at: "Cable")
        #expect(fixture.service.count(preauthorize) == (source == "mvpd" ? 1 : 2))
        fixture.clock.advance(1)
        _ = try await client.preauthorize(["a"], at: "Cable")
        #expect(fixture.service.count(preauthorize) == (source == "mvpd" ? 2 : 3))
    }

    @Test("a new sign-in, its loss and a logout end the permits", arguments: ["other user", "lost", "logout"])
    func permitsEnd(cause: String) async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(preauthorize, .json(200, Sample.decisions(Sample.permit("a", token: false))))
        fixture.service.answer(
            "GET /api/v2/REF30/logout/Cable", .json(200, #"{"logouts":{"Cable":{"actionName":"complete"}}}"#))
        let client = fixture.client()
        _ = try await client.profiles()
        _ = try await client.preauthorize(["a"], at: "Cable")
        _ = try await client.profiles()
        _ = try await client.preauthorize(["a"], at: "Cable")
        #expect(fixture.service.count(preauthorize) == 1, "the same sign-in")
        switch cause {
        case "other user":
            fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile(user: "other"))))
            _ = try await client.profiles()
        case "lost":
            fixture.service.answer(profiles, .json(200, Sample.profiles()))
            _ = try await client.profiles()
        default: _ = try await client.logout(from: "Cable")
        }
        _ = try await client.preauthorize(["a"], at: "Cable")
        #expect(fixture.service.count(preauthorize) == 2)
    }

    @Test("answers of authorize are never cached")
    func authorizations() async throws {
        let request = "POST /api/v2/REF30/decisions/authorize/Cable"
        fixture.service.answer(request, .json(200, Sample.decisions(Sample.permit("a"))))
        let client = fixture.client()
        _ = try await client.authorize(resource: "a", at: "Cable")
        _ = try await client.authorize(resource: "a", at: "Cable")
        #expect(fixture.service.count(request) == 2)
    }

    @Test("after a logout without an answer the profile is requested again, and permits are not used any more")
    func lostLogout() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(profile, .json(200, Sample.profiles()))
        fixture.service.answer(preauthorize, .json(200, Sample.decisions(Sample.permit("a", token: false))))
        fixture.service.answer("GET /api/v2/REF30/logout/Cable", .lost)
        let client = fixture.client()
        _ = try await client.currentProfile()
        _ = try await client.preauthorize(["a"], at: "Cable")
        await #expect(throws: EntitlementClientError.self) { try await client.logout(from: "Cable") }
        _ = try await client.preauthorize(["a"], at: "Cable")
        #expect(fixture.service.count(preauthorize) == 2)
        #expect(try await client.currentProfile() == nil)
    }

    @Test("a logout removes what is stored about the sign-in")
    func logout() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile())))
        fixture.service.answer(
            "GET /api/v2/REF30/logout/Cable", .json(200, #"{"logouts":{"Cable":{"actionName":"partner_logout"}}}"#))
        let client = fixture.client()
        _ = try await client.profiles()
        #expect(try await client.logout(from: "Cable") == .partner)
        #expect(await client.rememberedSignIn() == nil)
        #expect(await fixture.client().rememberedSignIn() == nil)
    }
}
