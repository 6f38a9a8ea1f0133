import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The programs that show how an app uses AccessEnabler.
@Suite("Example programs", .daemonLogs)
struct ExampleTests {
    private static let identifier = "com.example.example"

    private func run(_ program: String, _ arguments: [String] = [], in daemons: Daemons) async throws -> ToolResult {
        let folder = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        return try await daemons.run(
            program, arguments,
            environment: [
                "VSASIM_APPLICATION_ID": Self.identifier, "VSASIM_USAGE_DESCRIPTION": "To let you watch.",
                "XDG_STATE_HOME": folder,
            ])
    }

    @Test("docs/apps.md shows the program unchanged")
    func page() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/apps.md"), encoding: .utf8)
        let program = try String(
            contentsOf: Repository.root.appending(path: "Tests/Compatibility/Modern/main.swift"), encoding: .utf8)
        #expect(page.contains("```swift\n\(program)```\n"))
    }

    @Test("the first app of docs/apps.md: signed in it plays, without permission it shows the providers")
    func modern() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.identifier, "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let played = try await run("ModernExample", in: daemons)
            #expect(played.exit == .exited(0), "\(played)")
            #expect(played.lines.count == 1)
            #expect(played.lines.first?.hasPrefix("play with PH") == true, "\(played)")
            try await daemons.setAccess(Self.identifier, "denied")
            let refused = try await run("ModernExample", in: daemons)
            #expect(refused.exit == .exited(0), "\(refused)")
            #expect(refused.lines.first?.hasPrefix("providers: Alpha Cable, ") == true, "\(refused)")
            #expect(refused.lines.last == #"failed: loginCancelled ["VSA403", "N005"]"#, "\(refused)")
        }
    }

    @Test("an app in the structure of iOS: signed in, badges, playing, logout")
    func streaming() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.identifier, "granted")
            try await daemons.signIn("alice", at: "alpha.example")
            let result = try await run("StreamingApp", in: daemons)
            #expect(result.exit == .exited(0), "\(result)")
            #expect(
                // A logout may show a page, which ends by itself here.
                result.lines.filter { $0 != "page of a logout" } == [
                    "ready: true", "signed in: true", "household: h-1001", "playable: news sports kids", "playing kids: true",
                    "info VSA203", "signed in at the end: false",
                ], "\(result)")
        }
    }

    @Test("the same app: the system's dialog signs a user in whose subscription lacks a channel")
    func dialog() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.identifier, "granted")
            try await daemons.queueAnswer("alpha.example", to: .picker)
            try await daemons.queueAnswer("bob", to: .signIn)
            let result = try await run("StreamingApp", ["--stay"], in: daemons)
            #expect(result.exit == .exited(0), "\(result)")
            let lines = result.lines.map { $0.hasPrefix("the system asks: ") ? "the system asks" : $0 }
            #expect(
                lines == [
                    "ready: true", "info N000", "signed in: false", "the system asks", "the system has asked",
                    "signed in now: true", "household: u-1002-bob", "playable: news", "error Z100",
                    "kids refused: User not Authorized Error Your Alpha Cable subscription does not include kids.",
                ], "\(result)")
        }
    }

    @Test("the same app without permission: its own list, a page that is abandoned")
    func refused() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.identifier, "denied")
            let result = try await run("StreamingApp", ["--provider", "GammaSat"], in: daemons)
            #expect(result.exit == .exited(2), "\(result)")
            let lines = result.lines.map { $0.hasPrefix("providers: Alpha Cable, ") ? "providers" : $0 }
            #expect(
                lines == [
                    "ready: true", "info VSA403", "info N000", "signed in: false", "info VSA403", "providers",
                    "page of a login", "info N005", "signed in now: false",
                ], "\(result)")
        }
    }

    /// The tutorial in AccessEnabler's documentation catalog: a file of its resources.
    private static func tutorial(_ name: String) throws -> String {
        let folder = Repository.root.appending(path: "Sources/AccessEnabler/AccessEnabler.docc/Resources")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test("the tutorial shows its program unchanged", arguments: [("player.txt", "Player.swift"), ("main.txt", "main.swift")])
    func tutorialProgram(shown: String, file: String) throws {
        let source = Repository.root.appending(path: "Tests/Compatibility/Tutorial/\(file)")
        #expect(try Self.tutorial(shown) == String(contentsOf: source, encoding: .utf8))
    }

    @Test(
        "the scripts of the tutorial lead to the outcomes that it names",
        arguments: [
            ("ci.sh.txt", ["playing sports"]),
            (
                "outcomes.sh.txt",
                ["VSA403", "VSA403", "the app's own list: 5 providers", "N005"]
                    + ["Z100", "Your Alpha Cable subscription does not include sports."]
                    + ["N005", "the app's own list: 5 providers", "N005"]
            ),
        ])
    func tutorialScript(name: String, outcomes: [String]) async throws {
        // Without what vsactl prints.
        let script = try Self.tutorial(name).replacing("swift run Player", with: "TutorialExample")
            .replacing(/vsactl .*\n/) { "\($0.output.dropLast()) >/dev/null\n" }
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                let result = try await Tool.run(
                    try Executables.find("vsactl"), ["run", "--", "sh", "-c", script], environment: workspace.environment)
                #expect(result.lines == outcomes, "\(result)")
            }
        }
    }
}
