import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl journal", .daemonLogs)
struct JournalTests {
    /// Daemons with one silent sign-on and one authorization in their journals.
    private func withSignOn(_ operation: (Daemons) async throws -> Void) async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let storage = try daemons.workspace.folder.makeFolder("storage")
            try await daemons.run(
                "entitle", ["--storage", storage, "setRequestor REF30", "getAuthorization news", "wait setToken 60"]
            ).checked()
            try await operation(daemons)
        }
    }

    private func entries(_ daemons: Daemons) async throws -> [Value] {
        try await daemons.document("journal", "list", "--limit", "1000")["entries"].elements
    }

    @Test("show --saml shows what device and service received and sent, without proofs and signatures")
    func saml() async throws {
        try await withSignOn { daemons in
            let entries = try await entries(daemons)
            let call = try #require(entries.first { $0["event"].text == "library.call.setRequestor" }?["id"].text)
            let messages = try await daemons.document("journal", "show", call, "--saml")["saml"].elements
            func message(_ source: Character, _ name: String, _ direction: String) -> String? {
                messages.first {
                    $0["id"].text?.first == source && $0["message"].text == name && $0["direction"].text == direction
                }?["xml"].text
            }
            let sent = try #require(message("d", "Response", "sent"))
            #expect(try #require(message("s", "Response", "received")) == sent)
            #expect(try #require(message("d", "AuthnRequest", "received")) == #require(message("s", "AuthnRequest", "sent")))
            // One element per line, indented.
            #expect(sent.contains("\n  <") && sent.contains("\n    <"))
            #expect(sent.contains("u-1001-alice"))
            for element in ["SignatureValue", "X509Certificate", "DigestValue"] {
                let lines = sent.split(separator: "\n").filter { $0.contains("\(element)>") }
                #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("••• (") }, "\(lines)")
            }

            let query = try #require(
                entries.first {
                    $0["event"].text == "metadata.queried" && $0["details"]["authentication-scheme"].text == "SAML"
                }?["id"].text)
            let text = try await daemons.vsactl("journal", "show", query, "--saml").checked()
            #expect(text.lines.contains("\(query) AuthnRequest, received by the device"), "\(text)")
            #expect(text.lines.contains("\(query) Response, sent by the device"), "\(text)")
            #expect(!text.output.contains("by the service"))
        }
    }

    @Test("show reports an entry without SAML; the device's messages do not need a service")
    func withoutService() async throws {
        try await withSignOn { daemons in
            daemons.serviceProcess.send(signal: SIGKILL)
            await daemons.serviceProcess.wait()
            let entries = try await entries(daemons)
            let query = try #require(
                entries.first { $0["details"]["authentication-scheme"].text == "SAML" }?["id"].text)
            #expect(try await daemons.document("journal", "show", query, "--saml")["saml"].elements.count == 2)
            let change = try #require(entries.first { $0["event"].text == "access.changed" }?["id"].text)
            let text = try await daemons.vsactl("journal", "show", change, "--saml").checked()
            #expect(text.output.contains("This entry has no SAML message"), "\(text)")
        }
    }

    @Test("export writes one object per line, in the timeline's order, with every entry once")
    func lines() async throws {
        try await withSignOn { daemons in
            let listed = try await entries(daemons).compactMap { $0["id"].text }
            let exported = try await daemons.vsactl("journal", "export", "--format", "jsonl").checked().lines.map {
                try JSONDecoder().decode(Value.self, from: Data($0.utf8))
            }
            #expect(exported.compactMap { $0["id"].text } == listed)
            #expect(exported.allSatisfy { $0["schema"] == .integer(1) })
            let times = exported.compactMap { if case .integer(let time) = $0["machineTime"] { time } else { nil } }
            #expect(times.count == exported.count && times == times.sorted())
            let own = try await daemons.vsactl("journal", "export", "--app", "com.example.player").checked().lines
            #expect(own.count < exported.count && own.allSatisfy { !$0.contains(#""event":"account.signed-in""#) })
        }
    }

    @Test("export --format har is an HTTP Archive 1.2 of the requests, without secrets")
    func archive() async throws {
        try await withSignOn { daemons in
            let text = try await daemons.vsactl("journal", "export", "--format", "har").checked().output
            #expect(try ArchiveStructure.faults(in: Data(text.utf8)).isEmpty)
            let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]]
            let entries = try #require(document?["log"]?["entries"] as? [[String: Any]])
            let paths = entries.compactMap { ($0["request"] as? [String: Any])?["url"] as? String }
            #expect(paths.contains { $0.hasPrefix(daemons.serviceURL + "/api/v1/authorize") }, "\(paths)")
            #expect(entries.allSatisfy { ($0["response"] as? [String: Any])?["status"] as? Int != 0 })
            #expect(!text.contains(daemons.adminToken))
            let begins = entries.compactMap { $0["startedDateTime"] as? String }
            #expect(begins == begins.sorted())
            // The effects of one call of the app can be distinguished from the rest.
            #expect(entries.contains { ($0["_correlation"] as? String)?.count == 32 })
        }
    }
}
