import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `seed` of a scenario, in separate sessions.
@Suite("Identifiers of a scenario's seed", .daemonLogs)
struct SeedTests {
    /// The identifiers of a sign-on: of the app's registration, of the SAML messages, of the account.
    private func identifiers(_ workspace: Workspace, seed: Int) async throws -> [String] {
        let file = try workspace.folder.write(
            """
            schema: vsa-scenario/1
            name: seeded
            seed: \(seed)
            apps: [{id: com.example.player, access: granted}]
            account: {provider: alpha.example, subscriber: alice}
            """, to: "seeded-\(seed).yaml")
        let script = """
            set -e
            entitle --app-id com.example.player --storage "$XDG_STATE_HOME/storage" "setRequestor REF30" \
                "wait setRequestorComplete status=1 60" >/dev/null
            vsactl journal list --json
            vsactl journal show l1 --saml
            """
        let result = try await workspace.vsactl(["run", "--scenario", file, "--", "sh", "-c", script])
        #expect(result.exit == .exited(0), "\(result)")
        let found = result.output.matches(of: /"client":\s*"([^"]+)"|\bID="([^"]+)"/)
        return found.compactMap { $0.output.1 ?? $0.output.2 }.map(String.init)
    }

    @Test("The same seed gives the same identifiers in every session, another seed gives others")
    func reproducible() async throws {
        try await Workspace.withPlace { workspace in
            let first = try await identifiers(workspace, seed: 42)
            #expect(Set(first).count >= 4, "\(first)")
            #expect(try await identifiers(workspace, seed: 42) == first)
            #expect(Set(try await identifiers(workspace, seed: 43)).isDisjoint(with: first))
        }
    }
}
