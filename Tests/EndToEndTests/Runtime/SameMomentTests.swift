import DatabaseServer
import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Simultaneous events on two nodes", .daemonLogs)
struct SameMomentTests {
    @Test("one SAML response posted to two processes at the same moment is accepted by exactly one, and both know the sign-in")
    func oneResponse() async throws {
        let url = try await PostgreSQLServer.shared.url
        try await Workspace.with { workspace in
            let options = try RunningNode.options(workspace, database: url)
            try await withDaemons(serviceOptions: options) { daemons in
                let second = try await RunningNode.start(daemons.workspace, "second", options)
                try await daemons.signIn("bob", at: "alpha.example")
                let first = try await ServiceDevice(daemons: daemons)
                for round in 1...10 {
                    var next = first
                    next.deviceID = Data("device \(round)".utf8).base64EncodedString()
                    let (device, other) = (next, next.at(second.service.url))
                    let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
                    async let one = device.exchange(response).status
                    async let two = other.exchange(response).status
                    let statuses = [try await one, try await two].sorted()
                    #expect(statuses[0] == 204 && statuses[1] >= 400 && statuses[1] < 500, "\(statuses)")
                    for node in [device, other] { _ = try await node.authenticationToken().expecting(200) }
                }
                await second.service.process.terminate()
            }
        }
    }

    @Test("roll-overs of the media key on both nodes take place one after the other: no key is lost")
    func rollOvers() async throws {
        try await RunningNode.withTwo { _, _, nodes in
            let path = "/admin/v1/media-certificates"
            for _ in 1...5 {
                async let one = nodes[0].administrator.send("POST", path + "/roll").status
                async let two = nodes[1].administrator.send("POST", path + "/roll").status
                let statuses = [try await one, try await two]
                #expect(statuses == [200, 200])
            }
            let lists = [
                try await nodes[0].administrator.send("GET", path).expecting(200).text,
                try await nodes[1].administrator.send("GET", path).expecting(200).text,
            ].map { text in Set(text.matches(of: /"fingerprint":"([0-9a-f]+)"/).map(\.output.1)) }
            #expect(lists[0].count == 11 && lists[0] == lists[1])
        }
    }

    @Test("scenarios loaded on both nodes: both have the whole of the last one; a clock advanced on both has advanced by the sum")
    func loads() async throws {
        try await RunningNode.withTwo { _, _, nodes in
            for _ in 1...3 {
                async let one = load(1, nodes[0])
                async let two = load(2, nodes[1])
                _ = (try await one, try await two)
                let states = [try await state(nodes[0]), try await state(nodes[1])]
                #expect(states[0] == states[1] && [1, 2].map(State.init(hours:)).contains(states[0]), "\(states)")
            }
            let clock = "/admin/v1/clock"
            _ = try await nodes[0].administrator.send("PUT", clock, json: ["specification": "frozen:1900000000"]).expecting(200)
            for _ in 1...5 {
                async let one = nodes[0].administrator.send("POST", clock + "/advance", json: ["milliseconds": 1_000]).status
                async let two = nodes[1].administrator.send("POST", clock + "/advance", json: ["milliseconds": 1_000]).status
                let statuses = [try await one, try await two]
                #expect(statuses == [200, 200])
            }
            for node in nodes {
                #expect(try await node.administrator.send("GET", clock).expecting(200).text.contains("frozen:1900000010"))
            }
        }
    }

    /// What a scenario sets.
    private struct State: Equatable {
        var name: String?
        var fault: String?
        var clock: String?

        init() {}

        init(hours: Int) { (name, fault, clock) = ("hours-\(hours)", "fault-\(hours)", "offset:\(3_600 * hours)") }
    }

    private func load(_ hours: Int, _ node: RunningNode) async throws {
        let document = """
            {"schema": "vsa-scenario/1", "name": "hours-\(hours)", "clock": {"offset": "\(hours)h"},
             "faults": [{"id": "fault-\(hours)", "point": "service.register", "status": 503}]}
            """
        _ = try await node.administrator.send(
            "PUT", "/admin/v1/scenario", body: ("application/json", Data(document.utf8))
        ).expecting(200)
    }

    private func state(_ node: RunningNode) async throws -> State {
        func document(_ name: String) async throws -> Value {
            try await node.administrator.send("GET", "/admin/v1/" + name).expecting(200).decoded(as: Value.self)
        }
        var state = State()
        let (scenario, clock) = (try await document("scenario"), try await document("clock"))
        (state.name, state.fault) = (scenario["name"].text, scenario["faults"].elements.first?["id"].text)
        state.clock = clock["specification"].text
        return state
    }
}
