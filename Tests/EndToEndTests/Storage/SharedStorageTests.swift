import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Apps with one storage", .daemonLogs)
struct SharedStorageTests {
    /// Apps whose storages are in one state folder of their own.
    private struct Device {
        let daemons: Daemons
        let state: String
        /// The number of the service's newest event before this device's.
        private let eventsBefore: Int

        private struct Journal: Decodable { let latest: Int }

        init(_ daemons: Daemons) async throws {
            self.daemons = daemons
            state = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let answer = try await daemons.administration.send("GET", "/admin/v1/journal?limit=1").expecting(200)
            eventsBefore = try answer.decoded(as: Journal.self).latest
        }

        func start(_ id: String, _ options: [String] = []) throws -> AppProcess {
            try AppProcess(
                options: ["--app-id", id] + options, environment: daemons.environment.merging(["VSASIM_STATE_DIR": state]) { $1 },
                log: daemons.workspace.folder.path("logs/entitle.log"))
        }

        func signIn(_ apps: String...) async throws {
            for app in apps { try await daemons.setAccess(app, "granted") }
            try await daemons.signIn("alice", at: "alpha.example")
        }

        /// How often the service has exchanged a response of the platform for a token.
        func exchanges() async throws -> Int {
            let path = "/admin/v1/journal?after=\(eventsBefore)"
            let journal = try await daemons.administration.send("GET", path).expecting(200).text
            return journal.components(separatedBy: "token-exchanged").count - 1
        }

        /// All files of the storages.
        var files: [String] {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? []
            return names.map { "\(state)/\($0)" }.filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            }
        }
    }

    private func status(_ app: AppProcess, after call: String) async throws -> Int? {
        try await app.send(call)
        while true {
            let callback = try await app.next("the answer to \(call)")
            if callback.name == (call.hasPrefix("setRequestor") ? "setRequestorComplete" : "setAuthenticationStatus") {
                return callback.integer("status")
            }
        }
    }

    @Test("one app's login is also the other's, without another exchange; a logout logs both out")
    func login() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await Device(daemons)
            try await device.signIn("com.example.one", "com.example.two")
            let one = try device.start("com.example.one")
            let two = try device.start("com.example.two")
            #expect(try await status(one, after: "setRequestor REF30") == 1)
            let exchanges = try await device.exchanges()
            #expect(exchanges > 0)
            #expect(try await status(two, after: "setRequestor REF30") == 1)
            #expect(try await status(two, after: "checkAuthentication") == 1)
            #expect(try await device.exchanges() == exchanges)
            // App two need not request an authorization of app one again, and neither loses the other's.
            try await one.send("getAuthorization news")
            while try await one.next("setToken").name != "setToken" {}
            try await two.send("getAuthorization sports")
            while try await two.next("setToken").name != "setToken" {}
            for (app, resource) in [(one, "sports"), (two, "news")] {
                try await app.send("getMetadata authz-ttl \(resource)")
                var callback = try await app.next("setMetadataStatus")
                while callback.name != "setMetadataStatus" { callback = try await app.next("setMetadataStatus") }
                #expect(callback.text("metadata") != nil, "\(callback)")
            }
            try await daemons.signOut(keepsAccess: true)
            try await one.send("logout")
            while !["navigateToUrl", "setAuthenticationStatus"].contains(try await one.next("logout").name) {}
            #expect(try await status(two, after: "checkAuthentication") == 0)
            _ = try await one.quit()
            _ = try await two.quit()
        }
    }

    @Test(
        "apps of another vendor, team or device have their own logins",
        arguments: [["org.other.app"], ["com.example.two", "--team", "T2"], ["com.example.two", "--platform", "tvos"]])
    func isolation(_ app: [String]) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await Device(daemons)
            try await device.signIn("com.example.one", app[0])
            let one = try device.start("com.example.one")
            let two = try device.start(app[0], Array(app.dropFirst()))
            #expect(try await status(one, after: "setRequestor REF30") == 1)
            let exchanges = try await device.exchanges()
            #expect(try await status(two, after: "setRequestor REF30") == 1)
            #expect(try await status(two, after: "checkAuthentication") == 1)
            let both = try await device.exchanges()
            #expect(both > exchanges)
            #expect(try await status(one, after: "setRequestor REF30") == 1)
            #expect(try await device.exchanges() == both)
            #expect(try await status(one, after: "checkAuthentication") == 1)
            _ = try await one.quit()
            _ = try await two.quit()
        }
    }

    @Test("a media token is in no file that the app has written", arguments: ["ios", "tvos"])
    func mediaTokens(_ platform: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await Device(daemons)
            try await device.signIn("com.example.one")
            let app = try device.start("com.example.one", ["--platform", platform])
            #expect(try await status(app, after: "setRequestor REF30") == 1)
            var tokens: [String] = []
            func search() throws {
                let journal = daemons.workspace.folder.path("journal.jsonl")
                for path in device.files + [journal] {
                    let data = try Data(contentsOf: URL(fileURLWithPath: path))
                    for token in tokens { #expect(data.range(of: Data(token.utf8)) == nil, "\(path) has a media token") }
                }
                #expect(device.files.contains { $0.contains("/sessions/") })
            }
            for call in ["getAuthorization news", "checkAuthorization news", "getAuthorization sports"] {
                try await app.send(call)
                var callback = try await app.next("setToken")
                while callback.name != "setToken" { callback = try await app.next("setToken") }
                let token = try #require(callback.text("token"))
                let content = try #require(Data(base64Encoded: token).map { String(decoding: $0, as: UTF8.self) })
                let signature = try #require(content.firstMatch(of: /signatureInfo>([^<]+)</)).1
                tokens += [token, String(signature)]
                try search()
            }
            _ = try await app.quit()
            try search()
        }
    }

    @Test("an app that is killed at any moment leaves a storage that the next one can use")
    func killed() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let device = try await Device(daemons)
            try await device.signIn("com.example.one")
            for _ in 0..<4 {
                let app = try device.start("com.example.one")
                try await app.send("setRequestor REF30")
                try await app.send("getAuthorization news")
                _ = try await app.next()
                app.kill(SIGKILL)
                _ = try await app.quit()
            }
            let app = try device.start("com.example.one")
            #expect(try await status(app, after: "setRequestor REF30") == 1)
            #expect(try await status(app, after: "checkAuthentication") == 1)
            for path in device.files where path.hasSuffix(".json") {
                #expect((try? JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))) != nil, "\(path)")
            }
            #expect(!device.files.contains { $0.hasSuffix(".new") })
            _ = try await app.quit()
        }
    }
}
