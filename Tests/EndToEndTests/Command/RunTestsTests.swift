import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("scripts/run-tests")
struct RunTestsTests {
    /// Runs the script in another checkout with a `swift` that prints the given lines.
    private func run(_ lines: [String], refusingSkips: Bool) async throws -> ToolResult {
        try await Workspace.with { workspace in
            let place = workspace.folder
            let (scripts, programs) = (try place.makeFolder("copy/scripts"), try place.makeFolder("copy/programs"))
            _ = try place.makeFolder("copy/.build")
            try FileManager.default.createSymbolicLink(
                atPath: scripts + "/run-tests", withDestinationPath: Repository.root.appending(path: "scripts/run-tests").path)
            let said = place.path("said")
            try (lines.joined(separator: "\n") + "\n").write(toFile: said, atomically: true, encoding: .utf8)
            let swift = place.path("swift")
            try "#!/bin/sh\ncat '\(said)'\n".write(toFile: swift, atomically: true, encoding: .utf8)
            // A written file may still be open in a child that another test is starting, and cannot be executed then.
            var environment = workspace.environment
            let copied = try await Tool.run("/usr/bin/install", ["-m", "755", swift, programs], environment: environment)
            #expect(copied.exit == .exited(0))
            environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
            environment["VSASIM_REFUSE_SKIPS"] = refusingSkips ? "1" : nil
            return try await Tool.run(scripts + "/run-tests", environment: environment)
        }
    }

    private static let end = "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds."

    @Test("what cannot run on this system is reported with the reason; .ci/run rejects it")
    func impossible() async throws {
        let line = #"➜ Test "boxed" skipped: "not on this system: no namespaces""#
        let usual = try await run([line, Self.end], refusingSkips: false)
        #expect(usual.exit == .exited(0), "\(usual)")
        let report = try #require(usual.lines.firstIndex(of: "What cannot run on this system:"))
        #expect(usual.lines[(report + 1)...].elementsEqual([line, Self.end]), "\(usual)")
        let strict = try await run([line, Self.end], refusingSkips: true)
        #expect(strict.exit == .exited(1) && strict.lines.contains("A test that does not run proves nothing:"), "\(strict)")
    }

    @Test("a test that is skipped for any other reason is a failure, except for those of make soak", arguments: [true, false])
    func skipped(refusingSkips: Bool) async throws {
        let other = try await run([#"➜ Test "a" skipped: "later""#, Self.end], refusingSkips: refusingSkips)
        #expect(other.exit == .exited(1), "\(other)")
        let soak = try await run([#"➜ Test "a" skipped: "belongs to make soak""#, Self.end], refusingSkips: refusingSkips)
        #expect(soak.exit == .exited(0), "\(soak)")
    }
}
