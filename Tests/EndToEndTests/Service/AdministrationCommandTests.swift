import DecisionTables
import Foundation
import PrivateSession
import Testing
import VSATesting

/// `vsactl session`, `requestor` and `certificate` against the real service.
@Suite("vsactl administers the service", .daemonLogs)
struct AdministrationCommandTests {
    @Test("a requestor is changed, shown, and as before after a reset; unknown ones are named")
    func requestors() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let changed = try await daemons.document(
                "requestor", "set", "REF30", "--media-ttl", "30s", "--enhanced-errors", "off")
            #expect(changed["requestor"]["mediaTTL"] == .integer(30) && changed["requestor"]["enhancedErrors"] == .flag(false))
            let shown = try await daemons.vsactl("requestor", "show", "REF30").checked().output
            #expect(shown.contains("media token") && shown.contains("30s"))
            #expect(try await daemons.document("requestor", "list")["requestors"].elements.count == 2)
            let unknown = try await daemons.vsactl("requestor", "show", "REF3O")
            #expect(unknown.exit == .exited(10) && unknown.errorOutput.contains("Did you mean REF30?"), "\(unknown)")
            let wrong = try await daemons.vsactl("requestor", "set", "REF30", "--domain", "a b")
            #expect(wrong.exit == .exited(65) && wrong.errorOutput.contains("domains"), "\(wrong)")
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
            let reset = try await daemons.document("requestor", "show", "REF30")
            #expect(reset["requestor"]["mediaTTL"] == .integer(420))
        }
    }

    @Test("a session is listed and revoked")
    func sessions() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.vsactl("integration", "set", "REF30", "AlphaCable", "--degraded", "authn-all").checked()
            let device = try await ServiceDevice(daemons: daemons)
            _ = try await device.exchange("").expecting(204)
            let listed = try await daemons.document("session", "list", "--device", device.deviceID)["sessions"].elements
            #expect(listed.count == 1 && listed[0]["mvpd"].text == "AlphaCable")
            let id = try #require(listed.first?["id"].text)
            try await daemons.vsactl("session", "revoke", id).checked()
            #expect(try await daemons.document("session", "list", "--device", device.deviceID)["sessions"].elements.isEmpty)
            #expect(try await daemons.vsactl("session", "revoke", id).exit == .exited(10))
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("a certificate is added from a file, marked and removed; another file is refused")
    func certificates() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("certificate-\(UUID().uuidString)"))
            let pem = try await daemons.administration.send("GET", "/media-token/certificate").expecting(200).text
            let file = try folder.write(pem, to: "certificate.pem")
            let added = try await daemons.document("certificate", "add", "REF60", file)["certificates"].elements
            let id = try #require(added.first?["id"].text)
            #expect(added[0]["encryptsMetadata"] == .flag(false))
            let marked = try await daemons.document("certificate", "mark", "REF60", String(id.prefix(12)), "on")
            #expect(marked["certificates"].elements.first?["encryptsMetadata"] == .flag(true))
            #expect(try await daemons.vsactl("certificate", "list").checked().output.contains(id.prefix(16)))
            let none = try await daemons.vsactl("certificate", "add", "REF60", try folder.write("no PEM", to: "none.pem"))
            #expect(none.exit == .exited(65) && none.errorOutput.contains("certificate"), "\(none)")
            try await daemons.vsactl("certificate", "remove", "REF60", id).checked()
            #expect(try await daemons.vsactl("certificate", "remove", "REF60", id).exit == .exited(10))
        }
    }
}
