import EntitlementService
import Foundation
import HTTPTypes
import Synchronization
import TVWorld
import Testing

@Suite("Scenarios and snapshots in the administration")
struct ScenarioRouteTests {
    /// A scenario that differs from the built-in world in everything that the service takes of one.
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

    private static func prepare(_ client: Client, _ scenario: Scenario) async throws -> Int64 {
        let answer = try await client.administer(.post, "scenario/prepare", scenario.document.serialized)
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(answer.json["generation"]?.integer)
    }

    @Test("a scenario is prepared, loaded in one step, and what a reset returns to")
    func loading() async throws {
        try await Fixture().test { client in
            let start = client.fixture.clock.milliseconds()
            let generation = try await Self.prepare(client, Self.scenario)
            let registered = try await client.registered()
            #expect(try await registered.get("/api/v1/config/REF30").status == 200)
            #expect(try await registered.get("/api/v1/config/NIGHT").status == 400)
            let loaded = try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)}"#)
            #expect(loaded.text == #"{"generation":\#(generation),"previous":0}"#)
            try await Self.expectScenario(client)
            // Whatever happens then, a reset brings the scenario back.
            #expect(try await client.administer(.put, "clock", #"{"specification":"frozen:\#(start / 1_000)"}"#).status == 200)
            #expect(try await client.administer(.post, "faults", #"{"at":"service.any","hang":true}"#).status == 201)
            #expect(try await client.administer(.put, "integrations/NIGHT/AlphaCable", #"{"enabled":false}"#).status == 200)
            #expect(try await client.administer(.post, "reset").status == 204)
            try await Self.expectScenario(client)
            let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
            let told = try #require(events.first { $0["event"] == "scenario.loaded" })
            #expect(told["details"]?["name"] == "live-night" && told["details"]?["generation"]?.text == String(generation))
        }
    }

    @Test("a seed gives identifiers that are the same every time; after a reset none is given that is still in use")
    func seed() async throws {
        @Sendable func identifiers(_ client: Client) async throws -> [String] {
            let statement = try await client.statement(requestor: "*").token
            let generation = try await Self.prepare(client, Self.scenario)
            #expect(try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)}"#).status == 200)
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

    /// The service as the scenario has it. Uses its fault up.
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
        // What the scenario does not name is as in the one that it extends.
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
    }

    @Test("the loaded scenario is told as a document that loads to the same state")
    func export() async throws {
        try await Fixture().test { client in
            let before = try Scenario(document: try await client.administer(.get, "scenario").json)
            #expect(before.world == .builtIn && before.faults.isEmpty)
            let generation = try await Self.prepare(client, Self.scenario)
            _ = try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)}"#)
            let text = try await client.administer(.get, "scenario").text
            let told = try Scenario(document: Array(text.utf8))
            let wanted = try Self.scenario
            #expect(told.name == "live-night" && told.seed == 42 && told.serviceClock == wanted.serviceClock)
            #expect(told.world == wanted.world && told.applications == wanted.applications)
            #expect(told.faults == wanted.faults.filter { $0.point.side == .service })
            let again = try await Self.prepare(client, told)
            #expect(again > generation)
            let second = try await client.administer(.post, "scenario/commit", #"{"generation":\#(again)}"#)
            #expect(second.json["previous"]?.integer == generation)
            #expect(try await client.administer(.get, "scenario").text == text)
        }
    }

    @Test("a scenario is rolled back to all that was before, sessions too; one that is only ready is forgotten")
    func rollback() async throws {
        try await Fixture().test { client in
            let registered = try await client.registered()
            try await registered.signIn()
            #expect(
                try await client.administer(.post, "faults", #"{"id":"mine","at":"service.login","hang":true}"#).status == 201)
            let clock = try await client.administer(.get, "clock").json["specification"]
            let generation = try await Self.prepare(client, Self.scenario)
            _ = try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)}"#)
            let body = #"{"generation":\#(generation)}"#
            #expect(try await client.administer(.post, "scenario/rollback", body).status == 204)
            #expect(try await client.administer(.post, "scenario/rollback", body).status == 404)
            #expect(try await client.administer(.get, "clock").json["specification"] == clock)
            #expect(try await client.administer(.get, "faults").json["faults"]?.elements.map { $0["id"] } == ["mine"])
            let token = try await registered.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
            #expect(token.status == 200 && token.json["mvpd"] == "AlphaCable")
            #expect(try await client.administer(.post, "reset").status == 204)
            #expect(try await registered.get("/api/v1/config/REF30").status == 200)
            let ready = try await Self.prepare(client, Self.scenario)
            #expect(try await client.administer(.post, "scenario/rollback", #"{"generation":\#(ready)}"#).status == 204)
            #expect(try await client.administer(.post, "scenario/commit", #"{"generation":\#(ready)}"#).status == 404)
        }
    }

    @Test("what is wrong with a scenario is told at once, and nothing changes")
    func wrong() async throws {
        try await Fixture().test { client in
            for (body, parts) in [
                (#"{"schema":"vsa-scenario/1","name":"x","regoin":"US","unanswered":"maybe"}"#, ["regoin", "unanswered"]),
                ("[]", ["object"]), ("{", ["JSON"]),
                (#"{"schema":"vsa-scenario/1","name":"x","faults":[{"at":"service.config","error":"Rejected"}]}"#, ["error"]),
            ] {
                let answer = try await client.administer(.post, "scenario/prepare", body)
                #expect(answer.status == 400, "\(answer.text)")
                for part in parts { #expect(answer.message?.contains(part) == true, "\(answer.text)") }
            }
            for body in ["{}", #"{"generation":0}"#, #"{"generation":"1"}"#] {
                #expect(try await client.administer(.post, "scenario/commit", body).status == 400)
            }
            #expect(try await client.administer(.post, "scenario/commit", #"{"generation":7}"#).status == 404)
        }
    }

    @Test("a scenario goes on after a restart")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/scenario-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/store.sqlite"
        try await Fixture(store: SQLiteTokenStore(path: path)).test { client in
            let generation = try await Self.prepare(client, Self.scenario)
            _ = try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)}"#)
        }
        try await Fixture(store: SQLiteTokenStore(path: path)).test { client in
            // The clock of both starts stands still: that of the scenario was set since, and goes on.
            #expect(try await client.administer(.get, "clock").json["specification"]?.text == "offset:2678400")
            let registered = try await client.registered()
            #expect(try await registered.get("/api/v1/config/NIGHT").status == 503)
            #expect(try await registered.get("/api/v1/config/NIGHT").status == 200)
        }
    }

    @Test("a snapshot puts everything back: settings, sessions, faults, clock; trust stays")
    func snapshot() async throws {
        try await Fixture().test { client in
            let registered = try await client.registered()
            try await registered.signIn()
            _ = try await client.administer(.put, "integrations/REF30/BetaFiber", #"{"enabled":false}"#)
            _ = try await client.administer(.post, "faults", #"{"id":"kept","at":"service.login","delay":5,"times":3}"#)
            let saved = try await client.administer(.get, "snapshot")
            #expect(saved.status == 200 && saved.json["schema"] == "vsa-service-snapshot/2")
            #expect(try await client.administer(.post, "reset").status == 204)
            _ = try await client.administer(.post, "clock/advance", #"{"milliseconds":1000}"#)
            #expect(try await registered.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
            let loaded = try await client.administer(.put, "snapshot", saved.text)
            #expect(loaded.status == 204, "\(loaded.text)")
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
                (#"{"schema":"vsa-service-snapshot/1","records":{"client":[{}]}}"#, "records.client[0]"),
            ] {
                for (method, path) in [(HTTPRequest.Method.put, "snapshot"), (.post, "snapshot/prepare")] {
                    let answer = try await client.administer(method, path, body)
                    #expect(answer.status == 400 && answer.message?.contains(text) == true, "\(answer.text)")
                }
            }
            #expect(try await client.administer(.get, "snapshot").text == saved.text)
        }
    }

    @Test("a snapshot is prepared, loaded in one step and taken back; what its faults have done counts on")
    func preparedSnapshot() async throws {
        try await Fixture().test { client in
            let registered = try await client.registered()
            _ = try await client.administer(.post, "faults", #"{"at":"service.config","status":503,"times":2}"#)
            #expect(try await registered.get("/api/v1/config/REF30").status == 503)
            let saved = try await client.administer(.get, "snapshot").text
            #expect(try await client.administer(.delete, "faults").status == 204)
            _ = try await client.administer(.put, "clock", #"{"specification":"frozen:1800000000"}"#)
            let other = try await client.administer(.get, "snapshot").text
            let prepared = try await client.administer(.post, "snapshot/prepare", saved)
            let generation = try #require(prepared.json["generation"]?.integer, "\(prepared.text)")
            #expect(try await client.administer(.get, "snapshot").text == other)
            let number = #"{"generation":\#(generation)}"#
            #expect(try await client.administer(.post, "scenario/commit", number).status == 200)
            #expect(try await client.administer(.get, "snapshot").text == saved)
            #expect(try await registered.get("/api/v1/config/REF30").status == 503)
            #expect(try await registered.get("/api/v1/config/REF30").status == 200)
            #expect(try await client.administer(.post, "scenario/rollback", number).status == 204)
            #expect(try await client.administer(.get, "snapshot").text == other)
            #expect(try await client.administer(.post, "scenario/commit", number).status == 404)
        }
    }
}
