import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Golden files")
struct GoldenTests {
    @Test("help, introspection, pages, the OpenAPI document, a scenario and a snapshot are those of Tests/Golden")
    func recorded() async throws {
        let script = Repository.root.appending(path: "scripts/golden").path
        let result = try await Tool.run(
            script, ["--check", Executables.ownFolder], environment: ProcessInfo.processInfo.environment, within: .seconds(300))
        #expect(result.exit == .exited(0), "\(result)")
    }
}
