import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("The demo", .daemonLogs)
struct DemoTests {
    /// A regular expression for every line of the demo.
    static let lines = [
        #"1\. access of com\.example\.player is not-determined → status VSA404, setRequestorComplete\(1\)"#,
        #"2\. access is denied → status VSA403, setRequestorComplete\(1\)"#,
        #"3\. access is granted, alice is signed in at alpha\.example → setRequestorComplete\(1\)"#,
        #"4\. checkAuthentication → setRequestorComplete\(1\), setAuthenticationStatus\(1, ""\)"#,
        #"5\. getMetadata user tokenSource → setRequestorComplete\(1\), setMetadataStatus\(Apple\)"#,
        #"6\. getAuthorization news → setRequestorComplete\(1\), setToken for news"#,
        #"7\. media-token-verifier \S{12}… \(\d+ characters\) → .*VALID_TOKEN.*"#,
        #"8\. bob is signed in .*: getAuthorization sports → setRequestorComplete\(1\), status Z100, "#
            + #"tokenRequestFailed for sports: .+, ".+""#,
        #"9\. the account is signed out, access is still granted; .*: checkAuthentication → setRequestorComplete\(1\), "#
            + #"status N000, setAuthenticationStatus\(0, "User Not Authenticated Error"\)"#,
        #"10\. REST v2, alice is signed in again: POST sessions/sso/Apple → partner_profile for AlphaCable"#,
        #"11\. POST profiles/sso/Apple with .* response \(\d+ characters\) → appleSSO at AlphaCable, issuer Apple"#,
        #"12\. POST decisions/authorize/AlphaCable → news authorized: true, status VALID_TOKEN"#,
    ]

    @Test("Every line shows the expected result, and nothing is left running", arguments: [true, false])
    func output(installed: Bool) async throws {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                var demo = Repository.root.appending(path: "scripts/demo").path
                var environment = workspace.environment
                if installed {
                    // Like a checkout without a build, after the package was installed.
                    let copy = try workspace.folder.makeFolder("checkout/scripts") + "/demo"
                    try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: demo)
                    demo = copy
                    environment["PATH"] = "\(Executables.ownFolder):\(environment["PATH"] ?? "/usr/bin:/bin")"
                }
                let result = try await Tool.run(
                    demo, installed ? [] : [Executables.ownFolder], environment: environment, within: .seconds(180))
                #expect(result.exit == .exited(0), "\(result)")
                let lines = result.lines.filter { !$0.isEmpty }
                #expect(lines.count == Self.lines.count, "\(result)")
                for (line, pattern) in zip(lines, Self.lines) {
                    let expression = try Regex(pattern)
                    #expect(line.wholeMatch(of: expression) != nil, "\(line)\ndoes not match\n\(pattern)")
                }
                try await workspace.expectNothingLeft()
            }
        }
    }

    @Test("Ctrl-C in the middle leaves nothing running")
    func controlC() async throws {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                // An app that never ends, as a function that the script finds first: the demo is still running, even if
                // this test is slow.
                let endless = ["BASH_FUNC_entitle%%": #"() { echo runs >"$HOME/app"; sleep 600; }"#]
                let demo = try ChildProcess.start(
                    Repository.root.appending(path: "scripts/demo").path, arguments: [Executables.ownFolder],
                    environment: workspace.environment.merging(endless) { $1 }, standardOutput: .pipe,
                    standardError: .file(workspace.folder.path("home/demo.log")))
                try await until("the app runs") { FileManager.default.fileExists(atPath: workspace.folder.path("home/app")) }
                #expect(!workspace.remains.isEmpty)
                demo.send(signalToGroup: SIGINT)
                let exit = await demo.wait(atMost: defaultDeadline)
                #expect(exit != nil && exit != .exited(0))
                try await workspace.expectNothingLeft()
            }
        }
    }
}
