import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// `vsactl session`, `requestor` and `certificate` with the real service.
@Suite("vsactl administers the service", .daemonLogs)
struct AdministrationCommandTests {
    @Test("a requestor is changed, shown, and restored by a reset; unknown ones are named")
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
            #expect(wrong.exit == .exited(65) && wrong.errorOutput.contains("--domain takes "), "\(wrong)")
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
            let reset = try await daemons.document("requestor", "show", "REF30")
            #expect(reset["requestor"]["mediaTTL"] == .integer(420))
        }
    }

    @Test("a requestor without integrations has statements and temporary passes like any other")
    func requestorWithoutIntegrations() async throws {
        var world = World.builtIn
        world.integrations.removeAll { $0.requestor == "REF60" }
        try await withDaemons(world: world) { daemons in
            try await daemons.vsactl("statement", "issue", "REF60").checked()
            try await daemons.vsactl("temp-pass", "list", "--requestor", "REF60").checked()
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
            let revoked = try await daemons.document("session", "revoke", id, id)["sessions"].elements
            #expect(revoked.count == 1, "An identifier that is given twice is revoked once.")
            #expect(try await daemons.document("session", "list", "--device", device.deviceID)["sessions"].elements.isEmpty)
            #expect(try await daemons.vsactl("session", "revoke", id).exit == .exited(10))
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("a certificate is added from a file, marked and removed; another file is rejected")
    func certificates() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("certificate-\(UUID().uuidString)"))
            // A daemon that has rolled its certificate over in another test returns two.
            let pems = try await daemons.administration.send("GET", "/media-token/certificate").expecting(200).text
            let end = "-----END CERTIFICATE-----\n"
            let pem = try #require(pems.components(separatedBy: end).first) + end
            let file = try folder.write(pem, to: "certificate.pem")
            let added = try await daemons.document("certificate", "add", "REF60", file)["certificates"].elements
            let id = try #require(added.first?["id"].text)
            #expect(added[0]["encryptsMetadata"] == .flag(false))
            let marked = try await daemons.document("certificate", "mark", "REF60", String(id.prefix(12)), "on")
            #expect(marked["certificates"].elements.first?["encryptsMetadata"] == .flag(true))
            #expect(try await daemons.vsactl("certificate", "list").checked().output.contains(id.prefix(16)))
            let none = try await daemons.vsactl("certificate", "add", "REF60", try folder.write("no PEM", to: "none.pem"))
            #expect(none.exit == .exited(65) && none.errorOutput.contains("RSA key of at least 2048 bits"), "\(none)")
            try await daemons.vsactl("certificate", "remove", "REF60", id).checked()
            #expect(try await daemons.vsactl("certificate", "remove", "REF60", id).exit == .exited(10))
        }
    }

    @Test("an application is registered, shown, its statement written, revoked; wrong fields are named")
    func applications() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let registered = try await daemons.document(
                "client", "register", "Player", "--requestor", "REF30", "--platform", "tvos", "--domain", "player.example")
            let id = try #require(registered["application"]["id"].text)
            #expect(registered["application"]["domains"].elements.first?.text == "player.example")
            #expect(try await daemons.vsactl("client", "show", String(id.prefix(8))).checked().output.contains("Player"))
            let statement = try await daemons.vsactl("client", "statement", id).checked().output
            #expect(statement.split(separator: ".").count == 3)
            #expect(try await daemons.vsactl("client", "list", "--requestor", "REF30").checked().output.contains(id))
            let revoked = try await daemons.document("client", "revoke", id)
            #expect(revoked["application"]["revoked"] == .flag(true))
            #expect(try await daemons.vsactl("client", "show", "x").exit == .exited(10))
            let wrong = try await daemons.vsactl("client", "register", "Player", "--domain", "a b")
            #expect(wrong.exit == .exited(65) && wrong.errorOutput.contains("--domain takes "), "\(wrong)")
            let unknown = try await daemons.vsactl("client", "register", "Player", "--requestor", "REF3O")
            #expect(unknown.exit == .exited(10) && unknown.errorOutput.contains("Did you mean REF30?"), "\(unknown)")
        }
    }

    @Test("a scheme is generated and removed; the limits of calls are changed; the media key rolls over; usage is counted")
    func operation() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let made = try await daemons.document("custom-scheme", "generate", "REF60")["customSchemes"].elements
            let scheme = try #require(made.first?["scheme"].text)
            #expect(try await daemons.vsactl("custom-scheme", "list").checked().output.contains(scheme))
            try await daemons.vsactl("custom-scheme", "remove", "REF60", scheme).checked()
            #expect(try await daemons.vsactl("custom-scheme", "remove", "REF60", scheme).exit == .exited(10))

            let set = try await daemons.document("throttling", "set", "--burst", "20", "--idle", "2m", "--retry-after", "off")
            #expect(set["throttling"]["burst"] == .integer(20) && set["throttling"]["idleSeconds"] == .integer(120))
            #expect(try await daemons.vsactl("throttling", "show").checked().output.contains("2m"))

            let before = try await daemons.document("media-certificate", "list")["certificates"].elements
            let after = try await daemons.document("media-certificate", "roll")["certificates"].elements
            #expect(after.count == before.count + 1)

            try await daemons.vsactl("integration", "set", "REF30", "AlphaCable", "--degraded", "authn-all").checked()
            let device = try await ServiceDevice(daemons: daemons)
            _ = try await device.exchange("").expecting(204)
            let usage = try await daemons.document("usage", "--requestor", "REF30", "--last", "1h", "--total")["hours"].elements
            #expect(usage.count == 1 && usage[0]["requestor"].text == "REF30")
            #expect(try await daemons.vsactl("usage").checked().output.contains("AUTHN-SUCCESSFUL"))
            #expect(try await daemons.vsactl("usage", "--requestor", "NOPE").exit == .exited(10))
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("an integration's lifetimes by platform are set, shown and inherited again")
    func integrationLifetimes() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let set = try await daemons.document(
                "integration", "set", "REF30", "alpha.example", "--authn-ttl", "2h,tvos=30m", "--authz-ttl", "ios=1m")
            let integration = try #require(set["integrations"].elements.first)
            #expect(integration["authnTTL"] == .integer(7_200) && integration["platformAuthnTTL"]["tvos"] == .integer(1_800))
            let shown = try await daemons.vsactl("integration", "show", "REF30", "AlphaCable").checked().output
            #expect(shown.contains("2h, tvOS 30m") && shown.contains("the requestor's, iOS 1m"), "\(shown)")
            let away = try await daemons.vsactl("integration", "set", "REF30", "AlphaCable", "--home", "off").checked().output
            #expect(away.contains("2h, tvOS 30m") && away.contains(/devices at home +off/), "\(away)")
            let unset = try await daemons.document(
                "integration", "set", "REF30", "AlphaCable", "--authn-ttl", "inherited,tvos=inherited", "--authz-ttl",
                "ios=inherited")
            #expect(unset["integrations"].elements.first?["authnTTL"] == .null)
            let unknown = try await daemons.vsactl("integration", "show", "REF30", "AlphaCabel")
            #expect(unknown.exit == .exited(10) && unknown.errorOutput.contains("Did you mean AlphaCable?"), "\(unknown)")
            #expect(try await daemons.vsactl("integration", "show", "REF30", "").errorOutput.contains("with provider: ''"))
        }
    }
}
