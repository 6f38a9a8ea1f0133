import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// What both daemons return and accept is defined once; each test uses both.
@Suite("Device and service agree", .daemonLogs)
struct SharedMeaningTests {
    @Test("a fault's delay is at most a day and it lasts at most a hundred years, at both daemons")
    func limits() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            for point in ["vsa.metadata", "service.config"] {
                try await daemons.vsactl("fault", "add", point, "--delay", "24h", "--times", "1").checked()
                let late = try await daemons.vsactl("fault", "add", point, "--delay", "86400001ms")
                #expect(late.exit != .exited(0) && late.errorOutput.contains("--delay takes a time up to 1d"), "\(late)")
                try await daemons.vsactl("fault", "add", point, "--delay", "1s", "--for", "36525d").checked()
                for option in ["--from", "--for"] {
                    let long = try await daemons.vsactl("fault", "add", point, "--delay", "1s", option, "36526d")
                    #expect(long.exit != .exited(0), "\(long)")
                    #expect(long.errorOutput.contains("\(option) takes a time up to 36525d"), "\(long)")
                }
            }
        }
    }

    @Test("a fault that only delays has the effect \"delay\" in both journals")
    func effect() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            for point in ["vsa.access", "service.config"] {
                try await daemons.vsactl("fault", "add", point, "--delay", "1ms", "--id", "slow-\(point)").checked()
            }
            try await daemons.vsactl("check-access", "--app", "com.example.player").checked()
            _ = try await daemons.administration.send("GET", "/api/v1/config/REF30")
            let entries = try await daemons.document("journal", "list", "--limit", "1000")["entries"].elements
            let struck = entries.filter {
                $0["event"].text == "fault.struck" && $0["details"]["fault"].text?.hasPrefix("slow-") == true
            }
            #expect(Set(struck.compactMap { $0["details"]["point"].text }) == ["vsa.access", "service.config"])
            #expect(struck.allSatisfy { $0["details"]["effect"].text == "delay" }, "\(struck)")
        }
    }

    @Test("vsactl and the dashboard show a SAML message alike: indented, with the same parts masked")
    func masking() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            try await daemons.run("entitle", ["--storage", storage, "setRequestor REF30", "checkAuthentication"]).checked()
            let entries = try await daemons.document("journal", "list", "--limit", "1000")["entries"].elements
            let exchange = try #require(entries.last { $0["event"].text == "service.token-exchanged" })
            let messages = try await daemons.document("journal", "show", try #require(exchange["id"].text), "--saml")["saml"]
            let received = try #require(
                messages.elements.first { $0["message"].text == "Response" && $0["direction"].text == "received" }?["xml"].text)
            let link = try #require(try await daemons.vsactl("dashboard", "--print").checked().lines.first)
            let live = daemons.serviceURL + "/dashboard/live"
            let page = try await daemons.run("curl", ["--silent", "--location", "--cookie", "", link, live]).checked().output
            for line in received.split(separator: "\n") {
                let escaped = line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                #expect(page.contains(escaped.replacing("\"", with: "&quot;")), "\(line)")
            }
            for part in ["SessionIndex=", "X509Certificate>", "SignatureValue>", "DigestValue>"] {
                let lines = received.split(separator: "\n").filter { $0.contains(part) }
                #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("characters, masked)") }, "\(part)")
            }
        }
    }

    @Test("a provider's certificate is valid from a day before, at the device and at its page of the service")
    func certificates() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await daemons.vsactl("provider", "show", "alpha.example", "--metadata").checked().output
            let service = try await daemons.administration.send("GET", "/mvpd/alpha.example/saml/metadata").expecting(200).text
            for metadata in [device, service] {
                let text = try #require(metadata.firstMatch(of: /X509Certificate>([^<]+)</)).output.1
                let file = try daemons.workspace.folder.write(
                    "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n", to: "provider.pem")
                let age = try await daemons.run(try Python.interpreter(), ["-c", Self.ageInSeconds, file]).checked().output
                // The daemons may have been started an hour ago, for another test.
                #expect((86_400...93_600).contains(try #require(Int(age))), "\(age)")
            }
        }
    }

    private static let ageInSeconds = """
        import datetime, sys
        from cryptography import x509
        certificate = x509.load_pem_x509_certificate(open(sys.argv[1], "rb").read())
        print(int((datetime.datetime.now(datetime.timezone.utc) - certificate.not_valid_before_utc).total_seconds()))
        """
}
