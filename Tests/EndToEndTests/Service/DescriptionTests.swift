import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs Tests/interop/check_http.py: schemathesis against the real service.
@Suite("The service and its OpenAPI document, checked by schemathesis")
struct DescriptionTests {
    private static func check(_ options: [String], within limit: Duration) async throws -> ToolResult {
        try await Python.run(
            "Tests/interop/check_http.py", ["--service", try Executables.find("entitlementd")] + options, within: limit)
    }

    @Test("Every check of every phase finds nothing: the service is as its document says")
    func conformance() async throws {
        // One seed, so that a finding can be reproduced; make soak runs more examples.
        let isSoak = ProcessInfo.processInfo.environment["VSASIM_SOAK"] != nil
        let options = isSoak ? ["--examples", "200", "--seed", "\(UInt32.random(in: 1...999_999))"] : ["--examples", "3"]
        let result = try await Self.check(options, within: .seconds(isSoak ? 3_600 : 1_800))
        #expect(result.exit == .exited(0), "\(result)")
    }

    @Test("It finds every fault of a service whose responses are falsified on purpose")
    func faults() async throws {
        let result = try await Self.check(["--faults"], within: .seconds(1_200))
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.output.contains("all 8 faults were found"), "\(result)")
    }

    @Test("Every error that the document names is provoked once at its operation, and no other is returned")
    func errors() async throws {
        let result = try await Python.run(
            "Tests/interop/provoke_errors.py", ["--service", try Executables.find("entitlementd")],
            within: .seconds(1_200))
        #expect(result.exit == .exited(0) && result.output.contains("0 findings"), "\(result)")
        #expect(!result.lines.contains { $0.hasPrefix("0 documented errors") }, "\(result)")
    }
}
