import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `VSASIM_PARALLEL_RUNS=10x100` runs ten sessions at a time, a hundred times, as `make soak` does.
@Suite("Concurrent sessions of vsactl run", .daemonLogs)
struct ParallelRunTests {
    private static let (sessions, rounds): (Int, Int) = {
        let numbers = ProcessInfo.processInfo.environment["VSASIM_PARALLEL_RUNS"]?.split(separator: "x").compactMap { Int($0) }
        guard let numbers, numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return (4, 2) }
        return (numbers[0], numbers[1])
    }()

    /// What one session reports about itself.
    private struct Account: Sendable {
        var service: String
        var bus: String
    }

    @Test("Each has its own device and service, isolated from the others; afterwards nothing is left")
    func independent() async throws {
        try await Workspace.withPlace { workspace in
            // They compete for the keys of the workspace's pool.
            let environment = workspace.environment
            for round in 1...Self.rounds {
                let accounts = try await self.round(round, environment)
                #expect(Set(accounts.map(\.service)).count == Self.sessions, "round \(round): \(accounts)")
                #expect(Set(accounts.map(\.bus)).count == Self.sessions, "round \(round): \(accounts)")
                try await workspace.expectNothingLeft()
            }
        }
    }

    private func round(_ round: Int, _ environment: [String: String]) async throws -> [Account] {
        try await withThrowingTaskGroup(of: Account.self) { group in
            for number in 0..<Self.sessions {
                group.addTask { try await session(number, round, environment) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// One session: its own app and subscriber, a sign-on with an authorization, and the state afterwards.
    private func session(_ number: Int, _ round: Int, _ environment: [String: String]) async throws -> Account {
        let subscriber = ["alice", "bob"][(number + round) % 2]
        let app = "com.example.app-\(round)-\(number)"
        let script = """
            set -e
            vsactl access set \(app) granted >/dev/null
            vsactl account sign-in alpha.example --subscriber \(subscriber) >/dev/null
            entitle --app-id \(app) --storage "$HOME/storage-\(round)-\(number)" "setRequestor REF30" \
                "wait setRequestorComplete status=1 120" "getAuthorization news" "wait setToken resource=news 120" \
                "getMetadata user userID" "wait setMetadataStatus 120"
            vsactl journal export
            printf '%s\\n' "$VSASIM_SERVICE_URL" "$DBUS_SESSION_BUS_ADDRESS"
            """
        let result = try await Tool.run(
            try Executables.find("vsactl"), ["run", "--", "sh", "-c", script], environment: environment, within: .seconds(600))
        #expect(result.exit == .exited(0), "\(result)")
        // On a busy machine the providers' keys take so long that the session reports what it waits for.
        #expect(result.errorLines.allSatisfy { $0.contains("each needs its own key") }, "\(result)")
        #expect(result.output.contains(#""callback":"setToken""#), "\(result)")
        // Of all concurrent calls, only the session's own are in its journals.
        let apps = Set(result.output.matches(of: /com\.example\.app-[0-9]+-[0-9]+/).map { String($0.output) })
        #expect(apps == [app], "\(result)")
        #expect(result.output.contains(#""subscriber":"\#(subscriber)""#), "\(result)")
        #expect(!result.output.contains(#""subscriber":"\#(subscriber == "alice" ? "bob" : "alice")""#), "\(result)")
        return Account(service: result.lines.suffix(2).first ?? "", bus: result.lines.last ?? "")
    }
}
