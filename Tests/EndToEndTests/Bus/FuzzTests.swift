import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs Tests/fuzz/fuzz.py: generated values for every member that vsad's own introspection data names.
@Suite("Generated calls")
struct FuzzTests {
    @Test("They find nothing in vsad: no crash, no hang, no growth, no damaged state")
    func daemon() async throws {
        // One seed and a number of rounds, so that a failure can be reproduced; `make fuzz` uses another seed each time.
        let options = ["--seed", "2026", "--seconds", "1", "--rounds", "2"]
        let result = try await Python.run(
            "Tests/fuzz/fuzz.py", options + ["--", try Executables.find("vsad")], within: .seconds(1_200))
        #expect(result.exit == .exited(0), "\(result)")
    }

    /// A defect of Tests/fuzz/broken_service.py and the required text of the finding.
    static let defects = [
        ("crash", "ended by signal SIGABRT"), ("race", "ended by signal SIGABRT"), ("hang", "no answer within"),
        ("leak", "KiB of private memory"), ("descriptors", "file descriptors instead of"),
        ("wrong-type", "answered 'as' instead of 's'"), ("inner-error", "which is not one of its errors"),
        ("mute-error", "without a word"), ("forgets", "and a restart, ListApplications returns"),
    ]

    @Test("They find every defect of a service that is broken on purpose", arguments: defects)
    func brokenService(_ defect: String, _ finding: String) async throws {
        // One seed, so that the findings are always the same.
        let options = ["--seed", "1", "--seconds", "1", "--rounds", "2", "--scale", "2", "--shrink", "2", "--bound", "10"]
        let service = [try Python.interpreter(), Python.script("Tests/fuzz/broken_service.py"), defect]
        let result = try await Python.run("Tests/fuzz/fuzz.py", options + ["--"] + service, within: .seconds(300))
        #expect(result.exit == .exited(1), "\(result)")
        #expect(result.output.contains("FOUND in round"), "\(result)")
        #expect(result.output.contains(finding), "\(result)")
        #expect(result.output.contains("FUZZ_SEED=1"), "\(result)")
    }

    @Test("They find nothing in the same service without a defect")
    func soundService() async throws {
        let options = ["--seed", "1", "--seconds", "1", "--rounds", "2"]
        let service = [try Python.interpreter(), Python.script("Tests/fuzz/broken_service.py"), "none"]
        let result = try await Python.run("Tests/fuzz/fuzz.py", options + ["--"] + service, within: .seconds(300))
        #expect(result.exit == .exited(0), "\(result)")
    }
}
