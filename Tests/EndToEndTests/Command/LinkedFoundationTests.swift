import Foundation
import PrivateSession
import Testing

@Suite("Which parts of Foundation the programs link")
struct LinkedFoundationTests {
    /// What is in a program that links Foundation: the names of its libraries, or of ICU's data when it is linked statically.
    private static let marks = ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so", "icudt"]

    @Test(
        "B1: these link neither Foundation nor its ICU; entitle, which links both, shows that the check finds them",
        arguments: [("vsad", false), ("vsactl", false), ("media-token-verifier", false), ("entitle", true)])
    func foundation(program: String, linksFoundation: Bool) throws {
        let bytes = try Data(contentsOf: URL(filePath: try Executables.find(program)), options: .mappedIfSafe)
        let found = Self.marks.filter { bytes.range(of: Data($0.utf8)) != nil }
        #expect(found.isEmpty != linksFoundation, "\(program): \(found)")
    }
}
