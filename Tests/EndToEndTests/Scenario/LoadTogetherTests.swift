import DBus
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Several programs that load into the same two daemons, and some that are killed while they do.
@Suite("Concurrent loads", .daemonLogs)
struct LoadTogetherTests {
    /// A scenario that is visible in the clocks of both daemons.
    private func scenario(hours: Int, in daemons: Daemons) throws -> String {
        let text = "schema: vsa-scenario/1\nname: hours-\(hours)\nregion: CA\nclock: {offset: \(hours)h}\n"
        return try daemons.workspace.folder.write(text, to: "hours-\(hours).yaml")
    }

    /// The state of the clocks of device and service.
    private func clocks(_ daemons: Daemons) async throws -> (device: String?, service: String?) {
        let document = try await daemons.document("clock", "show")
        return (document["device"]["specification"].text, document["service"]["specification"].text)
    }

    @Test("Many scenarios and snapshots are loaded one after the other, and both daemons end with the same one")
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
        }
    }

    private static let loaderName: BusName = "org.vsasim.Loader1"

    @Test("vsactl killed during its turn while the service does not respond leaves both unchanged")
    func killed() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("scenario", "load", scenario(hours: 1, in: daemons)).checked()
            // The service does not answer: it is the load's turn, and it waits for the service.
            let service = daemons.serviceProcess
            service.send(signal: SIGSTOP)
            let loader = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["scenario", "load", try scenario(hours: 2, in: daemons)],
                environment: daemons.presentEnvironment, standardOutput: .null, standardError: .null)
            let bus = try await Connection.open(address: daemons.bus.address)
            try await until("it has the turn") { try await bus.nameOwner(Self.loaderName) != nil }
            loader.send(signal: SIGKILL)
            await loader.wait()
            try await until("the turn is free") { try await bus.nameOwner(Self.loaderName) == nil }
            service.send(signal: SIGCONT)
            #expect(try await clocks(daemons) == ("offset:3600", "offset:3600"))
            try await daemons.vsactl("scenario", "load", scenario(hours: 3, in: daemons)).checked()
            #expect(try await clocks(daemons) == ("offset:10800", "offset:10800"))
            await bus.close()
        }
    }

    @Test("A program killed between the loads of service and device: the next load makes both consistent")
    func goneBetween() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("scenario", "load", scenario(hours: 1, in: daemons)).checked()
            let bus = try await Connection.open(address: daemons.bus.address)
            _ = try await bus.requestName(Self.loaderName)
            let document = #"{"schema": "vsa-scenario/1", "name": "between", "clock": {"offset": "2h"}}"#
            _ = try await daemons.administration.send(
                "PUT", "/admin/v1/scenario", body: ("application/json", Data(document.utf8))
            ).expecting(200)
            // Neither daemon has parts of two scenarios.
            #expect(try await clocks(daemons) == ("offset:3600", "offset:7200"))
            async let next = daemons.vsactl("scenario", "load", scenario(hours: 3, in: daemons))
            try await until("it waits in line") {
                try await bus.call(
                    .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "ListQueuedOwners",
                    arguments: [Self.loaderName]
                ).decode(as: [String].self).count == 2
            }
            #expect(try await clocks(daemons) == ("offset:3600", "offset:7200"))
            await bus.close()
            try await next.checked()
            #expect(try await clocks(daemons) == ("offset:10800", "offset:10800"))
        }
    }
}
