import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("The timeline of device, service and library")
struct TimelineTests {
    private func storage(_ daemons: Daemons) throws -> String {
        try daemons.workspace.folder.makeFolder("storage-\(UUID().uuidString)")
    }

    @Test("One call of an app appears in all three journals under one trace ID")
    func correlation() async throws {
        try await withDaemons { try await correlated($0) }
    }

    private func correlated(_ daemons: Daemons) async throws {
        try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
        try await daemons.signIn("alice", at: "alpha.example")
        try await daemons.run(
            "entitle", ["--storage", try storage(daemons), "setRequestor REF30", "getAuthorization news", "wait setToken 30"]
        ).checked()
        let entries = try await daemons.document("journal", "list", "--limit", "1000", "--app", "com.example.player")[
            "entries"
        ]
        .elements
        let call = try #require(entries.first { $0["event"].text == "library.call.setRequestor" })
        let trace = try #require(call["correlation"].text)
        let group = entries.filter { $0["correlation"].text == trace }
        #expect(group.contains { $0["event"].text == "library.setRequestorComplete" })
        let machineTimes = entries.compactMap { if case .integer(let time) = $0["machineTime"] { time } else { nil } }
        #expect(machineTimes == machineTimes.sorted() && machineTimes.count == entries.count)
        #expect(Set(entries.compactMap { $0["source"].text }).isSuperset(of: ["device", "library"]))
        let last = try #require(entries.last { $0["event"].text == "library.setToken" }?["id"].text)
        let shown = try await daemons.document("journal", "show", last)
        #expect(shown["entry"]["event"].text == "library.setToken")
        let lines = try await daemons.vsactl("journal", "export").checked().lines
        #expect(lines.count >= entries.count && lines.allSatisfy { $0.hasPrefix(#"{"schema":1,"id":""#) })
    }

    @Test("A call of REST v2 is an entry of the app that its device information names")
    func application() async throws {
        try await withDaemons { daemons in
            let app = ["--api", "v2", "--service-provider", "REF30", "--storage", try storage(daemons), "--app-id"]
            try await daemons.run("entitle", app + ["com.example.one", "configuration"]).checked()
            try await daemons.run("entitle", app + ["com.example.two", "profiles"]).checked()
            let entries = try await daemons.document("journal", "list", "--app", "com.example.two")["entries"].elements
            #expect(entries.compactMap { $0["event"].text } == ["service.profiles-read"])
        }
    }

    @Test("If the service cannot be reached, its missing entries are reported", arguments: ["list", "export"])
    func absentService(command: String) async throws {
        try await withDaemons { daemons in
            #expect(try await daemons.vsactl("journal", command).checked().errorOutput.isEmpty)
            let alone = try await daemons.run(
                "vsactl", ["journal", command], environment: ["VSASIM_SERVICE_URL": "http://127.0.0.1:1"]
            ).checked()
            #expect(alone.errorOutput.hasPrefix("vsactl: without the service's entries: "), "\(alone)")
            #expect(try await daemons.vsactl("journal", "list", "--source", "device").checked().errorOutput.isEmpty)
        }
    }

    @Test("expect waits for late entries, and reports the nearest one")
    func expect() async throws {
        try await withDaemons { daemons in
            let waiting = Task {
                try await daemons.vsactl("expect", "access.changed", "access-status=granted", "--within", "60s")
            }
            try await daemons.vsactl("access", "set", "com.example.player", "denied").checked()
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            #expect(try await waiting.value.exit == .exited(0))
            let missed = try await daemons.vsactl("expect", "access.changed", "access-status=restricted")
            #expect(missed.exit == .exited(4))
            #expect(missed.errorOutput.contains("nearest: d") && missed.errorOutput.contains("wanted restricted, it is granted"))
            #expect(try await daemons.vsactl("expect", "access.changed", "--count", "2").exit == .exited(0))
            #expect(try await daemons.vsactl("expect", "access.changed", "--count", "1").exit == .exited(4))
            #expect(try await daemons.vsactl("expect", "access.changd").exit == .exited(10))
            try await daemons.vsactl("reset").checked()
            #expect(try await daemons.vsactl("expect", "access.changed", "--count", "0").exit == .exited(0))
        }
    }

    @Test("An app's callbacks before a reset, or before an entry of another journal, do not count")
    func libraryBeginnings() async throws {
        try await withDaemons { daemons in
            let app = ["--storage", try storage(daemons), "setRequestor REF30"]
            try await daemons.run("entitle", app).checked()
            #expect(try await daemons.vsactl("expect", "library.setRequestorComplete", "--count", "1").exit == .exited(0))
            try await daemons.vsactl("reset").checked()
            #expect(try await daemons.vsactl("expect", "library.setRequestorComplete", "--count", "0").exit == .exited(0))
            try await daemons.run("entitle", app).checked()
            #expect(try await daemons.vsactl("expect", "library.setRequestorComplete", "--count", "1").exit == .exited(0))
            let entries = try await daemons.document("journal", "list", "--source", "device", "--limit", "1000")["entries"]
            let reset = try #require(entries.elements.last { $0["event"].text == "device.reset" }?["id"].text)
            let since = try await daemons.vsactl("expect", "library.setRequestorComplete", "--count", "1", "--since", reset)
            #expect(since.exit == .exited(0), "\(since)")
        }
    }

    @Test("A --since before all time lists everything")
    func sinceLongAgo() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl("access", "set", "com.example.since", "granted").checked()
            for arguments in [["journal", "list"], ["journal", "list", "--since", "9999999999d"]] {
                let result = try await daemons.run("vsactl", arguments).checked()
                #expect(result.output.contains("com.example.since"), "\(result)")
            }
        }
    }

    @Test("run --save-on-exit leaves timeline and logs, and the clock's file is set inside")
    func save() async throws {
        try await Workspace.withPlace(saved)
    }

    private func saved(_ workspace: Workspace) async throws {
        let folder = workspace.folder.path("saved")
        let script = "cat \"$VSASIM_CLOCK\" && vsactl check-access --app com.example.a"
        let result = try await workspace.vsactl(["run", "--save-on-exit", folder, "--", "sh", "-c", script])
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.first == "real")
        let timeline = try String(contentsOfFile: folder + "/journal.jsonl", encoding: .utf8).split(separator: "\n")
        #expect(
            timeline.contains { $0.contains(#""event":"access.checked""#) && $0.contains(#""application":"com.example.a""#) })
        #expect(timeline.contains { $0.contains(#""source":"service""#) })
        #expect(FileManager.default.fileExists(atPath: folder + "/entitlementd.log"))
        try await workspace.expectNothingLeft()
    }
}
