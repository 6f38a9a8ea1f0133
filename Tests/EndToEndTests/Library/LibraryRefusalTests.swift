import DecisionTables
import Foundation
import ProjectTesting
import Testing

@Suite("Requests of the library that the service rejects", .daemonLogs)
struct LibraryRefusalTests {
    @Test("A statement that is revoked during a session: R400, access_token_unavailable, and the login is kept")
    func revokedStatement() async throws {
        struct Issued: Decodable {
            let id: String
            let statement: String
        }
        try await DaemonPool.shared.withDaemons { daemons in
            let stage = try await LibraryStage(daemons: daemons)
            let issued = try await daemons.administration.send("POST", "/admin/v1/statements", json: ["requestor": "REF30"])
                .expecting(201).decoded(as: Issued.self)
            let file = "\(stage.storage)/statement.jwt"
            try issued.statement.write(toFile: file, atomically: true, encoding: .utf8)
            let app = try stage.app(["--software-statement", file])
            try await app.configure()
            try await daemons.administration.send("DELETE", "/admin/v1/statements/\(issued.id)").expecting(204)
            let refused = try await app.callbacks(of: "getAuthorization news", until: "setToken", "tokenRequestFailed")
            #expect(refused.codes == ["R400"] && refused.last?.text("code") == ErrorText.userNotAuthorized, "\(refused)")
            let failure = try await app.callbacks(of: "preauthorize news", until: "onResponse", "onFailure")
            #expect(failure.last?.name == "onFailure" && failure.last?.line.contains("access_token_unavailable") == true)
            let list = try await app.callbacks(of: "checkPreauthorizedResources news", until: "preauthorizedResources")
            #expect(list.codes == ["R400"] && list.last?.parameters["resources"] == .list([]))
            let check = try await app.callbacks(of: "checkAuthentication", until: "setAuthenticationStatus")
            #expect(check.last?.integer("status") == 1)
            _ = try await app.quit()
        }
    }

    @Test("A registration that the service has lost is renewed unnoticed by the app")
    func lostRegistration() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let stage = try await LibraryStage(daemons: daemons)
            let app = try stage.app()
            try await app.configure()
            try await daemons.reset()
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let list = try await app.callbacks(of: "checkPreauthorizedResources news", until: "preauthorizedResources")
            #expect(list.codes == [], "the client is new, the login is lost: \(list)")
            try await app.configure()
            let token = try await app.callbacks(of: "getAuthorization news", until: "setToken", "tokenRequestFailed")
            #expect(token.last?.name == "setToken", "\(token)")
            _ = try await app.quit()
        }
    }

    /// Each call of the library that can be throttled, with its required result.
    private let throttled: [(command: String, until: [String], sign: String)] = [
        ("checkAuthorization news", ["setToken", "tokenRequestFailed"], "Z100"),
        ("getAuthorization news", ["setToken", "tokenRequestFailed"], "Z100"),
        ("checkPreauthorizedResources nocache news", ["preauthorizedResources"], "P100"),
        ("preauthorize nocache news", ["onResponse", "onFailure"], "network_error"),
        ("getMetadata user userID", ["setMetadataStatus"], #""metadata":null"#),
        ("setRequestor REF30", ["setRequestorComplete"], "CFG429"),
    ]

    @Test("The service's throttling has the documented effects")
    func throttling() async throws {
        struct Throttle: Encodable {
            let enabled = true
            let callsPerSecond = 1
            let burst = 0
        }
        // The service's second never ends: after its one call it accepts no other, however often the library retries.
        try await withDaemons(clock: "frozen:\(Int(Date().timeIntervalSince1970))") { daemons in
            let app = try await LibraryStage(daemons: daemons).app()
            try await app.configure()
            // Afterwards the user metadata have to be fetched again.
            _ = try await app.callbacks(of: "getAuthorization kids", until: "setToken")
            try await daemons.administration.send("PUT", "/admin/v1/throttling", json: Throttle()).expecting(200)
            _ = try await app.callbacks(of: "checkAuthorization kids", until: "setToken", "tokenRequestFailed")
            for (command, names, sign) in throttled {
                try await app.send(command)
                var lines: [String] = []
                var name = ""
                while !names.contains(name) {
                    let callback = try await app.next("\(names) after \(command)")
                    name = callback.name
                    lines.append(callback.line)
                }
                #expect(lines.contains { $0.contains(sign) }, "\(command): \(lines)")
            }
            _ = try await app.quit()
        }
    }

    @Test("Invalid client information: the service rejects it, and the library forwards the error")
    func clientInformation() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await LibraryStage(daemons: daemons).app()
            try await app.send("setOptions device_info=nonsense visitorID=visitor-1 applicationProfile=p")
            let refused = try await app.callbacks(of: "setRequestor REF30", until: "setRequestorComplete")
            #expect(refused.codes == ["CFG400"] && refused.first?.text("message")?.contains("device_info") == true, "\(refused)")
            let information = Data(#"{"model":"AppleTV","osName":"tvOS","version":"11,1","osVersion":"18.0"}"#.utf8)
            try await app.send("setOptions device_info=\(information.base64EncodedString())")
            try await app.configure()
            let token = try await app.callbacks(of: "getAuthorization news", until: "setToken", "tokenRequestFailed")
            #expect(token.last?.name == "setToken", "\(token)")
            let journal = try await daemons.administration.send("GET", "/admin/v1/journal").expecting(200).text
            #expect(journal.contains("visitor-1"), "\(journal)")
            _ = try await app.quit()
        }
    }

    @Test("Media RSS: title and guid are authorized, a rating above the subscriber's is not")
    func mediaRSS() async throws {
        func document(_ rating: String) -> String {
            "<rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>news</title><item><guid>g-1, a</guid>"
                + "<media:rating scheme=\"urn:mpaa\">\(rating)</media:rating></item></channel></rss>"
        }
        try await DaemonPool.shared.withDaemons { daemons in
            let app = try await LibraryStage(daemons: daemons, subscriber: "bob").app()
            try await app.configure()
            let token = try await app.callbacks(of: "getAuthorization \(document("PG"))", until: "setToken", "tokenRequestFailed")
            #expect(token.last?.name == "setToken" && token.last?.text("resource") == document("PG"), "\(token)")
            let denied = try await app.callbacks(
                of: "getAuthorization \(document("NC-17"))", until: "setToken", "tokenRequestFailed")
            #expect(denied.codes == ["Z100"] && denied.last?.text("resource") == document("NC-17"), "\(denied)")
            let list = try await app.callbacks(
                of: "checkPreauthorizedResources 'a,b' '\(document("PG"))' sports", until: "preauthorizedResources")
            #expect(list.last?.parameters["resources"] == .list([.text(document("PG"))]), "\(list)")
            _ = try await app.quit()
        }
    }
}
