import Foundation
import TVWorld
import Testing

@testable import VSAControl

/// The header `AP-Partner-Framework-Status`, as the service's documents show it.
@Suite("partner-status")
struct PartnerStatusTests {
    private let plain = Style(isColoured: false)

    private func report(_ status: PartnerStatus, isHeader: Bool = false) -> Report {
        .partnerStatus(status, of: "com.example.player", isHeader: isHeader)
    }

    @Test("signed in: the provider, and the end of the sign-in as milliseconds in a string")
    func signedIn() throws {
        let status = PartnerStatus(access: "granted", provider: "alpha.example", expiresAt: 1_774_980_000)
        #expect(
            status.json.serialized
                == #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
                + #"{"id":"alpha.example","expirationDate":"1774980000000"}}"#)
        #expect(
            report(status).text(plain) == """
                permission  granted
                provider    alpha.example
                expires     2026-03-31T18:00:00Z
                """)
    }

    @Test("the header is standard Base64 in one line, and decodes to the status")
    func header() throws {
        let name = "Ünïted Cable 📺?>".replacing(" ", with: "")
        let status = PartnerStatus(access: "granted", provider: name)
        let line = report(status, isHeader: true).text(plain)
        let value = try #require(line.wholeMatch(of: /AP-Partner-Framework-Status: ([A-Za-z0-9+\/]+=*)/)?.1)
        #expect(try JSON(parsing: try #require(Data(base64Encoded: String(value)))) == status.json)
        #expect(report(status).document["value"] == .string(String(value)))
        #expect(report(status).document["status"] == status.json)
    }

    @Test(
        "without permission or a sign-in there is no provider",
        arguments: [
            ("not-determined", "notDetermined"), ("denied", "denied"), ("restricted", "restricted"), ("granted", "granted"),
        ])
    func empty(_ access: String, _ word: String) {
        #expect(
            PartnerStatus(access: access).json.serialized
                == #"{"frameworkPermissionInfo":{"accessStatus":"\#(word)"},"frameworkProviderInfo":{}}"#)
    }

    @Test("errors have the number of the error as a string, and its message")
    func errors() {
        let unsupported = SubscriberFailure(name: "UnsupportedProvider", message: "no single sign-on")
        let unavailable = SubscriberFailure(name: "ServiceTemporarilyUnavailable", message: "a fault")
        let status = PartnerStatus(access: "granted", accessError: unavailable, providerError: unsupported)
        #expect(
            status.json.serialized
                == #"{"frameworkPermissionInfo":{"accessStatus":"granted","error":{"code":"3","message":"a fault"}},"#
                + #""frameworkProviderInfo":{"error":{"code":"1","message":"no single sign-on"}}}"#)
        #expect(
            report(status).text(plain) == """
                permission        granted
                permission error  ServiceTemporarilyUnavailable: a fault
                provider error    UnsupportedProvider: no single sign-on
                """)
    }
}
