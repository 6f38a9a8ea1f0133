import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The commands that automate the manual steps of testers of the REST API and of media tokens.
@Suite("vsactl helps testers", .daemonLogs)
struct TesterCommandTests {
    @Test("an access token is accepted by both versions of the API; an unknown requestor is named")
    func accessToken() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let token = try await daemons.vsactl("access-token", "REF30").checked().output
            let client = ServiceClient(baseURL: daemons.serviceURL, headers: ["Authorization": "Bearer \(token)"])
            try await client.send("GET", "/api/v2/REF30/configuration").expecting(200)
            try await client.send("GET", "/api/v1/config/REF30").expecting(200)
            let header = try await daemons.vsactl("access-token", "REF30", "--header").checked().output
            #expect(header.hasPrefix("Authorization: Bearer ") && header != "Authorization: Bearer \(token)")
            let document = try await daemons.document("access-token", "REF30")["accessToken"]
            #expect(document["requestor"].text == "REF30" && document["token"].text?.isEmpty == false)
            let statements = try await daemons.document("client", "statement", "list")["statements"].elements.count
            try await daemons.vsactl("access-token", "REF30").checked()
            #expect(try await daemons.document("client", "statement", "list")["statements"].elements.count == statements)
            let foreign = try await daemons.vsactl("access-token", "REF30", "--statement", "/dev/null")
            #expect(foreign.exit == .exited(65))
            #expect(foreign.errorOutput.contains("software_statement is required: a string."), "\(foreign)")
            let unknown = try await daemons.vsactl("access-token", "REF3O")
            #expect(unknown.exit == .exited(10) && unknown.errorOutput.contains("Did you mean REF30?"), "\(unknown)")
        }
    }

    @Test("a device is signed in for either version; wrong passwords and providers are reported", arguments: ["v1", "v2"])
    func signIn(_ api: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = "device-\(UUID().uuidString)"
            let arguments = ["session", "sign-in", "REF30", "AlphaCable", "alice", "--device", device, "--api", api]
            let sessions = try await daemons.run("vsactl", arguments + ["--json"]).decoded(as: Value.self)["sessions"].elements
            #expect(sessions.count == 1 && sessions[0]["mvpd"].text == "AlphaCable")
            let wrong = try await daemons.run("vsactl", arguments + ["--password", "wrong"])
            #expect(wrong.exit == .exited(1) && wrong.errorOutput.contains("the password is wrong"), "\(wrong)")
            let unknown = try await daemons.vsactl("session", "sign-in", "REF30", "Nobody", "alice", "--device", device)
            #expect(unknown.exit == .exited(10), "\(unknown)")
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("a code is activated at the named provider; a wrong code is rejected")
    func activate() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            struct Code: Decodable { var code: String }
            let device = try await ServiceDevice(daemons: daemons)
            let code = try await device.client.post(
                "/reggie/v1/REF30/regcode", form: ["deviceId": device.deviceID, "deviceType": "tvOS"]
            ).expecting(201).decoded(as: Code.self).code
            let done = try await daemons.document("activate", code, "--as", "alice", "--provider", "gamma.example")
            #expect(done["sessions"].elements.first?["mvpd"].text == "GammaSat")
            let again = try await daemons.vsactl("activate", code, "--as", "alice")
            #expect(again.exit == .exited(1) && again.errorOutput.contains("404"), "\(again)")
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("a code of a device that is signed in already leads to that sign-in, in any spelling of the code")
    func activateAgain() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            var sessions: [String] = []
            for _ in 1...2 {
                let answer = try await device.rest("sessions", form: ["domainName": "example.com"]).expecting(200)
                let code = try answer.decoded(as: Value.self)["code"].text ?? ""
                let typed = "\(code.prefix(3))-\(code.dropFirst(3))".lowercased()
                let done = try await daemons.document("activate", typed, "--as", "alice", "--provider", "alpha.example")
                sessions.append(done["sessions"].elements.first?["id"].text ?? "")
            }
            #expect(sessions[0] != "" && sessions[0] == sessions[1])
            try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
        }
    }

    @Test("media tokens are valid, expired or tampered with, as the verifier finds")
    func mediaTokens() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let pem = try await daemons.administration.send("GET", "/media-token/certificate").expecting(200).text
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("media-\(UUID().uuidString)"))
            let file = try folder.write(pem, to: "media.pem")
            for (option, status) in [
                ([], "VALID_TOKEN"), (["--provider", "beta.example"], "VALID_TOKEN"), (["--expired"], "TOKEN_EXPIRED"),
                (["--tampered"], "INVALID_SIGNATURE"),
            ] {
                let token = try await daemons.run("vsactl", ["media-token", "issue", "REF30", "news"] + option).checked().output
                let verified = try await daemons.run(
                    "media-token-verifier", ["--certificate", file, "--requestor", "REF30", "--resource", "news", token])
                #expect(verified.output.contains(status), "\(option): \(verified)")
            }
            let wrong = try await daemons.vsactl("media-token", "issue", "REF30", "news", "--provider", "alfa.example")
            #expect(wrong.exit == .exited(10) && wrong.errorOutput.contains("Did you mean alpha.example?"), "\(wrong)")
        }
    }
}
