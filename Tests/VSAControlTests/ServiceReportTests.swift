import ArgumentParser
import Foundation
import Testing

@testable import VSAControl

/// Snapshots of what the commands about the service's sessions, requestors and certificates write.
@Suite("reports about the service")
struct ServiceReportTests {
    private let plain = Style(isColoured: false)

    @Test("session list")
    func sessions() throws {
        let text = #"""
            {"sessions":[{"id":"s-1","requestor":"REF30","deviceId":"d","appId":"","mvpd":"AlphaCable","userId":"u","source":"apple",
            "createdAt":1772388000000,"expiresAt":1774980000000,"platform":"ios"}],"next":5,"total":9}
            """#
        let page = try JSONDecoder().decode(SessionRecord.List.self, from: Data(text.utf8))
        #expect(page.next == 5)
        let report = SessionsReport(sessions: page.sessions)
        #expect(
            report.text(plain) == """
                ID   REQUESTOR  MVPD        USER  DEVICE  SOURCE  EXPIRES
                s-1  REF30      AlphaCable  u     d       apple   2026-03-31T18:00:00Z
                """)
        #expect(
            report.document.compact
                == #"{"schema":1,"sessions":[{"id":"s-1","requestor":"REF30","deviceId":"d","mvpd":"AlphaCable","userId":"u","#
                + #""source":"apple","platform":"ios","visitorId":null,"createdAt":"2026-03-01T18:00:00Z","#
                + #""expiresAt":"2026-03-31T18:00:00Z"}]}"#)
        #expect(SessionsReport(sessions: []).text(plain).isEmpty)
    }

    @Test("requestor show")
    func requestor() {
        let requestor = RequestorRecord(
            id: "REF30", name: "Reference 30", domains: ["example.com"], customSchemes: ["adbe.example"], authnTTL: 2_592_000,
            authzTTL: 86_400, mediaTTL: 420, enhancedErrors: true, denialLimit: 3, denialPeriod: 60, deviceIdMetadata: false)
        #expect(
            RequestorReport(requestor: requestor).text(plain) == """
                requestor          REF30
                name               Reference 30
                domains            example.com
                schemes            adbe.example
                authentication     30d
                authorization      1d
                media token        7m
                enhanced errors    on
                denials            3 within 1m
                device identifier  off
                default redirect
                """)
        #expect(
            RequestorReport(requestor: requestor).document.compact
                == #"{"schema":1,"requestor":{"id":"REF30","name":"Reference 30","domains":["example.com"],"#
                + #""customSchemes":["adbe.example"],"authnTTL":2592000,"authzTTL":86400,"mediaTTL":420,"enhancedErrors":true,"#
                + #""denialLimit":3,"denialPeriod":60,"deviceIdMetadata":false,"defaultRedirectURL":null}}"#)
    }

    @Test("certificate list")
    func certificates() {
        let certificate = CertificateRecord(
            id: String(repeating: "0a", count: 32), requestor: "REF30", serial: "01", issuer: "CN=a", subject: "CN=a",
            notBefore: 1_772_388_000, notAfter: 1_774_980_000, encryptsMetadata: true, certificate: "PEM")
        #expect(
            CertificatesReport(certificates: [certificate]).text(plain) == """
                ID                REQUESTOR  SUBJECT  VALID UNTIL           ENCRYPTS
                0a0a0a0a0a0a0a0a  REF30      CN=a     2026-03-31T18:00:00Z  yes
                """)
        #expect(certificate.path == "/admin/v1/certificates/REF30/\(certificate.id)")
        #expect(CertificatesReport(certificates: []).text(plain).isEmpty)
    }

    @Test(
        "wrong usage is refused before the service is asked",
        arguments: [
            ["requestor", "set", "REF30"], ["requestor", "set", "REF30", "--authn-ttl", "5"],
            ["session", "list", "--limit", "0"],
            ["session", "list", "--state", "old"], ["session", "revoke"], ["certificate", "mark", "REF30", "0a", "yes"],
            ["requestor", "set", "REF30", "--enhanced-errors", "true"],
        ])
    func wrongUsage(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try VSACtl.parseAsRoot(arguments) }
    }
}
