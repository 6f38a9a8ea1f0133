import PrivateSession
import ProjectTesting
import Testing

/// Runs Tests/interop/attack_http.py: a separate service for each attack, over loopback.
@Suite("The cost of attacks on the service", .enabled(if: Seeds.isSoak, "takes minutes: part of make soak"))
struct AttackTests {
    @Test(
        "memory, descriptors, processor time and responses to others stay within bounds",
        arguments: ["bodies", "readers", "attributes", "descriptors"])
    func bounds(attack: String) async throws {
        let result = try await Python.run(
            "Tests/interop/attack_http.py", ["--service", try Executables.find("entitlementd"), attack], within: .seconds(300))
        #expect(result.exit == .exited(0) && result.output.contains("0 bounds are broken"), "\(result)")
    }
}
