import Testing

@testable import TVWorld

@Suite("Scenarios")
struct ScenarioTests {
    /// The members of a scenario's document after its schema and name.
    static func scenario(_ members: String = "", extending parent: Scenario? = nil) throws(ScenarioError) -> Scenario {
        let text = #"{"schema": "vsa-scenario/1", "name": "test""# + (members.isEmpty ? "" : ", " + members) + "}"
        guard let document = try? JSON(parsing: text.utf8) else { throw ScenarioError(problems: []) }
        return try Scenario(document: document, extending: parent)
    }

    /// All of the keys of the reference.
    static let everything = #"""
        "extends": "default", "seed": 42,
        "clock": {"device": {"offset": "31d"}, "service": {"frozen": "2026-03-01T18:00:00Z"}},
        "apps": [{"id": "com.example.player", "name": "Example Player", "access": "not-determined"},
                 {"id": "com.example.news", "access": "granted"}],
        "providers": [
          {"id": "alpha.example", "name": "Alpha", "login": "password", "silent-renewal": true, "preauthorize-limit": 7},
          {"id": "zeta.example", "mvpd": "ZetaTV", "boarding": "picker"}],
        "subscribers": [
          {"provider": "alpha.example", "username": "alice", "channels": ["news", "adult"], "attributes": {"zip": ["1"]}},
          {"provider": "zeta.example", "username": "zoe"}],
        "account": {"provider": "alpha.example", "subscriber": "alice", "expires-in": "2h"}, "region": "DE",
        "answers": [
          {"on": "access", "app": "com.example.player", "answer": "granted", "delay": "800ms"},
          {"on": "picker", "answer": "zeta.example"}, {"on": "sign-in", "provider": "alpha.example", "answer": "alice"},
          {"on": "sign-in", "answer": "wrong-password", "times": 0}],
        "unanswered": "dismiss",
        "faults": [
          {"id": "slow", "at": "vsa.metadata", "delay": "1200ms", "jitter": "300ms", "times": 2},
          {"id": "stale", "at": "vsa.saml", "app": "com.example.news", "saml": "expired"},
          {"id": "refuse", "at": "vsa.metadata", "error": "Rejected", "during": {"from": "5m", "for": "2m"}},
          {"at": "vsa.access", "hang": true}, {"id": "down", "at": "service.authorize", "status": 503, "after": 3},
          {"id": "flaky", "at": "vsa.any", "hang": true, "percent": 30}, {"id": "narrow", "at": "service.any", "bandwidth": 50},
          {"id": "cut", "at": "service.config", "disconnect": true, "times": 1}],
        "developer": {"simulate-expired-token": true, "cache-buster": false, "set-top-box-provider": "alpha.example"},
        "requestors": [
          {"id": "REF30", "authn-ttl": {"tvos": "90d"}, "authz-ttl": "12h", "denial-limit": {"count": 5},
           "metadata-encryption": {"certificate": "none", "fields": ["zip"]}, "profiles": {}}],
        "applications": [{"id": "player", "requestor": "REF30", "platforms": ["ios"], "revoked": true}],
        "temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "ttl": "1h"}],
        "integrations": [{"requestor": "REF30", "provider": "zeta.example", "sso": {"ios": false}},
                         {"requestor": "REF30", "provider": "alpha.example", "degraded": "authn-all"}],
        "expect": [
          {"event": "library.setAuthenticationStatus", "with": {"status": 1, "code": ""}, "within": "5s"},
          {"event": "library.status", "with": {"errorId": "N004"}, "count": 0}]
        """#

    @Test("an empty scenario is the built-in world with nothing granted")
    func nothing() throws {
        var expected = Scenario.default
        expected.name = "test"
        #expect(try Self.scenario() == expected)
    }

    @Test("every key is applied, on top of the built-in world")
    func everything() throws {
        let scenario = try Self.scenario(Self.everything)
        #expect(scenario.seed == 42 && scenario.deviceClock == .offset(milliseconds: 31 * 86_400_000))
        #expect(scenario.serviceClock == .frozen(milliseconds: 1_772_388_000_000))
        #expect(scenario.apps.map(\.access) == [.notDetermined, .granted] && scenario.apps[0].name == "Example Player")
        #expect(scenario.world.providers.count == 7 && scenario.world.region == "DE")
        let alpha = try #require(scenario.world.provider(id: "alpha.example"))
        #expect(alpha.name == "Alpha" && alpha.mvpd == "AlphaCable" && alpha.hasSilentRenewal && alpha.preauthorizeLimit == 7)
        let alice = try #require(scenario.world.subscriber(provider: "alpha.example", username: "alice"))
        #expect(alice.channels == ["news", "adult"] && alice.attributes["channelID"] == .list(["news", "adult"]))
        #expect(alice.userID == "u-1001-alice" && alice.attributes["zip"] == .list(["1"]))
        #expect(scenario.world.resources == ["news", "sports", "kids", "movies", "adult"])
        #expect(scenario.account == .init(provider: "alpha.example", subscriber: "alice", lifetime: 7_200))
        #expect(
            scenario.answers == [
                .init(.access, "granted", application: "com.example.player", delay: 800), .init(.picker, "zeta.example"),
                .init(.signIn, "alice", provider: "alpha.example"), .init(.signIn, "wrong-password", times: 0),
            ])
        #expect(scenario.unanswered == .dismiss)
        #expect(
            scenario.faults == [
                Fault(id: "slow", point: .metadata, delay: 1_200, jitter: 300, times: 2),
                Fault(id: "stale", point: .deviceSAML, application: "com.example.news", effect: .saml(.expired)),
                Fault(id: "refuse", point: .metadata, effect: .error("Rejected"), from: 300, duration: 120),
                Fault(id: "fault-4", point: .access, effect: .hang),
                Fault(id: "down", point: .authorize, effect: .status(503), after: 3),
                Fault(id: "flaky", point: .device, effect: .hang, percent: 30),
                Fault(id: "narrow", point: .service, bandwidth: 50),
                Fault(id: "cut", point: .configuration, effect: .disconnect, times: 1),
            ])
        #expect(scenario.developer == [.simulateExpiredToken: .flag(true), .setTopBoxProvider: .text("alpha.example")])
        let requestor = try #require(scenario.world.requestor(id: "REF30"))
        #expect(requestor.authenticationLifetime == 30 * 86_400 && requestor.authorizationLifetime == 12 * 3_600)
        #expect(requestor.platformAuthenticationLifetimes == [.tvos: 90 * 86_400] && requestor.denialLimit == 5)
        #expect(requestor.denialPeriod == 60 && requestor.metadataEncryption == nil && requestor.domains == ["example.com"])
        #expect(scenario.applications == [.init(id: "player", requestor: "REF30", platforms: [.ios], isRevoked: true)])
        #expect(scenario.world.temporaryPasses.map(\.lifetime) == [3_600])
        #expect(scenario.world.integration(requestor: "REF30", mvpd: "ZetaTV")?.singleSignOn == [.tvos])
        let integration = try #require(scenario.world.integration(requestor: "REF30", mvpd: "AlphaCable"))
        #expect(integration.degradation == .authenticateAll && integration.singleSignOn == [.ios, .tvos])
        #expect(integration.authenticationLifetime(on: .tvos, of: requestor) == 90 * 86_400)
        #expect(integration.authenticationLifetime(on: .ios, of: requestor) == 30 * 86_400)
        #expect(
            scenario.expectations == [
                EventExpectation(
                    event: "library.setAuthenticationStatus",
                    conditions: [.init("status", .integer(1)), .init("code", "")], withinMilliseconds: 5_000),
                EventExpectation(event: "library.status", conditions: [.init("errorId", "N004")], count: 0),
            ])
    }

    @Test("the document of a scenario is complete: it returns an equal scenario, and the same document again")
    func document() throws {
        for scenario in [Scenario.default, try Self.scenario(Self.everything)] {
            let again = try Scenario(document: Array(scenario.document.serialized.utf8))
            #expect(again == scenario)
            #expect(again.document == scenario.document)
        }
    }

    @Test("extends none inherits nothing, otherwise everything of the other scenario")
    func extends() throws {
        #expect(try Self.scenario(#""extends": "none""#) == Scenario(name: "test", world: World()))
        let parent = try Self.scenario(Self.everything)
        var child = try Self.scenario(#""extends": "parent", "account": null, "answers": []"#, extending: parent)
        #expect(child.account == nil && child.answers.isEmpty)
        (child.account, child.answers) = (parent.account, parent.answers)
        #expect(child == parent)
    }

    @Test("an account at another provider does not inherit the subscriber")
    func otherAccount() throws {
        let parent = try Self.scenario(Self.everything)
        let child = try Self.scenario(#""account": {"provider": "zeta.example"}"#, extending: parent)
        #expect(child.account?.subscriber == nil && child.account?.lifetime == parent.account?.lifetime)
    }

    @Test("a temporary pass that becomes basic, and a provider without API, do not inherit what they cannot have")
    func otherKind() throws {
        let parent = try Self.scenario(
            #"""
            "temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "kind": "promotional", "ttl": "1h", "resources": 3, "key": "k"}],
            "providers": [{"id": "alpha.example", "name": "A", "authentication-schemes": ["API"], "api-response": "x"}]
            """#)
        let child = try Self.scenario(
            #"""
            "temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "kind": "basic"}],
            "providers": [{"id": "alpha.example", "authentication-schemes": ["SAML"]}]
            """#, extending: parent)
        let pass = try #require(child.world.temporaryPasses.first)
        #expect(pass.kind == .basic && pass.lifetime == 3_600 && pass.resourceLimit == nil && pass.identityKey == "email")
        let provider = try #require(child.world.provider(id: "alpha.example"))
        #expect(provider.applicationInterfaceBody == nil && provider.name == "A")
        let both = try Self.scenario(
            #""providers": [{"id": "alpha.example", "authentication-schemes": ["SAML", "API"]}]"#, extending: parent)
        #expect(both.world.provider(id: "alpha.example")?.applicationInterfaceBody == "x")
    }

    @Test("an inherited in-line-up that merely follows the boarding status follows a new one")
    func lineUp() throws {
        let child = try Self.scenario(
            #"""
            "providers": [{"id": "alpha.example", "boarding": "none"}, {"id": "gamma.example", "boarding": "supported"},
                          {"id": "delta.example", "boarding": "none", "line-up": true}, {"id": "beta.example", "in-line-up": false}]
            """#)
        func isListed(_ id: String, in scenario: Scenario) -> Bool? { scenario.world.provider(id: id)?.isInLineUp }
        #expect(isListed("alpha.example", in: child) == false && isListed("gamma.example", in: child) == true)
        #expect(isListed("delta.example", in: child) == true && isListed("beta.example", in: child) == false)
        // Those that were set stay.
        let grandchild = try Self.scenario(
            #"""
            "providers": [{"id": "delta.example", "boarding": "none"}, {"id": "beta.example", "boarding": "supported"}]
            """#, extending: child)
        #expect(isListed("delta.example", in: grandchild) == true && isListed("beta.example", in: grandchild) == false)
    }

    @Test("the single sign-on of an inherited integration that merely follows the boarding status follows a new one")
    func singleSignOn() throws {
        let child = try Self.scenario(
            #"""
            "providers": [{"id": "alpha.example", "boarding": "none"}, {"id": "beta.example", "boarding": "none"},
                          {"id": "gamma.example", "boarding": "supported"}, {"id": "delta.example", "boarding": "picker"}],
            "integrations": [{"requestor": "REF30", "provider": "beta.example", "sso": {"tvos": true}}]
            """#)
        func platforms(_ mvpd: String, in scenario: Scenario, of requestor: String = "REF30") -> Set<Platform>? {
            scenario.world.integration(requestor: requestor, mvpd: mvpd)?.singleSignOn
        }
        #expect(platforms("AlphaCable", in: child) == [] && platforms("AlphaCable", in: child, of: "REF60") == [])
        #expect(platforms("GammaSat", in: child) == [.ios, .tvos] && platforms("BetaFiber", in: child) == [.tvos])
        // One that was set stays.
        #expect(platforms("DeltaCoop", in: child) == [])
        let grandchild = try Self.scenario(
            #""providers": [{"id": "beta.example", "boarding": "supported"}, {"id": "gamma.example", "name": "G"}]"#,
            extending: child)
        #expect(platforms("BetaFiber", in: grandchild) == [.tvos] && platforms("GammaSat", in: grandchild) == [.ios, .tvos])
    }

    @Test("a fault without a name gets one that no other fault has, of the parent or of the same list")
    func faultNames() throws {
        func faults(_ names: [String?]) -> String {
            let elements = names.map { name in
                "{" + (name.map { #""id": "\#($0)", "# } ?? "") + #""point": "device.access", "hang": true}"#
            }
            return #""faults": [\#(elements.joined(separator: ", "))]"#
        }
        let parent = try Self.scenario(faults(["fault-2", nil, "fault-5"]))
        #expect(parent.faults.map(\.id) == ["fault-2", "fault-3", "fault-5"])
        let child = try Self.scenario(faults([nil, nil, "fault-6"]), extending: parent)
        #expect(child.faults.map(\.id) == ["fault-2", "fault-3", "fault-5", "fault-4", "fault-7", "fault-6"])
    }

    @Test("the settings of a clock and a fault replace the previous ones")
    func oneValue() throws {
        let parent = try Self.scenario(Self.everything)
        let child = try Self.scenario(
            #""clock": {"device": {"frozen": "2026-03-01T18:00:00Z"}}, "faults": [{"id": "cut", "status": 500}]"#,
            extending: parent)
        #expect(child.deviceClock == parent.serviceClock && child.serviceClock == parent.serviceClock)
        #expect(child.faults.last == Fault(id: "cut", point: .configuration, effect: .status(500), times: 1))
        let both = try Self.scenario(#""clock": {"offset": "-90s"}"#, extending: parent)
        #expect(both.deviceClock == .offset(milliseconds: -90_000) && both.serviceClock == both.deviceClock)
    }

    @Test(
        "dates of RFC 3339",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-03-01T19:00:00.25+01:00", 1_772_388_000_250), ("1969-12-31T23:59:59.999Z", -1),
            ("2000-02-29t12:00:00z", 951_825_600_000), ("2026-02-29T00:00:00Z", nil), ("2026-03-01", nil),
            ("2026-13-01T00:00:00Z", nil), ("2026-03-01T00:00:00", nil), ("2026-03-01T00:00:00+1:00", nil), ("", nil),
        ] as [(String, Int64?)])
    func dates(text: String, milliseconds: Int64?) throws {
        let members = #""clock": {"frozen": "\#(text)"}"#
        guard let milliseconds else {
            #expect(throws: ScenarioError.self) { try Self.scenario(members) }
            return
        }
        let scenario = try Self.scenario(members)
        #expect(scenario.deviceClock == .frozen(milliseconds: milliseconds))
        #expect(try Scenario(document: scenario.document) == scenario)
    }
}
