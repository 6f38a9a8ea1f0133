import ProjectTesting
import Testing

/// Attaches the logs of the daemons to a test that fails, and prints them.
struct DaemonLogsTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let failure = Flag()
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            failure.raise()
            return issue
        }
        try await watch.provideScope(for: test, testCase: testCase) {
            try await DaemonLogs.$hasFailed.withValue({ failure.isRaised }) {
                try await DaemonLogs.$take.withValue({ Self.show($0, $1, test.name) }, operation: function)
            }
        }
    }

    private static func show(_ name: String, _ text: String, _ test: String) {
        Attachment.record(text, named: name)
        print("--- \(name) of \(test)\n\(text.split(separator: "\n").suffix(200).joined(separator: "\n"))\n---")
    }
}

extension Trait where Self == DaemonLogsTrait {
    /// Shows the logs of the daemons when a test fails.
    static var daemonLogs: Self { Self() }
}
