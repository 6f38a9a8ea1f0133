import Foundation
import TVWorld
import Testing

@testable import Administration
@testable import VSAControl

/// Snapshots of the output of the commands about the service's sessions, requestors and certificates.
@Suite("reports about the service")
struct ServiceReportTests {
    private let plain = Style(isColoured: false)

    @Test("session list")
    func sessions() throws {
        let text = #"""
            {"sessions":[{"id":"s-1","requestor":"REF30","deviceId":"d","appId":"","mvpd":"AlphaCable","userId":"u","source":"apple","interface":"v1",
            "createdAt":1772388000000,"expiresAt":1774980000000,"platform":"ios"}],"next":"5.0","total":9}
            """#
        let page = try JSONDecoder().decode(SessionPage.self, from: Data(text.utf8))
        #expect(page.next == "5.0")
        let report = Report(page.sessions)
        #expect(
            report.text(plain) == """
                ID   REQUESTOR  MVPD        USER  DEVICE  SOURCE  EXPIRES
                s-1  REF30      AlphaCable  u     d       apple   2026-03-31T18:00:00Z
                """)
        #expect(
            report.document.serialized
                == #"{"schema":1,"sessions":[{"id":"s-1","requestor":"REF30","deviceId":"d","mvpd":"AlphaCable","userId":"u","#
                + #""source":"apple","platform":"ios","visitorId":null,"createdAt":"2026-03-01T18:00:00Z","#
                + #""expiresAt":"2026-03-31T18:00:00Z"}]}"#)
        #expect(Report([SessionResource]()).text(plain).isEmpty)
    }

    @Test("requestor show")
    func requestor() {
        let requestor = RequestorResource(
            id: "REF30", name: "Reference 30", domains: ["example.com"], customSchemes: ["adbe.example"], authnTTL: 2_592_000,
            authzTTL: 86_400, mediaTTL: 420, enhancedErrors: true, denialLimit: 3, denialPeriod: 60, deviceIdMetadata: false)
        #expect(
            requestor.record.text(plain) == """
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
            requestor.record.document.serialized
                == #"{"schema":1,"requestor":{"id":"REF30","name":"Reference 30","domains":["example.com"],"#
                + #""customSchemes":["adbe.example"],"authnTTL":2592000,"authzTTL":86400,"mediaTTL":420,"enhancedErrors":true,"#
                + #""denialLimit":3,"denialPeriod":60,"deviceIdMetadata":false,"defaultRedirectURL":null}}"#)
    }

    @Test("application list and show")
    func applications() {
        let application = ApplicationResource(
            id: "a-1", name: "Player", requestors: [], platforms: ["ios", "tvos"], schemes: ["my.player"], version: "2.1",
            domains: nil, issuedAt: 1_772_388_000, revoked: false)
        #expect(
            Report([application]).text(plain) == """
                ID   NAME        REQUESTORS  PLATFORMS  ISSUED                STATE
                a-1  Player 2.1  all         ios tvos   2026-03-01T18:00:00Z  valid
                """)
        #expect(
            application.record.text(plain) == """
                id          a-1
                name        Player 2.1
                requestors  all
                platforms   ios tvos
                schemes     my.player
                domains     the requestors'
                issued      2026-03-01T18:00:00Z
                state       valid
                """)
        #expect(Report([ApplicationResource]()).text(plain).isEmpty)
    }

    @Test("throttling show, custom-scheme list, media-certificate list")
    func operation() {
        let throttling = ThrottlingResource(enabled: true, callsPerSecond: 1, burst: 10, idleSeconds: 60, retryAfter: false)
        #expect(
            throttling.record.text(plain) == """
                throttling        on
                calls per second  1
                burst             10
                idle              1m
                retry-after       off
                """)
        #expect(
            throttling.record.document.serialized
                == #"{"schema":1,"throttling":{"enabled":true,"callsPerSecond":1,"burst":10,"idleSeconds":60,"retryAfter":false}}"#
        )
        #expect(
            Report([CustomSchemeResource(requestor: "REF30", scheme: "adbe.x")]).text(plain) == """
                REQUESTOR  SCHEME
                REF30      adbe.x
                """)
        let certificates = [
            MediaCertificateResource(fingerprint: "0a0b", current: true, endsAt: nil, certificate: "PEM"),
            MediaCertificateResource(fingerprint: "0c0d", current: false, endsAt: 1_772_388_000_000, certificate: "PEM"),
        ]
        #expect(
            Report(certificates).text(plain) == """
                FINGERPRINT  STATE    TOKENS END
                0a0b         current
                0c0d         old      2026-03-01T18:00:00Z
                """)
    }

    @Test("usage: columns of events, the newest hours, sums")
    func usage() throws {
        let text = #"""
            {"hours":[{"start":1772380800000,"requestor":"REF30","counts":{"authn-attempts":2,"authz-failed":0,"media-tokens":1}},
            {"start":1772384400000,"requestor":"REF30","counts":{"authn-attempts":3}},
            {"start":1772384400000,"requestor":"","counts":{"authn-attempts":1}}]}
            """#
        let hours = try JSONDecoder().decode(ResourceList<UsageResource>.self, from: Data(text.utf8)).elements
        #expect(
            Report.usage(hours).text(plain) == """
                HOUR                  REQUESTOR  AUTHN-ATTEMPTS  MEDIA-TOKENS
                2026-03-01T16:00:00Z  REF30      2               1
                2026-03-01T17:00:00Z  REF30      3               0
                2026-03-01T17:00:00Z  -          1               0
                """)
        for (minutes, count) in [(0, 2), (30, 2), (60, 2), (90, 3), (120, 3)] as [(Int64, Int)] {
            let latest = UsageResource.latest(hours, within: TimeSpan(milliseconds: minutes * 60_000))
            #expect(latest.count == count, "\(minutes) minutes")
        }
        #expect(UsageResource.latest(hours, within: nil).count == 3)
        let totals = UsageResource.totals(hours)
        #expect(totals.map(\.requestor) == ["", "REF30"] && totals[1].counts["authn-attempts"] == 5)
        #expect(totals[1].start == 1_772_380_800_000)
    }

    @Test("certificate list")
    func certificates() {
        let certificate = CertificateResource(
            id: String(repeating: "0a", count: 32), requestor: "REF30", serial: "01", issuer: "CN=a", subject: "CN=a",
            notBefore: 1_772_388_000, notAfter: 1_774_980_000, encryptsMetadata: true, certificate: "PEM")
        #expect(
            Report([certificate]).text(plain) == """
                ID                REQUESTOR  SUBJECT  VALID UNTIL           ENCRYPTS
                0a0a0a0a0a0a0a0a  REF30      CN=a     2026-03-31T18:00:00Z  yes
                """)
        #expect(
            ServiceControl.path([CertificateResource.path, "REF30", "a/b"], query: ["limit": "5", "cursor": nil])
                == "/admin/v1/certificates/REF30/a%2Fb?limit=5")
        #expect(Report([CertificateResource]()).text(plain).isEmpty)
    }
}
