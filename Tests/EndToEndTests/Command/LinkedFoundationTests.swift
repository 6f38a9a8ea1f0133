import Foundation
import PrivateSession
import Testing

@Suite("What the programs link of Foundation")
struct LinkedFoundationTests {
    /// What is in a program that links Foundation: the names of its libraries, or of ICU's data when it is linked statically.
    private static let marks = ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so", "icudt"]

    @Test(
        "B1: vsad has neither Foundation nor ICU of it; entitle, which brings both to apps, shows that the check finds them",
        arguments: [("vsad", false), ("entitle", true)])
    func foundation(program: String, linksFoundation: Bool) throws {
        let bytes = try Data(contentsOf: URL(filePath: try Executables.find(program)), options: .mappedIfSafe)
        let found = Self.marks.filter { bytes.range(of: Data($0.utf8)) != nil }
        #expect(found.isEmpty != linksFoundation, "\(program): \(found)")
    }
}
