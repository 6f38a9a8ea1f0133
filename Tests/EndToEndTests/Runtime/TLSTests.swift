import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("TLS", .daemonLogs)
struct TLSTests {
    @Test(
        "vsactl run --tls: an app signs in over TLS; curl, Python and vsactl trust the service, but only with its authority"
    )
    func session() async throws {
        try await Workspace.withPlace { workspace in
            let script = #"""
                set -e
                echo "url $VSASIM_SERVICE_URL"
                echo "curl $(curl -sS "$VSASIM_SERVICE_URL/health")"
                echo "python $(python3 -c 'import os, urllib.request
                print(urllib.request.urlopen(os.environ["VSASIM_SERVICE_URL"] + "/health").status)')"
                set +e
                env -u CURL_CA_BUNDLE -u SSL_CERT_FILE curl -sS "$VSASIM_SERVICE_URL/health" >&2
                echo "untrusted $?"
                set -e
                echo "modes $(stat -c %a "$(dirname "$SSL_CERT_FILE")" "$(dirname "$SSL_CERT_FILE")"/* | sort -u | tr '\n' ' ')"
                vsactl service url
                vsactl env | grep -c -e ^SSL_CERT_FILE= -e ^NODE_EXTRA_CA_CERTS=
                vsactl access set com.example.player granted >&2
                vsactl account sign-in alpha.example --subscriber alice >&2
                entitle --storage "$HOME/a" 'setRequestor REF30' 'wait setRequestorComplete status=1 60' checkAuthentication \
                    'wait setAuthenticationStatus status=1 60' 'getAuthorization news' 'wait setToken 60'
                echo "app $?"
                vsactl account sign-out >&2
                entitle --storage "$HOME/c" 'setRequestor REF30' getAuthentication 'setSelectedProvider AlphaCable' \
                    'wait navigateToUrl 60' 'login alice alice' 'wait setAuthenticationStatus status=1 60' >&2
                echo "page $?"
                env -u SSL_CERT_FILE entitle --storage "$HOME/b" 'setRequestor REF30' 'wait setRequestorComplete 60'
                """#
            let result = try await workspace.vsactl(["run", "--tls", "--", "sh", "-c", script])
            #expect(result.exit == .exited(0), "\(result)")
            let url = try #require(result.lines.first { $0.hasPrefix("url ") }?.dropFirst(4), "\(result)")
            #expect(url.hasPrefix("https://127.0.0.1:"))
            for line in [
                #"curl {"status":"ok"}"#, "python 200", "untrusted 60", "modes 600 700 ", String(url), "2", "app 0", "page 0",
            ] {
                #expect(result.lines.contains(line), "\(line): \(result)")
            }
            let halves = result.output.components(separatedBy: "\napp 0\n")
            #expect(halves[0].contains(#"{"callback":"setToken""#), "\(result)")
            #expect(halves.last?.contains(#""errorId":"SEC420""#) == true, "\(result)")
            #expect(halves.last?.contains(#"{"callback":"setRequestorComplete","status":0"#) == true, "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    /// Makes NAME.pem and NAME.key in the folder of a workspace.
    private func makeCertificate(_ name: String, for alternativeName: String, _ workspace: Workspace) async throws {
        let folder = workspace.folder
        try await Tool.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(alternativeName)", "-keyout", folder.path("\(name).key"),
                "-out", folder.path("\(name).pem"),
            ], environment: workspace.environment
        ).checked()
    }

    @Test("a certificate that vsactl does not trust, or for another host: the reason and what to do, also by the doctor")
    func distrusted() async throws {
        try await Workspace.withPlace { workspace in
            let folder = workspace.folder
            try await makeCertificate("server", for: "DNS:tv.example.com", workspace)
            chmod(folder.path("server.key"), 0o600)
            let environment = try workspace.environment(rootedAt: "service")
            let service = try await ServiceProcess.start(
                ["--tls-certificate", folder.path("server.pem"), "--tls-key", folder.path("server.key")],
                environment: environment, log: folder.path("service.log"))
            let trusting = environment.merging(["SSL_CERT_FILE": folder.path("server.pem")]) { $1 }
            for (environment, reason) in [
                (environment, "certificate verify failed"), (trusting, "its certificate is for another host"),
            ] {
                let status = try await Tool.run(
                    try Executables.find("vsactl"), ["service", "status"], environment: environment)
                #expect(status.exit == .exited(8) && status.errorOutput.contains(reason), "\(status)")
                let doctor = try await Tool.run(try Executables.find("vsactl"), ["doctor"], environment: environment)
                for text in [reason, "SSL_CERT_FILE", "VSASIM_SERVICE_URL"] {
                    #expect(doctor.output.contains(text), "\(text): \(doctor)")
                }
            }
            #expect(await service.process.terminate() == .exited(0))
        }
    }

    @Test("SIGHUP loads a new certificate; an unusable one is reported, and the old one is kept")
    func reloading() async throws {
        try await Workspace.withPlace { workspace in
            let folder = workspace.folder
            func install(_ name: String) throws {
                for end in ["pem", "key"] {
                    let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(name).\(end)")))
                    try data.write(to: URL(fileURLWithPath: folder.path("server.\(end)")))
                    chmod(folder.path("server.\(end)"), 0o600)
                }
            }
            try await makeCertificate("first", for: "IP:127.0.0.1", workspace)
            try await makeCertificate("second", for: "IP:127.0.0.1", workspace)
            try install("first")
            let service = try await ServiceProcess.start(
                ["--tls-certificate", folder.path("server.pem"), "--tls-key", folder.path("server.key")],
                environment: try workspace.environment(rootedAt: "service"), log: folder.path("service.log"))
            func expectTrust(_ name: String, _ code: Int32) async throws {
                let result = try await Tool.run(
                    "curl", ["-sS", "--cacert", folder.path("\(name).pem"), service.url + "/health"],
                    environment: workspace.environment)
                #expect(result.exit == .exited(code), "\(name): \(result)")
            }
            try await expectTrust("first", 0)
            try await expectTrust("second", 60)
            try install("second")
            service.process.send(signal: SIGHUP)
            try await service.waitForLog("were reloaded")
            try await expectTrust("second", 0)
            try folder.write("nothing", to: "server.key")
            service.process.send(signal: SIGHUP)
            try await service.waitForLog("were not reloaded")
            try await expectTrust("second", 0)
            #expect(await service.process.terminate() == .exited(0))
        }
    }
}
