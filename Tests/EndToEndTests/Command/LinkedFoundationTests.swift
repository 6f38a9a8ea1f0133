import PrivateSession
import ProjectTesting
import Testing

@Suite("Which parts of Foundation the programs link")
struct LinkedFoundationTests {
    /// What a program that links Foundation contains: the names of its libraries, or of ICU's data when it is linked statically.
    private static let marks = ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so", "icudt"]

    @Test(
        "B1: these link neither Foundation nor its ICU; entitle, which links both, shows that the check finds them",
        arguments: [("vsad", false), ("vsactl", false), ("media-token-verifier", false), ("entitle", true)])
    func foundation(program: String, linksFoundation: Bool) async throws {
        // It reads more than a hundred megabytes faster than a search in Data.
        let result = try await Tool.run(
            "grep", ["-aoF"] + Self.marks.map { "--regexp=\($0)" } + [try Executables.find(program)],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
        try #require(result.exit == .exited(0) || result.exit == .exited(1), "\(result)")
        let found = Set(result.lines).sorted()
        #expect(found.isEmpty != linksFoundation, "\(program): \(found)")
    }
}
