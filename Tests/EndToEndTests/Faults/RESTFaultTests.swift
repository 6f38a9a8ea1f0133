import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// Every kind of fault at every point of REST v2, with `entitle --api v2`: each point has its own app, and all run at
/// the same time.
@Suite("Every fault at every call of REST v2", .daemonLogs)
struct RESTFaultTests {
    /// The fault, which is applied once.
    enum Effect: String, Sendable, CaseIterable {
        case error, status, disconnect, hang
    }

    /// A command that passes a point.
    struct Passage: Sendable {
        let point: FaultPoint
        /// What the app does before the fault.
        var before: [String] = []
        /// The command; `CODE` is the code of the app's session.
        let command: String
        /// Whether the client repeats the call when no answer arrives.
        var isRepeated = false
        /// What the answer contains without a fault.
        let contents: String

        /// The name of the client's call.
        var name: String { command.split(separator: " ").first.map(String.init) ?? "" }
        /// The app's identifier, to which the fault is restricted.
        var application: String { "com.example.\(point.rawValue)" }
    }

    private static let session = "createSession mvpd=AlphaCable domainName=example.com redirectUrl=https://example.com/done"
    private static let signedIn = ["partnerSignIn"]

    static let passages = [
        Passage(point: .clientConfiguration, command: "configuration", isRepeated: true, contents: #""mvpds":["#),
        Passage(point: .sessionCreation, command: session, contents: #""actionName":"authenticate""#),
        Passage(
            point: .sessionResumption, before: [session], command: "resumeSession CODE mvpd=AlphaCable",
            contents: #""actionName":"authenticate""#),
        Passage(
            point: .session, before: [session], command: "session CODE", isRepeated: true,
            contents: #""existingParameters":{"#),
        Passage(point: .sessionLogin, before: [session], command: "login alice alice", contents: "example.com"),
        Passage(
            point: .profiles, before: signedIn, command: "profiles", isRepeated: true, contents: #""type":"appleSSO""#),
        Passage(
            point: .providerProfile, before: signedIn, command: "profile AlphaCable", isRepeated: true,
            contents: #""type":"appleSSO""#),
        Passage(
            point: .codeProfile, before: [session], command: "profile code=CODE", isRepeated: true,
            contents: #""profiles":{}"#),
        Passage(
            point: .resourceAuthorization, before: signedIn, command: "authorize AlphaCable news",
            contents: #""authorized":true"#),
        Passage(
            point: .resourcePreauthorization, before: signedIn, command: "preauthorize AlphaCable news",
            contents: #""authorized":true"#),
        // Repeated after a lost answer, it finds that no user is signed in.
        Passage(
            point: .profileLogout, before: signedIn, command: "logout AlphaCable", isRepeated: true,
            contents: #""logouts":{"AlphaCable":{"#),
        Passage(point: .partnerSession, command: "partnerSignIn", contents: #""type":"appleSSO""#),
        Passage(point: .partnerProfile, command: "partnerSignIn", contents: #""type":"appleSSO""#),
    ]

    @Test("Every point of REST v2 is tested")
    func complete() {
        #expect(Set(Self.passages.map(\.point)) == Set(FaultPoint.allCases.filter(\.isVersion2)))
    }

    @Test(
        "A call ends as the client documents, the next one succeeds, and the service keeps no call waiting",
        arguments: Effect.allCases)
    func call(_ effect: Effect) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.signIn("alice", at: "alpha.example")
            let apps = try await withThrowingTaskGroup(of: App.self) { group in
                for passage in Self.passages { group.addTask { try await App.start(passage, daemons) } }
                var apps: [App] = []
                for try await app in group { apps.append(app) }
                return apps
            }
            for passage in Self.passages {
                try await daemons.administration.send("POST", "/admin/v1/faults", json: Fault(effect, at: passage))
                    .expecting(201)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for app in apps { group.addTask { try await play(app, under: effect) } }
                if effect == .hang { group.addTask { try await letLoginGoOn(daemons) } }
                try await group.waitForAll()
            }
            try await until("no call waits") { try await faults(daemons).allSatisfy { $0["waiting"] == .integer(0) } }
            let entries = try await faults(daemons)
            #expect(entries.count == apps.count && entries.allSatisfy { $0["struck"] == .integer(1) }, "\(entries)")
            #expect(daemons.serviceProcess.exit == nil)
        }
    }

    /// Makes the call twice: with the fault and without it.
    private func play(_ app: App, under effect: Effect) async throws {
        let passage = app.passage
        let struck = try await app.perform(passage.command)
        #expect(isDocumented(struck, passage, under: effect), "\(passage.point): \(struck)")
        // A login that only hung is complete, and is not repeated.
        let isComplete = passage.point == .sessionLogin && effect == .hang
        let next = isComplete ? struck : try await app.perform(passage.command)
        #expect(isAnswer(next, passage) && next.contains(passage.contents), "\(passage.point): \(next)")
        #expect(try await app.process.quit().exit == .exited(0))
    }

    private func isAnswer(_ line: String, _ passage: Passage) -> Bool { line.hasPrefix(#"{"answer":"\#(passage.name)""#) }

    /// Whether a line is what the client documents for a fault.
    private func isDocumented(_ line: String, _ passage: Passage, under effect: Effect) -> Bool {
        func hasCode(_ code: String) -> Bool { line.contains(#""code":"\#(code)""#) }
        let isError = line.hasPrefix(#"{"error":{"#) && line.hasSuffix(#","call":"\#(passage.name)"}"#)
        // The pages of a login have no errors in JSON.
        if passage.point == .sessionLogin {
            return effect == .hang ? isAnswer(line, passage) : line.hasPrefix(#"{"error":"login: "#)
        }
        switch effect {
        // A refused sign-in leads to the basic flow.
        case .error where passage.name == "partnerSignIn":
            return isAnswer(line, passage) && line.contains(#""fallback":"refused""#) && hasCode(Fault.error)
        case .error: return isError && hasCode(Fault.error)
        case .status: return isError && hasCode("http")
        case .disconnect, .hang: return passage.isRepeated ? isAnswer(line, passage) : isError && hasCode("connection")
        }
    }

    /// The pages of a login have a longer time limit than the client's calls: waiting for it would prove nothing.
    private func letLoginGoOn(_ daemons: Daemons) async throws {
        let id = FaultPoint.sessionLogin.rawValue
        try await until("the login hangs") {
            try await faults(daemons).contains { $0["id"].text == id && $0["waiting"] != .integer(0) }
        }
        try await daemons.administration.send("POST", "/admin/v1/faults/\(id)/release").expecting(200)
    }

    private func faults(_ daemons: Daemons) async throws -> [Value] {
        try await daemons.administration.send("GET", "/admin/v1/faults").expecting(200).decoded(as: Value.self)["faults"]
            .elements
    }

    /// A fault as `POST /admin/v1/faults` takes it: once, for one app.
    private struct Fault: Encodable {
        /// An error after which no call is repeated.
        static let error = "invalid_integration"

        let id: String
        let at: String
        let applicationId: String
        let times = 1
        var error: String?
        var status: Int?
        var disconnect: Bool?
        var hang: Bool?

        init(_ effect: Effect, at passage: Passage) {
            id = passage.point.rawValue
            at = passage.point.rawValue
            applicationId = passage.application
            switch effect {
            case .error: error = Self.error
            case .status: status = 404
            case .disconnect: disconnect = true
            case .hang: hang = true
            }
        }
    }

    /// A running app.
    private struct App: Sendable {
        let passage: Passage
        let process: AppProcess
        /// The code of its session.
        private var code = ""

        private init(_ passage: Passage, _ process: AppProcess) {
            self.passage = passage
            self.process = process
        }

        /// Starts an app with access to the account, and does what precedes the fault.
        static func start(_ passage: Passage, _ daemons: Daemons) async throws -> App {
            try await daemons.setAccess(passage.application, "granted")
            let folder = daemons.workspace.folder
            let options = [
                "--api", "v2", "--service-provider", "REF30", "--app-id", passage.application, "--storage",
                try folder.makeFolder("apps/\(UUID().uuidString)"),
            ]
            var app = App(
                passage,
                try AppProcess(
                    options: options, environment: daemons.presentEnvironment, log: folder.path("logs/entitle.log")))
            for command in passage.before {
                let line = try await app.perform(command)
                guard line.hasPrefix(#"{"answer":"#) else { throw DeadlinePassed("\(command): \(line)") }
                if let code = line.firstMatch(of: /"code":"([A-Z0-9]{7})"/)?.1 { app.code = String(code) }
            }
            return app
        }

        /// Sends a command and returns the line that it prints.
        func perform(_ command: String) async throws -> String {
            try await process.send(command.replacing("CODE", with: code))
            return try await process.nextText()
        }
    }
}
