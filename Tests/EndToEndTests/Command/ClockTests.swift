import DecisionTables
import PrivateSession
import ProjectTesting
import Testing

@Suite("Commands for both daemons happen at both or at neither", .daemonLogs)
struct ClockTests {
    @Test("A step that only the device rejects leaves the service's clock unchanged")
    func tooFar() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("clock", "freeze", "9900-01-01T00:00:00Z", "--for", "device").checked()
            try await daemons.vsactl("clock", "freeze", "2030-01-01T00:00:00Z", "--for", "service").checked()
            let before = try await daemons.document("clock", "show")
            let refused = try await daemons.vsactl("clock", "advance", "36500d")
            #expect(refused.exit == .exited(65), "\(refused)")
            #expect(refused.errorOutput == "vsactl: a clock cannot move that far: it shows times in the years 1 to 9979")
            let after = try await daemons.document("clock", "show")
            #expect(after["device"]["specification"].text == before["device"]["specification"].text)
            #expect(after["service"]["specification"].text == before["service"]["specification"].text)
        }
    }

    @Test("A watch of a scenario ends when its output is no longer read")
    func readerGone() async throws {
        try await withDaemons { daemons in
            let file = try daemons.workspace.folder.write("schema: vsa-scenario/1\nname: watched\n", to: "watched.yaml")
            let vsactl = try Executables.find("vsactl")
            let result = try await daemons.run(
                "bash", ["-c", "'\(vsactl)' scenario load '\(file)' --watch | head -n 1; echo \"code ${PIPESTATUS[0]}\""])
            #expect(result.lines == ["loaded watched", "code 0"], "\(result)")
        }
    }

    @Test("A scenario without a file cannot be watched, and is not loaded")
    func unwatched() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            let refused = try await daemons.vsactl("scenario", "load", "default", "--watch")
            #expect(refused.exit == .exited(64) && refused.output.isEmpty, "\(refused)")
            let access = try await daemons.vsactl("access", "get", "com.example.player").checked()
            #expect(access.output == "granted")
        }
    }
}
