import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("entitle", .daemonLogs)
struct EntitleTests {
    private func storage(_ daemons: Daemons) throws -> String {
        try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
    }

    @Test("A command that cannot be parsed is an error, and the session continues")
    func unknownCommand() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "entitle", ["--storage", try storage(daemons)],
                input: """
                    nonsense
                    setRequestor
                    getMetadata what
                    getAuthorization -- email=someone@mail.example
                    checkAuthorization news -- someone@mail.example
                    setRequestor 'REF30
                    setRequestor REF30
                    wait setRequestorComplete
                    quit

                    """)
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.prefix(6).allSatisfy { $0.hasPrefix(#"{"error":"#) }, "\(result)")
            #expect(result.lines.contains { $0.hasPrefix(#"{"callback":"setRequestorComplete","status":1"#) }, "\(result)")
        }
    }

    @Test("A wait that times out is reported and sets the exit code 3")
    func timeout() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "entitle", ["--storage", try storage(daemons)],
                input: "setRequestor REF30\nwait setRequestorComplete 60\nwait setToken 0.1\nquit\n")
            #expect(result.exit == .exited(3), "\(result)")
            #expect(result.lines.last == #"{"error":"timeout"}"#, "\(result)")
        }
    }

    @Test("A provider that is selected without a configuration is answered, and the end waits for nothing more")
    func choiceWithoutConfiguration() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "entitle",
                [
                    "--storage", try storage(daemons), "--service", "http://127.0.0.1:1", "setRequestor REF30",
                    "setSelectedProvider GammaSat", "getAuthentication",
                ])
            #expect(result.exit == .exited(0), "\(result)")
            let names = try result.lines.map { try PrintedCallback(line: $0).name }
            #expect(
                names == [
                    "status", "setRequestorComplete", "sendTrackingData", "setAuthenticationStatus", "sendTrackingData",
                    "setAuthenticationStatus",
                ])
        }
    }

    @Test("wait matches past and future callbacks, each once, by their values")
    func waiting() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "entitle", ["--storage", try storage(daemons)],
                input: """
                    setRequestor REF30
                    wait setRequestorComplete status=1 60
                    checkAuthentication
                    wait setAuthenticationStatus status=0 60
                    wait status errorId=N000 60
                    checkAuthentication
                    wait setAuthenticationStatus status=0 60
                    wait setAuthenticationStatus status=0 0
                    quit

                    """)
            // There is no third one.
            #expect(result.exit == .exited(3) && result.lines.last == #"{"error":"timeout"}"#, "\(result)")
            #expect(result.lines.count { $0.contains(#""callback":"setAuthenticationStatus""#) } == 2, "\(result)")
        }
    }

    @Test("A6: --device tablet is in the tracking data")
    func tablet() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run(
                "entitle",
                ["--storage", try storage(daemons), "--device", "tablet", "setRequestor", "REF30", "checkAuthentication"])
            #expect(result.exit == .exited(0), "\(result)")
            #expect(
                result.lines.contains(
                    #"{"callback":"sendTrackingData","data":["false","","","","tablet","ios","iOS"],"event":0}"#), "\(result)")
        }
    }

    @Test(
        "Wrong options are usage errors",
        arguments: [
            ["--platform", "android"], ["--nonsense"], ["--app-id", "a b"], ["--app-id", "a..b"], ["--app-id", ""],
            ["--service", "not a url"], ["--service", "ftp://service.example"], ["--service", "http://127.0.0.1:0"],
        ])
    func usage(_ options: [String]) async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(try Executables.find("entitle"), options, environment: workspace.environment)
            #expect(result.exit == .exited(64), "\(result)")
        }
    }

    @Test(
        "With both APIs, an empty --service and the real service's hosts mean the default",
        arguments: ["", "https://sp.auth.adobe.com"])
    func defaultService(_ service: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let options = ["--storage", try storage(daemons), "--service", service]
            let library = try await daemons.run("entitle", options + ["setRequestor REF30"]).checked()
            #expect(library.lines.last == #"{"callback":"setRequestorComplete","status":1}"#, "\(library)")
            let version2 = ["--api", "v2", "--service-provider", "REF30", "configuration"]
            let client = try await daemons.run("entitle", options + version2).checked()
            #expect(client.output.hasPrefix(#"{"answer":"configuration""#), "\(client)")
        }
    }

    @Test("With REST v2, too, an empty --storage means the default folder")
    func defaultStorage() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let state = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let result = try await Tool.run(
                try Executables.find("entitle"),
                ["--storage", "", "--api", "v2", "--service-provider", "REF30", "configuration"],
                environment: daemons.environment.merging(["VSASIM_STATE_DIR": state]) { $1 })
            #expect(result.exit == .exited(0) && result.errorOutput.isEmpty, "\(result)")
            let apps = try FileManager.default.contentsOfDirectory(atPath: "\(state)/entitlement-rest")
            #expect(apps.count == 1, "\(apps)")
        }
    }

    @Test("An identifier in the environment is checked, too, and an empty one counts as not given")
    func applicationVariable() async throws {
        try await Workspace.with { workspace in
            for (identifier, exit) in [("", 0), ("a b", 64)] as [(String, Int32)] {
                let environment = workspace.environment.merging(["VSASIM_APPLICATION_ID": identifier]) { $1 }
                let result = try await Tool.run(try Executables.find("entitle"), ["quit"], environment: environment)
                #expect(result.exit == .exited(exit), "\(result)")
            }
        }
    }

    @Test("The storage is for the user only")
    func storageModes() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let storage = try storage(daemons)
            try await daemons.run("entitle", ["--storage", storage, "setRequestor REF30"]).checked()
            let names = FileManager.default.enumerator(atPath: storage)?.compactMap { $0 as? String } ?? []
            #expect(!names.isEmpty)
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(storage)/\(name)")
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
                #expect(mode & 0o077 == 0, "\(name) has the mode \(String(mode, radix: 8))")
            }
        }
    }

    @Test("With REST v2, a sign-in that a logout cannot remove from the storage is reported")
    func sticky() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let (storage, log) = (try storage(daemons), daemons.workspace.folder.path("logs/\(UUID().uuidString)"))
            let app = try AppProcess(
                options: ["--storage", storage, "--api", "v2", "--service-provider", "REF30"],
                environment: daemons.presentEnvironment, log: log)
            try await app.send("partnerSignIn")
            _ = try await app.nextText()
            let names = try FileManager.default.contentsOfDirectory(atPath: storage)
            let file = "\(storage)/\(try #require(names.first { $0.hasPrefix("sign-in-") }))"
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            try await app.send("logout AlphaCable")
            #expect(try await app.nextText().hasPrefix(#"{"answer":"logout""#))
            #expect(try await app.quit().exit == .exited(0))
            let report = try String(contentsOfFile: log, encoding: .utf8)
            #expect(report == "EntitlementREST: \(file) cannot be removed: Is a directory\n")
        }
    }

    @Test("VSASIM_JOURNAL gets every call and callback as JSON, and changes nothing else")
    func journal() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let file = daemons.workspace.folder.path("journal-\(UUID().uuidString).jsonl")
            let arguments = ["setRequestor REF30", "checkAuthentication"]
            let with = try await daemons.run(
                "entitle", ["--storage", try storage(daemons)] + arguments, environment: ["VSASIM_JOURNAL": file]
            ).checked()
            let without = try await daemons.run(
                "entitle", ["--storage", try storage(daemons)] + arguments, environment: ["VSASIM_JOURNAL": ""]
            ).checked()
            #expect(with.lines == without.lines)
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            let names = ["call.setRequestor", "setRequestorComplete", "call.checkAuthentication", "setAuthenticationStatus"]
            for name in names {
                #expect(lines.contains { $0.contains("\"library.\(name)\"") }, "\(name) is not in \(lines)")
            }
        }
    }

    @Test("Without a daemon that responds, the app still gets its callbacks")
    func silentDevice() async throws {
        try await withDaemons { daemons in
            // The bus is there, but nothing activates the account: it is stopped while it runs.
            try await daemons.vsactl("status").checked()
            let account = try #require(try await daemons.accountProcessID())
            let app = try AppProcess(
                options: ["--storage", try storage(daemons)], environment: daemons.environment,
                log: daemons.workspace.folder.path("logs/entitle.log"))
            try await app.send("setRequestor REF30")
            while try await app.next("setRequestorComplete").name != "setRequestorComplete" {}
            kill(account, SIGKILL)
            try await app.send("checkAuthentication")
            // The bus restarts the account; permission is unchanged.
            var names: [String] = []
            while names.last != "setAuthenticationStatus" { names.append(try await app.next("answer after \(names)").name) }
            #expect(names == ["sendTrackingData", "status", "status", "setAuthenticationStatus"])
            #expect(try await app.quit().exit == .exited(0))
        }
    }
}
