import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `vsactl ps`, `attach` and `instance`.
@Suite("running sessions and kept instances", .daemonLogs)
struct RunningSessionTests {
    @Test("a session is listed and entered; its instance is in use until it ends, then it can be removed")
    func session() async throws {
        try await Workspace.withPlace { workspace in
            func run(_ script: String) async throws -> ToolResult {
                let programs = URL(filePath: try Executables.find("vsactl")).deletingLastPathComponent().path
                return try await Tool.run(
                    "/bin/bash", ["-c", "export PATH=\"\(programs):$PATH\"; \(script)"], environment: workspace.environment,
                    within: .seconds(180))
            }
            let inside = #"""
                id=${VSASIM_SESSION##*-}; vsactl ps | grep "^$id .* kept .*bash -c" >/dev/null && echo listed
                folder=$VSASIM_SESSION url=$VSASIM_SERVICE_URL
                env -u VSASIM_SERVICE_URL -u VSASIM_SESSION vsactl attach "$folder" -- sh -c 'echo "$VSASIM_SERVICE_URL"' |
                    grep -qx "$url" && echo attached
                vsactl attach "$folder" -- sh -c 'exit 7'; echo "exit $?"
                vsactl attach "$folder" -- /no/such/program; echo "exit $?"
                vsactl attach nobody; echo "exit $?"
                """#
            let result = try await run("vsactl run --instance kept -- bash -c '\(inside.replacing("'", with: #"'\''"#))'")
            #expect(result.lines == ["listed", "attached", "exit 7", "exit 127", "exit 10"], "\(result)")
            let removal = try await run(
                """
                outer=${XDG_STATE_HOME:-$HOME/.local/state}
                vsactl run --instance kept -- env XDG_STATE_HOME="$outer" vsactl instance remove kept
                echo "exit $?"; vsactl instance list; vsactl instance remove kept kept; vsactl instance list
                vsactl instance remove kept; echo "exit $?"
                """)
            #expect(removal.errorOutput.contains("the instance kept is in use"), "\(removal)")
            #expect(removal.lines.first == "exit 1" && removal.lines.contains { $0.hasPrefix("kept  unused") })
            #expect(removal.lines.contains("removed: kept") && removal.lines.last == "exit 10", "\(removal)")
        }
    }
}
