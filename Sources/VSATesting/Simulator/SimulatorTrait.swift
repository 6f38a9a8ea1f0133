import Foundation
import Synchronization
import Testing

/// Gives every test, and every case of a parameterized test, its own simulator: see
/// ``Testing/Trait/vsaSimulator(scenario:database:sourceFile:)``.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    /// The name of a scenario, or the path of a file; nil: the built-in world.
    public let scenario: String?
    /// The PostgreSQL server of the service; nil: SQLite.
    public let database: String?
    fileprivate let sourceFile: String
    private let id = UUID()

    /// Always true: suites apply the trait to their tests.
    public var isRecursive: Bool { true }

    /// Returns a scope for each case of a test, and none for suites.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        guard testCase != nil, !test.isSuite else { return nil }
        // The nearest trait applies: a test's own before its suite's.
        let nearest = test.traits.compactMap { $0 as? SimulatorTrait }.last
        return nearest?.id == id ? self : nil
    }

    /// Runs a test with a simulator. If it fails, the journal is attached to the test and written to standard error.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let hasFailed = Atomic(false)
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            hasFailed.store(true, ordering: .relaxed)
            return issue
        }
        try await withSimulator(scenario: scenario, database: database, sourceFile: sourceFile) { simulator in
            do {
                try await watch.provideScope(for: test, testCase: testCase, performing: function)
            } catch {
                await Self.show(simulator, test)
                throw error
            }
            if hasFailed.load(ordering: .relaxed) { await Self.show(simulator, test) }
        }
    }

    private static func show(_ simulator: Simulator, _ test: Test) async {
        let lines = await simulator.failureReport()
        Attachment.record(lines.joined(separator: "\n"), named: "vsasim-journal.txt")
        let shown = ["--- journal of \(test.name)"] + lines.suffix(200) + ["---", ""]
        FileHandle.standardError.write(Data(shown.joined(separator: "\n").utf8))
    }
}

extension Trait where Self == SimulatorTrait {
    /// A simulator for the test alone, available as ``Simulator/current()``.
    ///
    ///     @Test("A subscriber need not sign in", .vsaSimulator)
    ///     func silent() async throws {
    ///         let simulator = try Simulator.current()
    ///         …
    ///     }
    public static var vsaSimulator: Self { Self(scenario: nil, database: nil, sourceFile: "") }

    /// Returns a simulator for the test alone, with a scenario or on a PostgreSQL server. The parameters are those of
    /// ``Simulator/start(scenario:database:sourceFile:)``.
    public static func vsaSimulator(
        scenario: String? = nil, database: String? = nil, sourceFile: String = #filePath
    ) -> Self {
        Self(scenario: scenario, database: database, sourceFile: sourceFile)
    }
}
