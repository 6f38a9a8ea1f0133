import DBus
import Foundation
import PrivateSession
import Testing
import VSATesting

/// Several programs that load into the same two daemons, and some that are killed while they do.
@Suite("Loads at the same moment", .daemonLogs)
struct LoadTogetherTests {
    /// A scenario that both daemons show by their clocks.
    private func scenario(hours: Int, in daemons: Daemons) throws -> String {
        let text = "schema: vsa-scenario/1\nname: hours-\(hours)\nregion: CA\nclock: {offset: \(hours)h}\n"
        return try daemons.workspace.folder.write(text, to: "hours-\(hours).yaml")
    }

    /// What the clocks of device and service say.
    private func clocks(_ daemons: Daemons) async throws -> (device: String?, service: String?) {
        let document = try await daemons.document("clock", "show")
        return (document["device"]["specification"].text, document["service"]["specification"].text)
    }

    @Test("All of many scenarios and snapshots are loaded, one after the other, and both daemons end with the same one")
    func together() async throws {
        try await withDaemons { daemons in
            var loads = try (1...4).map { ["scenario", "load", try scenario(hours: $0, in: daemons)] }
            for hours in 5...6 {
                try await daemons.vsactl("scenario", "load", scenario(hours: hours, in: daemons)).checked()
                let file = daemons.workspace.folder.path("snapshot-\(hours).json")
                try await daemons.vsactl("snapshot", "save", file).checked()
                loads.append(["snapshot", "load", file])
            }
            let results = try await withThrowingTaskGroup(of: ToolResult.self) { group in
                for load in loads + [["reset"]] { group.addTask { try await daemons.run("vsactl", load) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for result in results { #expect(result.exit == .exited(0), "\(result)") }
            let clocks = try await clocks(daemons)
            #expect(clocks.device != nil && clocks.device == clocks.service, "\(clocks)")
            let events = try await daemons.vsactl("journal", "list").checked().output
            #expect(!events.contains("scenario.rolled-back"), "\(events)")
        }
    }

    @Test("vsactl that is killed while it has the turn leaves both as they were, and the next load needs no help")
    func killed() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("scenario", "load", scenario(hours: 1, in: daemons)).checked()
            // The service answers nobody: the load has the turn at the device and waits for the service.
            let service = daemons.serviceProcess
            service.send(signal: SIGSTOP)
            let loader = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["scenario", "load", try scenario(hours: 2, in: daemons)],
                environment: daemons.presentEnvironment, standardOutput: .null, standardError: .null)
            let control = try await self.control(daemons)
            try await until("it has the turn") { try await isTaken(control) }
            loader.send(signal: SIGKILL)
            await loader.wait()
            service.send(signal: SIGCONT)
            try await daemons.vsactl("scenario", "load", scenario(hours: 3, in: daemons)).checked()
            let clocks = try await clocks(daemons)
            #expect(clocks.device == "offset:10800" && clocks.service == "offset:10800", "\(clocks)")
        }
    }

    private func control(_ daemons: Daemons) async throws -> Proxy {
        Proxy(
            try await Connection.open(address: daemons.bus.address), "org.vsasim.SubscriberAccount1",
            path: "/org/vsasim/SubscriberAccount1/Control", interface: "org.vsasim.SubscriberAccount1.Control")
    }

    /// Whether somebody else has the turn: a call that needs it is not answered soon.
    private func isTaken(_ control: Proxy) async throws -> Bool {
        do {
            try await control.call("RollBackScenario", UInt64.max, timeout: .milliseconds(300))
            return false
        } catch ConnectionError.timedOut {
            return true
        } catch is RemoteError {
            return false
        }
    }

    private func administer(_ daemons: Daemons, _ step: String, _ body: String) async throws -> ServiceAnswer {
        try await daemons.administration.send(
            "POST", "/admin/v1/scenario/\(step)", body: ("application/json", Data(body.utf8))
        ).expecting(200)
    }

    @Test("A program that is gone after both have swapped, and before it has said so, leaves both as they were")
    func goneInDoubt() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("scenario", "load", scenario(hours: 1, in: daemons)).checked()
            let control = try await self.control(daemons)
            let document = #"{"schema": "vsa-scenario/1", "name": "doubt", "clock": {"offset": "2h"}}"#
            try await control.call("BeginLoad")
            let generation = try await control.call("PrepareScenario", document).decode(as: UInt64.self)
            let prepared = try await administer(daemons, "prepare", document).decoded(as: [String: Int64].self)
            try await control.call("CommitScenario", generation)
            let commit = #"{"generation":\#(prepared["generation"] ?? 0),"confirmWithin":2}"#
            _ = try await administer(daemons, "commit", commit)
            #expect(try await clocks(daemons) == ("offset:7200", "offset:7200"))
            await control.connection.close()
            try await until("both are as they were") { try await clocks(daemons) == ("offset:3600", "offset:3600") }
        }
    }
}
