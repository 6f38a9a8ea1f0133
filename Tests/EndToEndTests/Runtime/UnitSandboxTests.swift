import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("entitlementd in the sandbox of its units", .daemonLogs)
struct UnitSandboxTests {
    /// The options of `unshare` for a `/proc` as `ProcSubset=pid` mounts it; nil if this system does not allow it.
    private static let privileges = Task { () -> [String]? in
        for options in [[], ["--map-root-user"]] {
            let namespaces = options + ["--mount", "--pid", "--fork", "--kill-child"]
            let mounting = ["mount", "-t", "proc", "-o", "subset=pid", "proc", "/proc"]
            let result = try? await Tool.run("unshare", namespaces + mounting, environment: ProcessInfo.processInfo.environment)
            if result?.exit.isSuccess == true { return namespaces }
        }
        return nil
    }

    /// Starts the program `$1` with the token in the file `$2`, prints its metrics, and stops it.
    private static let script = #"""
        set -e
        mount -t proc -o subset=pid proc /proc
        "$1" serve --metrics-token-file "$2" >"$2.output" &
        for moment in $(seq 600); do
            address=$(sed -n 's/^entitlementd listening on //p' "$2.output")
            if [ -n "$address" ]; then break; fi
            sleep 0.1
        done
        curl --silent --show-error --fail --noproxy '*' --header "Authorization: Bearer $(cat "$2")" "$address/metrics"
        kill $!
        wait $!
        """#

    @Test(
        "its start time in the metrics is right without /proc/stat",
        .enabled("not on this system: /proc cannot be mounted here") { await privileges.value != nil })
    func startTime() async throws {
        try await Workspace.withPlace { workspace in
            let token = try workspace.folder.write("token-of-the-metrics", to: "token")
            chmod(token, 0o600)
            let options = try #require(await Self.privileges.value)
            let before = Date().timeIntervalSince1970
            let result = try await Tool.run(
                "unshare", options + ["sh", "-c", Self.script, "sh", try Executables.find("entitlementd"), token],
                environment: try workspace.environment(rootedAt: "service")
            ).checked()
            let line = try #require(result.lines.first { $0.hasPrefix("process_start_time_seconds ") }, "\(result)")
            let start = try #require(Double(line.split(separator: " ")[1]))
            // The kernel counts in hundredths of a second.
            #expect(start > before - 1 && start < Date().timeIntervalSince1970 + 1, "\(line)")
        }
    }
}
