import Testing

@testable import TVWorld

@Suite("World documents")
struct WorldDocumentTests {
    private func world(_ text: String) throws -> World { try World(document: Array(text.utf8)) }

    /// A small world with one member added by name.
    private func document(
        root: String = "", provider: String = "", subscriber: String = "", requestor: String = "", integration: String = ""
    ) -> String {
        """
        {"schema": "vsa-world/1",
         "providers": [{"id": "one.tv", "mvpd": "One"\(provider)}, {"id": "two.tv", "mvpd": "Two"}],
         "subscribers": [{"provider": "one.tv", "username": "zoë", "channels": ["a", "b"]\(subscriber)}],
         "requestors": [{"id": "R1"\(requestor)}],
         "integrations": [{"requestor": "R1", "provider": "one.tv"\(integration)}]\(root)}
        """
    }

    @Test("the built-in world's document returns the built-in world again")
    func builtIn() throws {
        #expect(try World(document: Array(World.builtIn.document.serialized.utf8)) == .builtIn)
    }

    @Test("an empty world is valid; its region is US")
    func empty() throws {
        #expect(try world(#"{"schema":"vsa-world/1"}"#) == World())
    }

    @Test("a subscriber without a household is one: householdID is the userID")
    func household() {
        func household(_ attributes: [String: AttributeValue]) -> AttributeValue? {
            Subscriber(provider: "one.tv", username: "zoë", password: "zoë", attributes: attributes, channels: [])
                .attributes["householdID"]
        }
        #expect(household([:]) == .text("zoë"))
        #expect(household(["userID": .text("u-1")]) == .text("u-1"))
        #expect(household(["userID": .text("u-1"), "householdID": .text("h-1")]) == .text("h-1"))
    }

    @Test("omitted values have the usual defaults")
    func defaults() throws {
        let world = try world(document())
        let provider = try #require(world.provider(mvpd: "One"))
        #expect(provider == Provider(id: "one.tv", name: "one.tv", mvpd: "One"))
        let subscriber = try #require(world.subscriber(provider: "one.tv", username: "zoë"))
        #expect(subscriber.password == "zoë" && subscriber.userID == "zoë" && !subscriber.isSuspended)
        #expect(subscriber.attributes == ["channelID": .list(["a", "b"]), "householdID": .text("zoë")])
        #expect(world.requestor(id: "R1") == Requestor(id: "R1", name: "R1", domains: []))
        #expect(world.integrations == [Integration(requestor: "R1", mvpd: "One")])
        #expect(world.resources == ["a", "b"])
    }

    /// A world whose every field differs from the default.
    private func worldWithEveryField() throws -> World {
        try world(
            document(
                root: #", "region": "DE", "supported-regions": ["US", "DE"], "resources": ["b", "c d", "a"]"#,
                provider: #"""
                    , "name": "Ünø <&> \"TV\"", "boarding": "picker", "line-up": false, "regions": ["DE"],
                    "authentication-schemes": ["API", "SAML"], "requires-svc": true, "silent-renewal": true,
                    "api-response": "{\n\t\"entitled\": \"ja\"}\r\n",
                    "temporary-pass": false, "per-requestor-authentication": true, "passive": true,
                    "single-logout": false, "attributes": ["zip"],
                    "preauthorize-limit": 7, "logo": "https://one.tv/l.png"
                    """#,
                subscriber: #"""
                    , "password": "geheim", "suspended": true,
                    "attributes": {"userID": "u-1", "hba_status": true, "zip": ["1", "2"], "maxRating": {"MPAA": "G"}}
                    """#,
                requestor: #"""
                    , "name": "Eins", "domains": ["one.tv"], "custom-schemes": ["one+x"], "authn-ttl": "90d", "authz-ttl": 60,
                    "media-ttl": "5m", "enhanced-errors": false, "denial-limit": {"count": 9, "per": "1h"},
                    "device-id-metadata": true
                    """#,
                integration: #"""
                    , "enabled": false, "sso": {"ios": false, "tvos": true}, "degraded": "authz-all", "authn-ttl": "2h",
                    "authz-ttl": 30
                    """#))
    }

    @Test("every field is applied")
    func everything() throws {
        let world = try worldWithEveryField()
        var provider = Provider(
            id: "one.tv", name: "Ünø <&> \"TV\"", mvpd: "One", boarding: .picker, isInLineUp: false, regions: ["DE"],
            authenticationSchemes: [.api, .saml], requiresSystemBrowser: true, hasSilentRenewal: true,
            authenticatesPerRequestor: true, hasSingleLogout: false, attributes: ["zip"], preauthorizeLimit: 7,
            logo: "https://one.tv/l.png")
        provider.authenticatesPassively = true
        provider.applicationInterfaceBody = "{\n\t\"entitled\": \"ja\"}\r\n"
        #expect(world.providers[0] == provider)
        #expect(
            world.subscribers == [
                Subscriber(
                    provider: "one.tv", username: "zoë", password: "geheim",
                    attributes: [
                        "userID": .text("u-1"), "hba_status": .flag(true), "zip": .list(["1", "2"]),
                        "maxRating": .map(["MPAA": "G"]),
                    ], channels: ["a", "b"], isSuspended: true)
            ])
        #expect(
            world.requestors == [
                Requestor(
                    id: "R1", name: "Eins", domains: ["one.tv"], customSchemes: ["one+x"],
                    authenticationLifetime: 90 * 86_400, authorizationLifetime: 60, mediaTokenLifetime: 300,
                    hasEnhancedErrors: false, denialLimit: 9, denialPeriod: 3_600, tellsDeviceID: true)
            ])
        #expect(
            world.integrations == [
                Integration(
                    requestor: "R1", mvpd: "One", isEnabled: false, singleSignOn: [.tvos], degradation: .authorizeAll,
                    authenticationLifetime: 7_200, authorizationLifetime: 30)
            ])
        #expect(world.resources == ["b", "c d", "a"] && world.region == "DE" && world.supportedRegions == ["US", "DE"])
        #expect(try World(document: Array(world.document.serialized.utf8)) == world)
    }

    @Test(
        "single sign-on: one value for both platforms, or the usual one of the boarding status",
        arguments: [
            ("", #", "sso": false"#, []), ("", #", "sso": true"#, [.ios, .tvos]),
            ("", #", "sso": {"ios": false}"#, [.tvos]), (#", "boarding": "none""#, "", []),
            (#", "boarding": "none""#, #", "sso": {"tvos": true}"#, [.tvos]),
        ] as [(String, String, Set<Platform>)])
    func singleSignOn(provider: String, integration: String, expected: Set<Platform>) throws {
        #expect(try world(document(provider: provider, integration: integration)).integrations[0].singleSignOn == expected)
    }

    @Test("temporary passes, preauthorization, home, denials: applied, written, read again")
    func access() throws {
        let world = try world(
            """
            {"schema": "vsa-world/1",
             "providers": [
                {"id": "one.tv", "preauthorize-method": "line-up", "preauthorize-known-only": true, "home-based": true,
                 "scoping": "issuer"},
                {"id": "basic", "temporary-pass": true}, {"id": "promo", "temporary-pass": true}],
             "requestors": [{"id": "R"}],
             "integrations": [
                {"requestor": "R", "provider": "one.tv", "hba-ttl": "1h", "preauthorize-limit": 9, "away": true,
                 "platform-authn-ttl": {"ios": "2h", "tvos": 60}, "platform-authz-ttl": {"tvos": "5m"},
                 "resources": {"adult": {"deny": "authorization_denied_by_mvpd", "message": "No."},
                               "*": {"deny": "network_connection_timeout"}}},
                {"requestor": "R", "provider": "basic"}, {"requestor": "R", "provider": "promo"}],
             "temp-pass": [
                {"requestor": "R", "mvpd": "basic"},
                {"requestor": "R", "mvpd": "promo", "kind": "promotional", "ttl": "1d", "resources": 3, "key": "phone"}]}
            """)
        let provider = world.providers[0]
        #expect(provider.preauthorizationMethod == .lineUp && provider.preauthorizesKnownOnly && provider.isHomeBased)
        #expect(provider.scoping == .issuer)
        let integration = world.integrations[0]
        #expect(integration.homeBasedLifetime == 3_600 && integration.preauthorizeLimit == 9 && integration.isAwayFromHome)
        #expect(
            integration.platformAuthenticationLifetimes == [.ios: 7_200, .tvos: 60]
                && integration.platformAuthorizationLifetimes == [.tvos: 300])
        #expect(
            integration.resources == [
                "adult": ResourceOverride(denial: .byProvider, message: "No."),
                "*": ResourceOverride(denial: .connectionTimeout),
            ])
        #expect(
            world.temporaryPasses == [
                TemporaryPass(requestor: "R", mvpd: "basic"),
                TemporaryPass(
                    requestor: "R", mvpd: "promo", kind: .promotional, lifetime: 86_400, resourceLimit: 3, identityKey: "phone"),
            ])
        #expect(try World(document: Array(world.document.serialized.utf8)) == world)
    }

    @Test("wrong temporary passes and denials: the field, and what it accepts")
    func wrongAccess() {
        func pass(_ members: String) -> String {
            """
            {"schema": "vsa-world/1", "providers": [{"id": "p", "temporary-pass": true}, {"id": "q"}],
             "requestors": [{"id": "R"}], "integrations": [{"requestor": "R", "provider": "p"}, {"requestor": "R", "provider": "q"}],
             "temp-pass": [\(members)]}
            """
        }
        expectError(pass(#"{"requestor":"S","mvpd":"p"}"#), "temp-pass[0].requestor", [#"did you mean "R""#])
        expectError(pass(#"{"requestor":"R","mvpd":"q"}"#), "temp-pass[0].mvpd", [#"did you mean "p""#])
        expectError(pass(#"{"requestor":"R","mvpd":"p","kind":"free"}"#), "temp-pass[0].kind", ["promotional"])
        expectError(pass(#"{"requestor":"R","mvpd":"p","resources":2}"#), "temp-pass[0].resources", ["promotional"])
        expectError(pass(#"{"requestor":"R","mvpd":"p","key":"a"}"#), "temp-pass[0].key", ["promotional"])
        expectError(
            pass(#"{"requestor":"R","mvpd":"p","kind":"promotional","resources":0}"#), "temp-pass[0].resources", ["1 to 1000"])
        expectError(pass(#"{"requestor":"R","mvpd":"p"},{"requestor":"R","mvpd":"p"}"#), "temp-pass[1].mvpd", ["temp-pass[0]"])
        expectError(
            document(integration: #", "resources": {"a": {"deny": "authorization_denied"}}"#), "integrations[0].resources.a.deny",
            ["authorization_denied_by_mvpd"])
        expectError(document(integration: #", "resources": {"a": {}}"#), "integrations[0].resources.a.deny", ["is missing"])
        expectError(document(integration: #", "resources": {"a,b": {}}"#), "integrations[0].resources", ["commas"])
        expectError(document(provider: #", "preauthorize-method": "all""#), "providers[0].preauthorize-method", ["fork-and-join"])
    }

    /// The field that is reported, and the message.
    private func expectError(_ text: String, _ field: String, _ parts: [String]) {
        let error = #expect(throws: WorldDocumentError.self) { try world(text) }
        #expect(error?.field == field)
        for part in parts { #expect(error?.message.contains(part) == true, "\(error?.description ?? "")") }
        #expect(error?.description.contains("\n") == false)
    }

    @Test("a text that is not JSON: line and byte")
    func noJSON() {
        let error = #expect(throws: WorldDocumentError.self) { try world("") }
        #expect(error?.description.hasPrefix("the document is not JSON: ") == true)
        expectError("", "", ["not JSON", "line 1, byte 1"])
        expectError("{\n  \"schema\": nope}", "", ["not JSON", "line 2, byte 13"])
        expectError("[]", "", ["takes an object, not a list"])
        expectError(#"{"schema":"vsa-world/1","schema":"vsa-world/1"}"#, "", ["twice"])
    }

    @Test("the schema is required, and must be known")
    func schema() {
        expectError("{}", "schema", ["is missing"])
        expectError(#"{"schema":"vsa-world/2"}"#, "schema", [#""vsa-world/1""#, #""vsa-world/2""#])
    }

    @Test("an unknown key, at every depth: its path and the nearest known one")
    func unknownKeys() {
        expectError(document(root: #", "provider": []"#), "provider", [#"did you mean "providers""#])
        expectError(document(provider: #", "bording": "none""#), "providers[0].bording", [#"did you mean "boarding""#])
        expectError(document(requestor: #", "denial-limit": {"n": 1}"#), "requestors[0].denial-limit.n", [#""count", "per""#])
        expectError(
            document(provider: ", \"\\n\": 1"), #"providers[0]."\n""#, [#"the key "\n" is not known"#])
    }

    @Test("a wrong value: what is accepted and what was given")
    func wrongValues() {
        expectError(document(provider: #", "boarding": "suported""#), "providers[0].boarding", [#"did you mean "supported""#])
        expectError(document(provider: #", "line-up": "yes""#), "providers[0].line-up", ["true or false", #"not "yes""#])
        expectError(document(provider: #", "preauthorize-limit": -1"#), "providers[0].preauthorize-limit", ["0 to 10000"])
        expectError(document(provider: #", "preauthorize-limit": 1.5"#), "providers[0].preauthorize-limit", ["not 1.5"])
        expectError(document(provider: #", "regions": ["us"]"#), "providers[0].regions[0]", ["ISO 3166-1"])
        expectError(document(provider: #", "authentication-schemes": []"#), "providers[0].authentication-schemes", ["SAML"])
        expectError(document(provider: ", \"name\": \"a\\u0000b\""), "providers[0].name", ["control characters", "a\\u0000b"])
        expectError(document(requestor: #", "authn-ttl": "2 weeks""#), "requestors[0].authn-ttl", ["30d"])
        expectError(document(requestor: #", "media-ttl": 0"#), "requestors[0].media-ttl", ["1 second"])
        expectError(document(requestor: #", "media-ttl": "366d""#), "requestors[0].media-ttl", ["at most 365d"])
        expectError(document(requestor: #", "custom-schemes": ["a://"]"#), "requestors[0].custom-schemes[0]", ["://"])
        for scheme in ["javascript", "Https"] {
            expectError(
                document(requestor: #", "custom-schemes": ["\#(scheme)"]"#), "requestors[0].custom-schemes[0]",
                ["domains", scheme])
        }
        expectError(document(subscriber: #", "attributes": {"userID": 7}"#), "subscribers[0].attributes.userID", ["not 7"])
        expectError(document(subscriber: #", "attributes": {"a": null}"#), "subscribers[0].attributes.a", ["not null"])
        expectError(document(integration: #", "sso": {"android": true}"#), "integrations[0].sso.android", [#""ios", "tvos""#])
        expectError(document(integration: #", "degraded": 1"#), "integrations[0].degraded", [#""authn-all""#])
        expectError(document(root: #", "resources": ["a,b"]"#), "resources[0]", ["commas"])
        expectError(document(root: #", "region": "Germany""#), "region", ["two capital letters"])
    }

    @Test("name, denial limit and default redirect URL of a requestor have the limits of the administration")
    func requestorLimits() throws {
        let name = String(repeating: "n", count: 1_000)
        let members = #", "default-redirect-url": "adbe.one://done", "denial-limit": {"count": 0}"#
        let accepted = try world(document(requestor: ", \"name\": \"\(name)\"\(members)"))
        let requestor = try #require(accepted.requestor(id: "R1"))
        #expect(requestor.name == name && requestor.defaultRedirectURL == "adbe.one://done" && requestor.denialLimit == 0)
        expectError(document(requestor: ", \"name\": \"\(name)n\""), "requestors[0].name", ["1 to 1000 bytes"])
        let long = "https://" + String(repeating: "a", count: 1_993)
        for url in [
            "javascript:x", "JavaScript://x/%0aalert(1)", "data://x", "done", "https://", "https://a b", "https://é", long,
        ] {
            expectError(
                document(requestor: ", \"default-redirect-url\": \"\(url)\""), "requestors[0].default-redirect-url",
                ["no browser runs itself"])
        }
    }

    @Test("the domains of a requestor are those that the administration accepts, unique without regard to case")
    func domains() throws {
        let longest = Array(repeating: String(repeating: "a", count: 62), count: 4).joined(separator: ".") + "."
        let accepted = ["localhost", "a-1.Example", "\(longest)a", String(repeating: "b", count: 63)]
        let list = accepted.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try world(document(requestor: #", "domains": [\#(list)]"#)).requestor(id: "R1")?.domains == accepted)
        for domain in [
            "", "javascript:x", "x..y", ".com", "com.", "a_b", "é.example", "\(longest)aaa", String(repeating: "b", count: 64),
        ] {
            expectError(document(requestor: #", "domains": ["\#(domain)"]"#), "requestors[0].domains[0]", ["a domain name"])
        }
        expectError(
            document(requestor: #", "domains": ["a.example", "A.EXAMPLE"]"#), "requestors[0].domains[1]",
            [#""A.EXAMPLE" is repeated"#])
    }

    @Test("custom schemes that differ only by case are the same, and https is not a custom one, except in a stored scenario")
    func sameSchemes() throws {
        expectError(
            document(requestor: #", "custom-schemes": ["my.app", "My.App"]"#), "requestors[0].custom-schemes[1]",
            [#""My.App" is repeated"#])
        let stored = Array(
            #"{"schema":"vsa-scenario/1","name":"x","requestors":[{"id":"R","custom-schemes":["my.app","My.App","https"]}]}"#.utf8
        )
        let scenario = try Scenario(document: stored, isStored: true)
        #expect(scenario.world.requestor(id: "R")?.customSchemes == ["my.app", "My.App", "https"])
    }

    @Test("a stored scenario may be larger than one that is loaded: it was completed when it was loaded")
    func storedSize() throws {
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: World.documentLimit)
        let document = Array(#"{"schema":"vsa-scenario/1","name":"x"}"#.utf8) + blanks
        #expect(try Scenario(document: document, isStored: true).name == "x")
        let error = #expect(throws: ScenarioError.self) { try Scenario(document: document) }
        #expect(error?.problems == [World.tooLarge])
    }

    @Test("a stored scenario may have domains that only an earlier version accepted")
    func storedDomains() throws {
        let document = Array(
            #"{"schema":"vsa-scenario/1","name":"x","requestors":[{"id":"R","domains":["x..y","a.b","A.b"]}]}"#.utf8)
        #expect(try Scenario(document: document, isStored: true).world.requestor(id: "R")?.domains == ["x..y", "a.b", "A.b"])
        #expect(throws: ScenarioError.self) { try Scenario(document: document) }
    }

    @Test("a stored scenario may have a redirect URL that only an earlier version accepted")
    func storedRedirectURL() throws {
        let document = Array(
            #"{"schema":"vsa-scenario/1","name":"x","requestors":[{"id":"R","default-redirect-url":"javascript:x"}]}"#.utf8)
        #expect(try Scenario(document: document, isStored: true).world.requestor(id: "R")?.defaultRedirectURL == "javascript:x")
        #expect(throws: ScenarioError.self) { try Scenario(document: document) }
    }

    @Test("a literal answer needs the scheme API, must not be empty, and is limited to 64 KiB")
    func literalAnswer() throws {
        let schemes = #", "authentication-schemes": ["API"], "api-response": "#
        let longest = String(repeating: "x", count: 65_536)
        #expect(try world(document(provider: "\(schemes)\"\(longest)\"")).providers[0].applicationInterfaceBody == longest)
        let field = "providers[0].api-response"
        expectError(document(provider: #", "api-response": "{}""#), field, ["needs API among the authentication-schemes"])
        expectError(document(provider: "\(schemes)\"\""), field, ["1 to 65536 bytes"])
        expectError(document(provider: "\(schemes)\"\(longest)x\""), field, ["1 to 65536 bytes"])
        expectError(document(provider: "\(schemes)\"a\\u0000\""), field, ["control characters"])
        expectError(document(provider: "\(schemes){}"), field, ["not an object"])
    }

    @Test(
        "identifiers that no URL can contain are rejected",
        arguments: ["", ".", "..", "*", "a b", "a/b", "a\\u2028b", "a\\u00a0b", "a\\u0085b", String(repeating: "x", count: 256)])
    func identifiers(text: String) {
        let error = #expect(throws: WorldDocumentError.self) {
            try world(#"{"schema":"vsa-world/1","requestors":[{"id":"\#(text)"}]}"#)
        }
        #expect(error?.field == "requestors[0].id")
    }

    @Test("a requestor cannot end with the suffix of an answer's format")
    func suffix() {
        expectError(#"{"schema":"vsa-world/1","requestors":[{"id":"a.json"}]}"#, "requestors[0].id", [".json"])
    }

    @Test("dangling references, with the nearest name")
    func references() {
        let subscriber =
            #"{"schema":"vsa-world/1","providers":[{"id":"one.tv"}],"subscribers":[{"provider":"ome.tv","username":"x"}]}"#
        expectError(subscriber, "subscribers[0].provider", [#"did you mean "one.tv""#])
        expectError(document(root: #", "resources": ["a"]"#), "subscribers[0].channels[1]", [#"the resource "b""#])
        expectError(
            #"{"schema":"vsa-world/1","integrations":[{"requestor":"R","provider":"p"}]}"#, "integrations[0].requestor",
            ["there are none"])
        expectError(
            #"{"schema":"vsa-world/1","requestors":[{"id":"R"}],"integrations":[{"requestor":"R","provider":"p"}]}"#,
            "integrations[0].provider", ["there are none"])
    }

    @Test("duplicates are rejected")
    func duplicates() {
        func list(_ name: String, _ elements: String) -> String {
            #"{"schema":"vsa-world/1","providers":[{"id":"p","mvpd":"P"}],"requestors":[{"id":"R"}],"\#(name)":[\#(elements)]}"#
                .replacing(name == "providers" ? #""providers":[{"id":"p","mvpd":"P"}],"# : "", with: "")
                .replacing(name == "requestors" ? #""requestors":[{"id":"R"}],"# : "", with: "")
        }
        expectError(list("providers", #"{"id":"a"},{"id":"a","mvpd":"b"}"#), "providers[1].id", ["providers[0]"])
        expectError(list("providers", #"{"id":"a"},{"id":"b","mvpd":"a"}"#), "providers[1].mvpd", ["providers[0]"])
        expectError(list("requestors", #"{"id":"a"},{"id":"a"}"#), "requestors[1].id", ["requestors[0]"])
        let subscriber = #"{"provider":"p","username":"x"}"#
        expectError(list("subscribers", "\(subscriber),\(subscriber)"), "subscribers[1].username", ["subscribers[0]"])
        let other = #"{"provider":"p","username":"y","attributes":{"userID":"x"}}"#
        expectError(list("subscribers", "\(subscriber),\(other)"), "subscribers[1].attributes.userID", ["subscribers[0]"])
        let pair = #"{"requestor":"R","provider":"p"}"#
        expectError(list("integrations", "\(pair),\(pair)"), "integrations[1].provider", ["integrations[0]"])
    }

    @Test("a document with any single byte changed, omitted or doubled returns a world or an error, and no crash")
    func mutations() {
        let bytes = Array(document(provider: #", "name": "é\u00e9", "preauthorize-limit": 7"#).utf8)
        for index in bytes.indices {
            for change in [[], [bytes[index], bytes[index]], [bytes[index] ^ 1], [0xFF], [0]] as [[UInt8]] {
                let mutated = bytes[..<index] + change + bytes[(index + 1)...]
                do { _ = try World(document: Array(mutated)) } catch { #expect(error is WorldDocumentError) }
            }
        }
    }
}
