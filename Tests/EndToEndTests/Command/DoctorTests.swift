import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl doctor", .daemonLogs)
struct DoctorTests {
    /// The doctor's result of each check: the worst level, and the remedies.
    private struct Diagnosis {
        let exit: ChildProcess.Exit
        let document: Value
        let description: String

        init(_ result: ToolResult) throws {
            exit = result.exit
            document = try JSONDecoder().decode(Value.self, from: Data(result.output.utf8))
            description = "\(result)"
        }

        var problems: [String] { named("problem") }
        var remarks: [String] { named("remark") }

        /// Whether a problem of this check has a remedy with this text.
        func cures(_ check: String, _ text: String) -> Bool {
            findings("problem").contains { finding in
                finding["check"].text == check && (finding["cure"].text ?? "").contains(text)
            }
        }

        private func findings(_ level: String) -> [Value] {
            document["findings"].elements.filter { $0["level"].text == level }
        }

        private func named(_ level: String) -> [String] { findings(level).compactMap { $0["check"].text } }
    }

    private func diagnose(_ daemons: Daemons, _ changes: [String: String] = [:]) async throws -> Diagnosis {
        try Diagnosis(try await daemons.run("vsactl", ["doctor", "--json"], environment: changes))
    }

    private func diagnose(_ environment: [String: String]) async throws -> Diagnosis {
        try Diagnosis(try await Tool.run(try Executables.find("vsactl"), ["doctor", "--json"], environment: environment))
    }

    @Test("a session of vsactl run is healthy, in words and in JSON")
    func healthy() async throws {
        try await Workspace.withPlace { workspace in
            let script = #"vsactl doctor && vsactl doctor --json | grep -c '"healthy": true'"#
            let result = try await workspace.vsactl(["run", "--", "sh", "-c", script])
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.contains { $0.hasPrefix("ok       trust") }, "\(result)")
            #expect(!result.output.contains("error  ") && result.lines.last == "1", "\(result)")
        }
    }

    @Test("each defect is found with its remedy, and no longer after the repair")
    func broken() async throws {
        try await withDaemons { daemons in
            let state = try #require(try await daemons.document("status")["device"]["stateFolder"].text)
            #expect(try await diagnose(daemons).problems == [])

            chmod("\(state)/vsad-keys", 0o755)
            let open = try await diagnose(daemons)
            #expect(open.problems == ["keys"] && open.cures("keys", "chmod 700 '\(state)/vsad-keys'"), "\(open.description)")
            #expect(open.exit == .exited(1))
            chmod("\(state)/vsad-keys", 0o700)

            // Both daemons use one folder by default; in this session the service has its own.
            mkdir("\(state)/entitlementd", 0o700)
            let key = "\(state)/entitlementd/media-token.pem"
            try "".write(toFile: key, atomically: false, encoding: .utf8)
            chmod(key, 0o644)
            let readable = try await diagnose(daemons)
            #expect(readable.problems == ["keys"] && readable.cures("keys", "chmod 600 '\(key)'"), "\(readable.description)")
            chmod(key, 0o600)

            let unstated = try await diagnose(daemons, ["VSASIM_SOFTWARE_STATEMENT": "/nobody/statement.jwt"])
            #expect(unstated.cures("statement", "vsactl client statement issue"), "\(unstated.description)")

            try await daemons.vsactl("fault", "add", "device.access", "--hang").checked()
            try await daemons.vsactl("answer", "access", "granted").checked()
            let counted = try await diagnose(daemons)
            for text in ["1 fault in force: vsa.access", "1 answer queued, 0 agents registered"] {
                #expect(counted.description.contains(text), "\(counted.description)")
            }
            try await daemons.vsactl("fault", "clear").checked()
            try await daemons.vsactl("answer", "clear").checked()

            let foreign = try await diagnose(daemons, ["VSASIM_ADMIN_TOKEN": "wrong"])
            #expect(foreign.cures("service", "VSASIM_ADMIN_TOKEN"), "\(foreign.description)")

            try await daemons.vsactl("region", "set", "AQ").checked()
            let remote = try await diagnose(daemons)
            #expect(remote.cures("providers", "vsactl region set US"), "\(remote.description)")
            try await daemons.vsactl("region", "set", "US").checked()

            try await daemons.vsactl("clock", "freeze", "2026-03-01T18:00:00Z").checked()
            let frozen = try await diagnose(daemons)
            #expect(frozen.problems == [] && frozen.description.contains("shows 2026-03-01T18:00:00Z: frozen"))
            try await daemons.vsactl("clock", "reset").checked()

            try await daemons.vsactl("answer", "unanswered", "dismiss").checked()
            let dismissing = try await diagnose(daemons)
            #expect(dismissing.exit == .exited(0) && dismissing.remarks.contains("prompts"), "\(dismissing.description)")

            #expect(try await diagnose(daemons).problems == [])
        }
    }

    @Test("an empty world is a problem of the providers only")
    func empty() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("reset", "--empty").checked()
            let empty = try await diagnose(daemons)
            #expect(empty.problems == ["providers"] && empty.cures("providers", "vsactl reset"), "\(empty.description)")
        }
    }

    @Test("a second vsad, and a killed service")
    func doubled() async throws {
        try await withDaemons { daemons in
            try await TestBus.with { other in
                let environment = daemons.environment.merging(["DBUS_SESSION_BUS_ADDRESS": other.address]) { $1 }
                // It has the mark of the first one's session, as a process on the same desktop has.
                let second = try ChildProcess.start(
                    try Executables.find("vsad"), arguments: [],
                    environment: environment.merging(["VSASIM_STATE_DIR": daemons.workspace.folder.path("second")]) { $1 })
                try await Tool.run(
                    try Executables.find("vsactl"), ["wait", "ready", "--timeout", "60s"], environment: environment
                ).checked()
                let both = try await diagnose(daemons)
                #expect(both.problems == ["other-devices"] && both.cures("other-devices", "vsactl env"), "\(both.description)")
                second.send(signal: SIGTERM)
                await second.wait()
            }

            daemons.serviceProcess.send(signal: SIGKILL)
            await daemons.serviceProcess.wait()
            let killed = try await diagnose(daemons)
            let isCured = killed.cures("service", "unset VSASIM_SERVICE_URL")
            #expect(killed.problems == ["service"] && isCured, "\(killed.description)")
        }
    }

    @Test("daemons that do not trust each other, repaired with the doctor's advice")
    func strangers() async throws {
        try await withDaemons(trust: false) { daemons in
            let before = try await diagnose(daemons)
            #expect(before.cures("trust", "vsactl service connect"), "\(before.description)")
            #expect(before.cures("statement", "vsactl client statement issue"), "\(before.description)")
            try await daemons.vsactl("service", "connect").checked()
            #expect(try await !diagnose(daemons).problems.contains("trust"))
        }
    }

    @Test("a server without a session bus has no problem, as long as its service can be reached")
    func serviceAlone() async throws {
        try await withDaemons { daemons in
            let server = [
                "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "", "VSASIM_ADMIN_TOKEN": daemons.adminToken,
            ]
            let alone = try await diagnose(daemons, server)
            #expect(alone.exit == .exited(0) && alone.problems == [], "\(alone.description)")
            #expect(alone.remarks.contains("bus") && alone.remarks.contains("runtime-folder"), "\(alone.description)")
            let unreachable = try await diagnose(daemons, server.merging(["VSASIM_SERVICE_URL": "http://127.0.0.1:1"]) { $1 })
            #expect(unreachable.exit == .exited(1), "\(unreachable.description)")
            #expect(unreachable.problems == ["bus", "service"], "\(unreachable.description)")
        }
    }

    @Test("no bus, and a bus that cannot start the device")
    func unreachable() async throws {
        try await TestBus.with { bus in
            let nobody = try await diagnose(bus.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nobody"]) { $1 })
            #expect(nobody.exit == .exited(1) && nobody.cures("bus", "vsactl run"), "\(nobody.description)")
            #expect(nobody.problems.contains("runtime-folder") == (bus.environment["XDG_RUNTIME_DIR"] == nil))
            let empty = try await diagnose(bus.environment)
            #expect(empty.cures("device", "SubscriberAccount1.service"), "\(empty.description)")
            // After installation, vsad is in no folder of the path.
            #expect(!empty.description.contains("start vsad"), "\(empty.description)")
            #expect(empty.cures("service", "vsactl service start"), "\(empty.description)")
        }
    }
}
