import Testing
import XCTest

#if canImport(AccessEnablerTests)
    @testable import AccessEnablerTests
#endif
#if canImport(RiversideTests)
    @testable import RiversideTests
#endif

/// The entry point of the tests. SwiftPM would otherwise generate one, for which it compiles all code with an index to find the
/// tests that use XCTest: those are listed here.
@main struct Main {
    static func main() async {
        #if canImport(AccessEnablerTests)
            StorageWork.performIfAny()
        #endif
        if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
        XCTMain(testCases)
    }

    private static var testCases: [XCTestCaseEntry] {
        #if canImport(RiversideTests)
            [
                testCase([
                    (
                        "testSigningOutInTheSettingsSignsTheAppOut",
                        asyncTest(XCTestSignOnTests.testSigningOutInTheSettingsSignsTheAppOut)
                    )
                ])
            ]
        #else
            // scripts/check builds a module without the examples.
            []
        #endif
    }
}
