import AccessEnabler
import Riverside
import VSATesting
import XCTest

/// The same with XCTest.
final class XCTestSignOnTests: XCTestCase {
    func testSigningOutInTheSettingsSignsTheAppOut() async throws {
        try await withSimulator { simulator in
            try await simulator.access.set(Riverside.identifier, .granted)
            try await simulator.account.signIn("alpha.example", subscriber: "alice")
            var settings = AccessEnablerSettings()
            settings.environment = simulator.environment(ofApp: Riverside.identifier)
            let app = Riverside(softwareStatement: try simulator.softwareStatement, settings: settings)
            try await app.start()
            let before = try await app.isSignedIn
            XCTAssertTrue(before)

            try await simulator.account.signOut()
            try await app.start()
            let after = try await app.isSignedIn
            XCTAssertFalse(after)
            try await simulator.require("account.signed-out", count: 1)
        }
    }
}
