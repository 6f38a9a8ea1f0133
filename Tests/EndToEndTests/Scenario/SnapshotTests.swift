import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `vsactl snapshot` with both daemons and an app.
@Suite("Snapshots of device and service", .daemonLogs)
struct SnapshotTests {
    /// What an app gets that knows only its own storage.
    private func answers(_ daemons: Daemons) async throws -> [String] {
        let calls = [
            "setRequestor REF30", "wait setRequestorComplete 20", "checkAuthentication", "wait setAuthenticationStatus 20",
            "checkAuthorization news", "wait setToken resource=news 20", "getMetadata user userID", "wait setMetadataStatus 20",
        ]
        let result = try await daemons.run("entitle", ["--app-id", "com.example.player"] + calls).checked()
        // A media token contains the time of its issue.
        return result.output.split(separator: "\n").map(String.init)
            .filter { !$0.contains("sendTrackingData") }.map { $0.replacing(/"token":"[^"]+"/, with: "a token") }
    }

    /// Changes everything.
    private func change(_ daemons: Daemons) async throws {
        for command in [
            ["reset"], ["account", "sign-in", "beta.example", "--subscriber", "bob"],
            ["access", "set", "com.example.player", "denied"],
            ["region", "set", "CA"], ["clock", "freeze", "2030-01-01T00:00:00Z"],
            ["fault", "add", "service.config", "--status", "503"],
            ["fault", "add", "vsa.metadata", "--error", "Rejected"], ["answer", "access", "denied"],
            ["integration", "set", "REF30", "AlphaCable", "--enabled", "off"],
        ] {
            try await daemons.run("vsactl", command).checked()
        }
    }

    private func killBoth(_ daemons: Daemons) async throws {
        let device = try #require(try await daemons.accountProcessID())
        kill(device, SIGKILL)
        try await until("vsad is gone") { try await daemons.accountProcessID() != device }
        daemons.serviceProcess.send(signal: SIGKILL)
        await daemons.serviceProcess.wait()
        try await daemons.restartService()
    }

    @Test("Saved, everything changed, both killed, loaded: the app gets the same answers as before")
    func putBack() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            try await daemons.vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice").checked()
            let authorized = try await daemons.run(
                "entitle",
                ["--app-id", "com.example.player", "setRequestor REF30", "getAuthorization news", "wait setToken 20"]
            ).checked()
            #expect(authorized.output.contains("setToken"))
            let before = try await answers(daemons)
            #expect(before.contains { $0.contains(#""status":1"#) } && before.contains { $0.contains("a token") }, "\(before)")
            let file = daemons.workspace.folder.path("before.json")
            try await daemons.vsactl("snapshot", "save", file).checked()
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
            try await change(daemons)
            #expect(try await daemons.vsactl("snapshot", "diff", file, "--exit-code").exit == .exited(4))
            try await killBoth(daemons)
            try await daemons.vsactl("snapshot", "load", file).checked()
            let difference = try await daemons.vsactl("snapshot", "diff", file, "--exit-code")
            #expect(difference.exit == .exited(0) && difference.output == "no difference", "\(difference)")
            #expect(try await answers(daemons) == before)
            // The loaded state is on the disk.
            try await killBoth(daemons)
            #expect(try await answers(daemons) == before)
        }
    }

    @Test("A snapshot of the service's first version loads, with defaults for what is new in the second")
    func olderVersion() async throws {
        let fixture = Repository.root.appending(path: "Tests/EndToEndTests/Scenario/Fixtures/snapshot-1.json").path
        try await withDaemons { daemons in
            try await daemons.vsactl("snapshot", "load", fixture).checked()
            #expect(try await daemons.document("account", "show")["account"]["subscriber"].text == "alice")
            let sessions = try await daemons.document("session", "list")["sessions"].elements
            #expect(sessions.map { $0["mvpd"].text } == ["AlphaCable"])
            let faults = try await daemons.document("fault", "list")["faults"].elements
            #expect(Set(faults.compactMap { $0["id"].text }) == ["device-fault-1", "fault-1"])
            let clocks = try await daemons.document("clock", "show")
            for daemon in ["device", "service"] { #expect(clocks[daemon]["specification"].text == "frozen:1795381800") }
        }
    }

    @Test("A snapshot replaces only a regular file")
    func devices() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let pipe = daemons.workspace.folder.path("pipe")
            let link = daemons.workspace.folder.path("link")
            #expect(mkfifo(pipe, 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
            for (path, kind) in [(pipe, FileAttributeType.typeUnknown), (link, .typeSymbolicLink)] {
                let result = try await daemons.vsactl("snapshot", "save", path)
                #expect(result.exit == .exited(1) && result.errorOutput.contains("it is not a regular file"), "\(result)")
                let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
                #expect(type == kind)
            }
            let unnamed = try await daemons.vsactl("snapshot", "save", "")
            #expect(unnamed.exit == .exited(1) && unnamed.errorOutput.contains("cannot write the snapshot '':"), "\(unnamed)")
        }
    }

    @Test("Damaged, foreign and newer files are rejected with the reason, and nothing changes in either daemon")
    func refusals() async throws {
        try await withDaemons { daemons in
            let (file, other) = (daemons.workspace.folder.path("whole.json"), daemons.workspace.folder.path("other.json"))
            try await daemons.vsactl("snapshot", "save", file).checked()
            let whole = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
            try await change(daemons)
            let now = daemons.workspace.folder.path("now.json")
            try await daemons.vsactl("snapshot", "save", now).checked()
            for (text, reason) in [
                ("", "not JSON"), (String(whole.prefix(whole.count / 2)), "incomplete"), ("[]", "schema"),
                (#"{"a":1}"#, "schema"),
                (#"{"schema":"vsa-scenario/1","name":"x"}"#, "scenario load"),
                (whole.replacing("vsa-snapshot/1", with: "vsa-snapshot/2"), "newer vsactl"),
                (whole.replacing("vsa-device-snapshot/1", with: "vsa-device-snapshot/2"), "device: schema"),
                (whole.replacing("vsa-service-snapshot/2", with: "vsa-service-snapshot/3"), "service: schema"),
                (whole.replacing(#""region": "US","#, with: #""region": "Mars","#), "device: "),
                (whole.replacing(#""statement": ["#, with: #""statement": [{"id":1},"#), "service: records.statement[0]"),
            ] {
                try Data(text.utf8).write(to: URL(filePath: other))
                let result = try await daemons.vsactl("snapshot", "load", other)
                #expect(result.exit == .exited(65) && result.errorOutput.contains(reason), "\(reason): \(result)")
            }
            let difference = try await daemons.vsactl("snapshot", "diff", now)
            #expect(difference.output == "no difference", "\(difference)")
        }
    }
}
