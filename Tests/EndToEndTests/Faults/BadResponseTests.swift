import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// The answers of the real service to the bad SAML responses of the real device.
@Suite("Bad SAML responses of the device", .daemonLogs)
struct BadResponseTests {
    /// The reason why the service rejects each.
    static let reasons: [(SAMLFault, String)] = [
        (.expired, "expired"), (.notYetValid, "notYetValid"), (.wrongAudience, "wrongAudience"),
        (.wrongRecipient, "wrongRecipient"), (.tampered, "badSignature"), (.unsigned, "unsigned"),
        (.untrustedKey, "untrustedCertificate"), (.wrapped, "severalAssertions"), (.malformed, "notXML"),
        (.missingAttributes, "missingField"),
    ]

    @Test("Every kind is tested")
    func kinds() {
        #expect(Self.reasons.map(\.0) == SAMLFault.allCases)
    }

    @Test("The service rejects each for its reason, and the next one is accepted", arguments: reasons)
    func refused(_ fault: SAMLFault, reason: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            try await daemons.vsactl("fault", "add", "vsa.saml", "--saml", fault.rawValue, "--times", "1").checked()
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let app = try await daemons.run(
                "entitle",
                ["--storage", storage, "setRequestor REF30", "checkAuthentication", "setRequestor REF30"]
                    + ["checkAuthentication"]
            ).checked()
            let statuses = app.lines.filter { $0.hasPrefix(#"{"callback":"setAuthenticationStatus""#) }
            #expect(statuses.map { $0.contains(#""status":1"#) } == [false, true], "\(app)")

            let entries = try await daemons.entriesSinceReset()
            let exchanges = entries.filter { $0["event"].text == "service.token-exchanged" }
            try #require(exchanges.count == 2, "\(exchanges)")
            #expect(exchanges[0]["outcome"].text == "invalid_parameter_saml_response")
            #expect(exchanges[0]["details"]["reason"].text?.contains(reason) == true, "\(exchanges[0])")
            #expect(exchanges[1]["outcome"].text == "ok")
            let struck = entries.filter { $0["event"].text == "fault.struck" }.map { $0["details"]["effect"].text }
            #expect(struck == ["saml \(fault.rawValue)"])
        }
    }
}

extension Daemons {
    /// The timeline since the daemons were reset.
    fileprivate func entriesSinceReset() async throws -> ArraySlice<Value> {
        let entries = try await document("journal", "list", "--limit", "1000")["entries"].elements
        let reset = entries.lastIndex { ["device.reset", "service.reset"].contains($0["event"].text) }
        return entries[(reset.map { $0 + 1 } ?? 0)...]
    }
}
