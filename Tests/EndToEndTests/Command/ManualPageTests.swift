import Foundation
import PrivateSession
import Testing
import VSATesting

@Suite("Manual pages")
struct ManualPageTests {
    @Test("every subcommand and every option of the programs is in their manual pages")
    func complete() async throws {
        let script = Repository.root.appending(path: "scripts/manual-options").path
        let result = try await Tool.run(
            script, [Executables.ownFolder], environment: ProcessInfo.processInfo.environment, within: .seconds(120))
        #expect(result.exit == .exited(0) && result.lines.isEmpty, "\(result)")
    }
}
