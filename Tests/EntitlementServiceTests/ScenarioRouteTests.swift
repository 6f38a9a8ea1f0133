import Foundation
import HTTPTypes
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Scenarios and snapshots in the administration", .service)
struct ScenarioRouteTests {
    private let client = Client.current

    /// A scenario that differs from the built-in world in everything that the service uses.
    private static var scenario: Scenario {
        get throws {
            try Scenario(
                document: Array(
                    #"""
                    {"schema": "vsa-scenario/1", "name": "live-night", "seed": 42, "clock": {"service": {"offset": "31d"}},
                     "requestors": [{"id": "NIGHT", "authn-ttl": {"default": "30d"}}],
                     "integrations": [{"requestor": "NIGHT", "provider": "alpha.example"}], "temp-pass": [],
                     "applications": [{"id": "player", "requestor": "NIGHT", "platforms": ["ios"], "revoked": true}],
                     "faults": [{"id": "down", "at": "service.config", "status": 503, "times": 1},
                                {"id": "elsewhere", "at": "vsa.access", "hang": true}]}
                    """#.utf8))
        }
    }

    /// Loads a scenario; returns what undoes the load.
    @discardableResult
    private static func load(_ client: Client, _ scenario: Scenario) async throws -> String {
        let answer = try await client.administer(.put, "scenario", scenario.document.serialized)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.text
    }

    @Test("a scenario is checked, loaded in one step, and restored by a reset")
    func loading() async throws {
        let start = client.fixture.clock.milliseconds()
        let document = try Self.scenario.document.serialized
        #expect(try await client.administer(.post, "scenario/validate", document).status == 204)
        let registered = try await client.registered()
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
        #expect(try await registered.get("/api/v1/config/NIGHT").status == 400)
        try await Self.load(client, Self.scenario)
        try await Self.expectScenario(client)
        // A reset restores the scenario after any change.
        #expect(try await client.administer(.put, "clock", #"{"specification":"frozen:\#(start / 1_000)"}"#).status == 200)
        #expect(try await client.administer(.post, "faults", #"{"at":"service.any","hang":true}"#).status == 201)
        #expect(try await client.administer(.put, "integrations/NIGHT/AlphaCable", #"{"enabled":false}"#).status == 200)
        #expect(try await client.administer(.post, "reset").status == 204)
        try await Self.expectScenario(client)
        let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        let told = try #require(events.first { $0["event"] == "scenario.loaded" })
        #expect(told["details"]?["name"] == "live-night" && told["details"]?["generation"]?.text == "1")
    }

    @Test("an export waits for a load in progress")
    func exportDuringLoad() async throws {
        let (client, engine) = (client, client.fixture.environment.engine)
        let export = try await engine.swap {
            let export = Task { try await client.administer(.get, "scenario").json }
            // Enough time for an export that does not wait.
            for _ in 0..<20 { _ = try await client.administer(.get, "clock") }
            let setting = ClockSetting.frozen(milliseconds: 1_900_000_000_000)
            try await engine.keep(setting)
            engine.clock.setting = setting
            return export
        }
        #expect(try await export.value["clock"]?["service"]?["frozen"] != nil)
    }

    @Test("the clock of a scenario may be as far as the service's; one outside the years 1 to 9979 is rejected")
    func farClock() async throws {
        #expect(try await client.administer(.put, "clock", #"{"specification":"offset:200000000000"}"#).status == 200)
        let exported = try await client.administer(.get, "scenario").text
        #expect(try await client.administer(.put, "scenario", exported).status == 200)
        #expect(try await client.administer(.get, "clock").json["specification"]?.text == "offset:200000000000")
        let tooFar = #"{"schema": "vsa-scenario/1", "name": "far", "clock": {"service": {"offset": "3000000d"}}}"#
        let answer = try await client.administer(.put, "scenario", tooFar)
        #expect(answer.status == 400 && answer.text.contains("clock.service.offset"), "\(answer.text)")
    }

    @Test("a seed generates the same identifiers every time; after a reset, none that are still in use")
    func seed() async throws {
        @Sendable func identifiers(_ client: Client) async throws -> [String] {
            let statement = try await client.statement(requestor: "*").token
            try await Self.load(client, Self.scenario)
            let first = try await client.register(statement)
            let second = try await client.register(statement)
            #expect(try await client.administer(.post, "reset").status == 204)
            let third = try await client.register(statement)
            for registration in [first, second, third] {
                #expect(try await client.token(registration).status == 201, "\(registration.text)")
            }
            let secrets = [first, second, third].compactMap { $0.json["client_secret"]?.text }
            #expect(Set(secrets).count == 3)
            return [first, second, third].compactMap { $0.json["client_id"]?.text }
        }
        let sessions = Mutex<[[String]]>([])
        for _ in 1...2 {
            try await Fixture().test { client in
                let own = try await identifiers(client)
                sessions.withLock { $0.append(own) }
            }
        }
        let drawn = sessions.withLock { $0 }
        #expect(drawn.count == 2 && drawn[0] == drawn[1] && Set(drawn[0]).count == 3, "\(drawn)")
    }

    /// Checks that the service is as in the scenario. Uses up its fault.
    private static func expectScenario(_ client: Client) async throws {
        let clock = try await client.administer(.get, "clock").json
        #expect(clock["specification"]?.text == "offset:2678400")
        let faults = try await client.administer(.get, "faults").json["faults"]?.elements ?? []
        #expect(faults.map { $0["id"]?.text } == ["down"] && faults.first?["struck"]?.integer == 0)
        let statements = try await client.administer(.get, "statements").json["statements"]?.elements ?? []
        let player = try #require(statements.first { $0["id"] == "player" })
        #expect(player["revoked"] == true && player["requestor"] == "NIGHT")
        let registered = try await client.registered()
        #expect(try await registered.get("/api/v1/config/NIGHT").status == 503)
        let configuration = try await registered.get("/api/v1/config/NIGHT")
        #expect(configuration.json["requestor"]?["mvpds"]?.elements.count == 1, "\(configuration.text)")
        // What the scenario does not name is inherited from the one that it extends.
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
    }

    @Test("the loaded scenario is returned as a document that loads to the same state")
    func export() async throws {
        let before = try Scenario(document: try await client.administer(.get, "scenario").json)
        #expect(before.world == .builtIn && before.faults.isEmpty)
        try await Self.load(client, Self.scenario)
        let text = try await client.administer(.get, "scenario").text
        let told = try Scenario(document: Array(text.utf8))
        let wanted = try Self.scenario
        #expect(told.name == "live-night" && told.seed == 42 && told.serviceClock == wanted.serviceClock)
        #expect(told.world == wanted.world && told.applications == wanted.applications)
        #expect(told.faults == wanted.faults.filter { $0.point.side == .service })
        try await Self.load(client, told)
        #expect(try await client.administer(.get, "scenario").text == text)
    }

    @Test("a scenario contains everything that the administration accepts for a requestor")
    func exportOfSettings() async throws {
        let address = "https://a/" + String(repeating: "b", count: 1_990)
        let name = String(repeating: "\u{1F4FA}", count: 250)
        let settings: JSON = [
            "name": .string(name), "domains": ["a.example", "B.example"], "customSchemes": ["adbe.a", "adbe.b"],
            "authnTTL": .integer(Lifetime.accepted.upperBound), "mediaTTL": .integer(31_536_000), "denialLimit": .integer(0),
            "defaultRedirectURL": .string(address),
        ]
        #expect(try await client.administer(.put, "requestors/REF30", settings.serialized).status == 200)
        let scenario = try Scenario(document: try await client.administer(.get, "scenario").json)
        let requestor = try #require(scenario.world.requestor(id: "REF30"))
        #expect(requestor.name == name && requestor.domains == ["a.example", "B.example"])
        #expect(requestor.defaultRedirectURL == address && requestor.denialLimit == 0)
        #expect(requestor.authenticationLifetime == Lifetime.accepted.upperBound)
        #expect(try await client.administer(.put, "scenario", scenario.document.serialized).status == 200)
    }

    @Test("a scenario contains every denial that the administration accepts for an integration")
    func exportOfDenials() async throws {
        let resource = String(repeating: "\u{1F4FA}", count: 250)
        let message = String(repeating: "\u{E9}", count: 500)
        let denial: JSON = ["deny": "network_received_error", "message": .string(message)]
        let body: JSON = ["resources": .object([.init(resource, denial), .init("*", denial)])]
        #expect(try await client.administer(.put, "integrations/REF30/AlphaCable", body.serialized).status == 200)
        let scenario = try Scenario(document: try await client.administer(.get, "scenario").json)
        let integration = try #require(scenario.world.integration(requestor: "REF30", mvpd: "AlphaCable"))
        #expect(integration.resources.keys.sorted() == ["*", resource])
        #expect(integration.resources.values.allSatisfy { $0.message == message })
        #expect(try await client.administer(.put, "scenario", scenario.document.serialized).status == 200)
    }

    @Test("a fault that is used up is not exported, so that loading the export does not revive it")
    func exportWithoutUsedUpFaults() async throws {
        let wanted = try Self.scenario
        try await Self.load(client, wanted)
        let registered = try await client.registered()
        #expect(try await registered.get("/api/v1/config/NIGHT").status == 503)
        let told = try Scenario(document: try await client.administer(.get, "scenario").json)
        #expect(told.faults.isEmpty && told.applications == wanted.applications)
    }

    @Test("loading a scenario returns the previous state, including sessions, which undoes it")
    func before() async throws {
        let registered = try await client.registered()
        try await registered.signIn()
        #expect(try await client.administer(.post, "faults", #"{"id":"mine","at":"service.login","hang":true}"#).status == 201)
        let clock = try await client.administer(.get, "clock").json["specification"]
        let saved = try await client.administer(.get, "snapshot").text
        let before = try await Self.load(client, Self.scenario)
        #expect(before == saved)
        #expect(try await client.administer(.put, "snapshot", before).status == 200)
        #expect(try await client.administer(.get, "clock").json["specification"] == clock)
        #expect(try await client.administer(.get, "faults").json["faults"]?.elements.map { $0["id"] } == ["mine"])
        let token = try await registered.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.status == 200 && token.json["mvpd"] == "AlphaCable")
        #expect(try await client.administer(.post, "reset").status == 204)
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
    }

    @Test("all mistakes of a scenario are reported at once, and nothing changes")
    func wrong() async throws {
        for (body, parts) in [
            (#"{"schema":"vsa-scenario/1","name":"x","regoin":"US","unanswered":"maybe"}"#, ["regoin", "unanswered"]),
            ("[]", ["object"]), ("{", ["JSON"]),
            (#"{"schema":"vsa-scenario/1","name":"x","faults":[{"at":"service.config","error":"Rejected"}]}"#, ["error"]),
            // A snapshot with such a fault could not be restored.
            (
                #"{"schema":"vsa-scenario/1","name":"x","faults":[{"id":"é","at":"service.config","status":503}]}"#,
                ["faults[0].id", TextRule.faultName.accepted]
            ),
        ] {
            for (method, path) in [(HTTPRequest.Method.put, "scenario"), (.post, "scenario/validate")] {
                let answer = try await client.administer(method, path, body)
                #expect(answer.status == 400, "\(answer.text)")
                for part in parts { #expect(answer.message?.contains(part) == true, "\(answer.text)") }
            }
        }
        let live = try Scenario(document: try await client.administer(.get, "scenario").json)
        #expect(live.world == .builtIn && live.faults.isEmpty)
    }

    @Test("a scenario survives a restart")
    func restart() async throws {
        try await withStateFolder { folder in
            let path = folder + "/store.sqlite"
            try await Fixture(store: SQLiteTokenStore(path: path)).test { client in
                try await Self.load(client, Self.scenario)
            }
            try await Fixture(store: SQLiteTokenStore(path: path)).test { client in
                // The clock is stopped at both starts: that of the scenario was set since, and continues.
                #expect(try await client.administer(.get, "clock").json["specification"]?.text == "offset:2678400")
                let registered = try await client.registered()
                #expect(try await registered.get("/api/v1/config/NIGHT").status == 503)
                #expect(try await registered.get("/api/v1/config/NIGHT").status == 200)
            }
        }
    }

    @Test("a snapshot restores everything: settings, sessions, faults, clock; trust stays")
    func snapshot() async throws {
        let registered = try await client.registered()
        try await registered.signIn()
        _ = try await client.administer(.put, "integrations/REF30/BetaFiber", #"{"enabled":false}"#)
        _ = try await client.administer(.post, "faults", #"{"id":"kept","at":"service.login","delay":5,"times":3}"#)
        let saved = try await client.administer(.get, "snapshot")
        #expect(saved.status == 200 && saved.json["schema"] == "vsa-service-snapshot/2")
        #expect(try await client.administer(.post, "reset").status == 204)
        _ = try await client.administer(.post, "clock/advance", #"{"milliseconds":1000}"#)
        #expect(try await registered.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
        let other = try await client.administer(.get, "snapshot").text
        #expect(try await client.administer(.post, "snapshot/validate", saved.text).status == 204)
        #expect(try await client.administer(.get, "snapshot").text == other)
        let loaded = try await client.administer(.put, "snapshot", saved.text)
        #expect(loaded.status == 200 && loaded.text == other, "\(loaded.text)")
        #expect(try await client.administer(.get, "snapshot").text == saved.text)
        #expect(try await registered.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 200)
        #expect(try await client.administer(.get, "integrations/REF30/BetaFiber").json["enabled"] == false)
        #expect(try await client.administer(.get, "providers/alpha.example/metadata").status == 200)
        for (body, text) in [
            ("{}", "schema"), (#"{"schema":"vsa-service-snapshot/3"}"#, "vsa-service-snapshot/2"),
            (#"{"schema":"vsa-service-snapshot/1","clock":"x"}"#, "clock"),
            (#"{"schema":"vsa-service-snapshot/1","faults":{}}"#, "faults"),
            (#"{"schema":"vsa-service-snapshot/1","records":{"client":{}}}"#, "records.client"),
            (#"{"schema":"vsa-service-snapshot/1","records":{"nothing":[]}}"#, "nothing"),
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"client":[{}]}}"#,
                "records.client[0] takes a record of that kind (id is missing)"
            ),
            // Numbers that would overflow in the service.
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"requestor_settings":[{"id":"A","denialPeriod":\#(Int64.max)}]}}"#,
                "records.requestor_settings[0] takes a record of that kind (denialPeriod \(Int64.max)"
            ),
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"client":[{"issuedAt":9223372036854774784.0}]}}"#,
                "records.client[0] takes a record of that kind (issuedAt 9223372036854774784.0 is too large)"
            ),
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"client":[{"issuedAt":-9.3e18}]}}"#,
                "records.client[0] takes a record of that kind (issuedAt -9.3e18 is too large)"
            ),
            // Settings that neither a scenario nor the administration accepts.
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"requestor_settings":[{"id":"REF30","denialLimit":-1}]}}"#,
                "records takes records of a valid world (requestors[0].denial-limit.count: "
            ),
            (
                #"{"schema":"vsa-service-snapshot/1","records":{"requestor_settings":"#
                    + #"[{"id":"REF60","defaultRedirectURL":"javascript:x"}]}}"#,
                "(requestors[1].default-redirect-url: takes \(TextRule.redirectURL.accepted)"
            ),
            (
                #"{"schema":"vsa-service-snapshot/1","faults":[{"id":"f","at":"service.any","status":503,"seen":\#(Int64.max)}]}"#,
                "seen"
            ),
            // With which the service would not start again.
            (
                #"{"schema":"vsa-service-snapshot/2","world":{"schema":"vsa-world/1","requestors":"#
                    + #"[{"id":"R","metadata-encryption":{"certificate":"AAAA"}}]}}"#,
                "requestors[0].metadata-encryption.certificate takes an X.509 certificate"
            ),
        ] {
            for (method, path) in [(HTTPRequest.Method.put, "snapshot"), (.post, "snapshot/validate")] {
                let answer = try await client.administer(method, path, body)
                #expect(answer.status == 400 && answer.message?.contains(text) == true, "\(answer.text)")
            }
        }
        #expect(try await client.administer(.get, "snapshot").text == saved.text)
    }

    @Test(
        "a wrong fault of a snapshot is named with its place",
        arguments: [
            (#"{"id":"a","point":"nope","hang":true}"#, "faults[1].point takes one of service.any"),
            (#"{"id":"a","at":"service.any","hang":1}"#, "faults[1].hang takes true or false"),
            (#"{"id":"a","at":"service.any"}"#, "faults[1]: The fault does nothing"),
            (#"{"id":"a","at":"service.any","hang":true,"struck":1}"#, "faults[1].struck takes"),
            (#"{"id":"a","at":"service.any","hang":true,"x":1}"#, #"faults[1]: "x" is unknown"#),
            (#"{"id":"f","at":"service.any","hang":true}"#, "faults[1].id is the name of an earlier fault"),
            ("[]", "faults[1] takes an object"),
        ])
    func wrongFault(fault: String, text: String) async throws {
        let faults = #"{"id":"f","at":"service.config","hang":true},\#(fault)"#
        let answer = try await client.administer(.put, "snapshot", #"{"schema":"vsa-service-snapshot/2","faults":[\#(faults)]}"#)
        #expect(answer.status == 400 && answer.message?.hasPrefix(text) == true, "\(answer.text)")
        #expect(try await client.administer(.get, "faults").text == #"{"faults":[]}"#)
    }

    @Test("the response to a loaded snapshot undoes it; the counts of its faults continue")
    func snapshotBack() async throws {
        let registered = try await client.registered()
        _ = try await client.administer(.post, "faults", #"{"at":"service.config","status":503,"times":2}"#)
        #expect(try await registered.get("/api/v1/config/REF30").status == 503)
        let saved = try await client.administer(.get, "snapshot").text
        #expect(try await client.administer(.delete, "faults").status == 204)
        _ = try await client.administer(.put, "clock", #"{"specification":"frozen:1800000000"}"#)
        let other = try await client.administer(.get, "snapshot").text
        #expect(try await client.administer(.put, "snapshot", saved).text == other)
        #expect(try await client.administer(.get, "snapshot").text == saved)
        #expect(try await registered.get("/api/v1/config/REF30").status == 503)
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
        let counted = try await client.administer(.get, "snapshot").text
        #expect(try await client.administer(.put, "snapshot", other).text == counted)
        #expect(try await client.administer(.get, "snapshot").text == other)
    }

    @Test("a snapshot of a scenario or world that only an earlier version accepted is loaded, but no other mistake in it")
    func earlierSnapshot() async throws {
        var scenario = try Self.scenario
        let index = try #require(scenario.world.requestors.firstIndex { $0.id == "NIGHT" })
        scenario.world.requestors[index].domains = ["earlier.example"]
        try await Self.load(client, scenario)
        let saved = try await client.administer(.get, "snapshot").text.replacingOccurrences(of: "earlier.example", with: "x..y")
        #expect(try await client.administer(.put, "snapshot", saved).status == 200)
        #expect(try await client.administer(.get, "snapshot").text == saved)
        let reset = try await client.administer(.put, "snapshot", #"{"schema":"vsa-service-snapshot/2"}"#)
        #expect(try await client.administer(.put, "snapshot", reset.text).status == 200)
        let wrong = saved.replacingOccurrences(
            of: #""requestor_settings":[]"#, with: #""requestor_settings":[{"id":"NIGHT","denialLimit":-1}]"#)
        let refused = try await client.administer(.put, "snapshot", wrong)
        #expect(refused.status == 400 && refused.message?.contains("denial-limit.count: ") == true, "\(refused.text)")
        let world = scenario.world.document.serialized.replacingOccurrences(of: "earlier.example", with: "x..y")
        let other = try await client.administer(.put, "snapshot", #"{"schema":"vsa-service-snapshot/2","world":\#(world)}"#)
        #expect(other.status == 200, "\(other.text)")
    }
}
