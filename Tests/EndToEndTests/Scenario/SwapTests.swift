import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Loading into two daemons, one of which cannot be changed.
@Suite("Device and service swap together or not at all", .daemonLogs)
struct SwapTests {
    /// Another program that locks a daemon's database, such as one that copies it or hangs.
    private static let holder = """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1], isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        print("held", flush=True)
        sys.stdin.read()
        """

    /// One of the two daemons.
    enum Side: String, CaseIterable {
        case device
        case service
    }

    private func database(of side: Side, _ daemons: Daemons) async throws -> String {
        if side == .device {
            return try #require(try await daemons.document("status")["device"]["stateFolder"].text) + "/vsad.sqlite"
        }
        let folder = daemons.workspace.folder.path("service")
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return "\(folder)/\(try #require(names.first { $0.hasSuffix("entitlementd.sqlite") }))"
    }

    @Test(
        "If one of the two cannot write what it loads, both are unchanged",
        arguments: ["scenario", "snapshot"], Side.allCases)
    func rollBack(kind: String, side: Side) async throws {
        try await withDaemons { daemons in
            let file = daemons.workspace.folder.path("loaded")
            if kind == "snapshot" {
                try await daemons.vsactl("snapshot", "save", file).checked()
            } else {
                let text =
                    "schema: vsa-scenario/1\nname: night\nregion: CA\nclock: {offset: 2h}\nfaults: [{at: vsa.any, delay: 1ms}]\n"
                try Data(text.utf8).write(to: URL(filePath: file))
            }
            try await daemons.signIn("alice", at: "alpha.example")
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.vsactl("fault", "add", "vsa.metadata", "--error", "Rejected", "--times", "3").checked()
            try await daemons.queueAnswer("denied", toPrompt: "access")
            try await daemons.vsactl("clock", "advance", "1h").checked()
            let before = daemons.workspace.folder.path("before.json")
            try await daemons.vsactl("snapshot", "save", before).checked()
            let holder = try ChildProcess.start(
                "python3", arguments: ["-c", Self.holder, try await database(of: side, daemons)],
                environment: daemons.workspace.environment, standardInput: .pipe, standardOutput: .pipe, standardError: .null)
            let line = try await within(defaultDeadline, "hold of the database") { await holder.standardOutput.next() }
            #expect(line == "held")
            let result = try await daemons.vsactl(kind, "load", file)
            #expect(result.exit == .exited(1), "\(result)")
            holder.standardInput?.close()
            await holder.wait()
            let difference = try await daemons.vsactl("snapshot", "diff", before)
            #expect(difference.output == "no difference", "\(difference)")
            // It leaves nothing behind: the same load succeeds now.
            try await daemons.vsactl(kind, "load", file).checked()
        }
    }
}
