import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("What entitle accepts, and for which callbacks it waits", .daemonLogs)
struct EntitleAnswerTests {
    private func entitle(_ daemons: Daemons, _ commands: String...) async throws -> ToolResult {
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        return try await daemons.run("entitle", ["--storage", storage] + commands)
    }

    @Test(
        "A mistake in the arguments ends with 64 before any call, and names the nearest",
        arguments: [
            (["setRequester REF30"], "did you mean setRequestor?"),
            (["setRequestor", "REF30", "checkAuthentcation"], "did you mean the command checkAuthentication?"),
            (["getAuthentication", "checkAuthentcation"], "did you mean the command checkAuthentication?"),
            (
                ["setRequestor", "REF30", "setSelectedProvider", "AlphaCable", "getAuthentcation"],
                "did you mean the command getAuthentication?"
            ),
            (["logout", "chekAuthentication"], "did you mean the command checkAuthentication?"),
            (["getMetadata", "usr", "zip"], "did you mean user?"),
            (["--api", "v2", "configuration", "profils"], "did you mean the command profile?"),
            (
                ["setRequestor", "REF30", "getAuthorization", "news", "chekAuthentication"],
                "did you mean the command checkAuthentication?"
            ),
            (["setRequestor REF30", "wait setTokn 2"], "did you mean setToken?"),
            (["setRequestor REF30", "nonsense"], "accepted: setRequestor"),
            (["getAuthorization"], "getAuthorization needs a resource."),
            (["getAuthorization news --"], "getAuthorization, after --, needs KEY=VALUE."),
            (["setRequestor"], "setRequestor needs a requestor."),
            (["setOptions"], "setOptions needs KEY=VALUE."),
            (["setOptions handleSVC=true handleSVC=false"], "setOptions takes each key once, but got handleSVC twice."),
            (["getAuthorization news -- a=1 b=2 a=3"], "getAuthorization, after --, takes each key once, but got a twice."),
            (["wait setToken resource=news resource=kids 2"], "wait takes each key once, but got resource twice."),
            (["wait setToken ressource=news 2"], "wait setToken takes token, resource, not ressource."),
            (["wait presentTvProviderDialog mvpd=A"], "wait presentTvProviderDialog takes no keys, not mvpd."),
            (["--api", "v2", "createSession mvpd=A mvpd=B"], "createSession takes each key once, but got mvpd twice."),
            (
                ["--api", "v2", "partnerSignIn featured=A featured=B"],
                "partnerSignIn takes each key once, but got featured twice."
            ),
            (["--api", "v2", "authorize '' news"], "authorize needs an MVPD."),
            (["--api", "v2", "authorize", "", "news"], "authorize needs an MVPD."),
            (["--api", "v2", "resumeSession '' mvpd=A"], "resumeSession needs a code."),
            (["--api", "v2", "session ''"], "session needs a code."), (["--api", "v2", "session", ""], "session needs a code."),
            (["--api", "v2", "wait"], "wait needs the name of the answer."),
            (["--api", "v2", "wait logn"], "Unknown answer: logn; did you mean login?"),
            (["--service-provider", "REF30", "configuration"], "--service-provider is for --api v2."),
            (["--api", "v2", "profile code="], "profile needs an MVPD or code=CODE."),
            (["--api", "v2", "partnerSignIn mvpd=A"], "partnerSignIn takes domainName, redirectUrl, featured, not mvpd."),
        ] as [([String], String)])
    func mistakes(_ commands: [String], _ text: String) async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(try Executables.find("entitle"), commands, environment: workspace.environment)
            #expect(result.exit == .exited(64), "\(result)")
            #expect(result.output.isEmpty, "\(result)")
            #expect(result.errorOutput.contains(text), "\(result)")
        }
    }

    @Test("Standard input that cannot be read is a mistake", arguments: [[], ["--api", "v2", "--service-provider", "REF30"]])
    func unreadableInput(_ options: [String]) async throws {
        try await Workspace.with { workspace in
            let statement = try workspace.folder.write("statement", to: "statement")
            let result = try await Tool.run(
                "sh", ["-c", "exec \"$0\" \"$@\" </", try Executables.find("entitle")] + options,
                environment: workspace.environment.merging(["VSASIM_SOFTWARE_STATEMENT": statement]) { $1 })
            #expect(result.exit == .exited(64) && result.output.isEmpty, "\(result)")
            #expect(result.errorOutput.contains("Standard input cannot be read: Is a directory."), "\(result)")
        }
    }

    @Test("A byte-order mark before a command is ignored")
    func byteOrderMark() async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(
                try Executables.find("entitle"), environment: workspace.environment, input: "\u{FEFF}help\nquit\n")
            #expect(result.exit == .exited(0) && result.output.isEmpty, "\(result)")
            #expect(result.errorLines.first == "Commands:", "\(result)")
        }
    }

    @Test(
        "What follows wait, and the arguments of a quoted command, may resemble a command",
        arguments: [["getAuthorization", "news", "wait", "selectedProvider", "0"], ["getAuthorization metadata"]])
    func resembling(_ commands: [String]) async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(try Executables.find("entitle"), commands, environment: workspace.environment)
            #expect(result.exit == .exited(3), "\(result)")
            #expect(
                result.lines.last == #"{"error":"not answered: getAuthorization: setRequestor was not called"}"#, "\(result)")
        }
    }

    @Test("A call without setRequestor is reported on standard error, without waiting")
    func withoutRequestor() async throws {
        try await Workspace.with { workspace in
            let began = ContinuousClock.now
            let result = try await Tool.run(
                try Executables.find("entitle"), ["getAuthorization news", "preauthorize news"],
                environment: workspace.environment)
            #expect(result.exit == .exited(3), "\(result)")
            #expect(result.errorOutput.contains("entitle: getAuthorization is not answered before setRequestor"), "\(result)")
            #expect(!result.errorOutput.contains("preauthorize"), "\(result)")
            #expect(
                result.lines.last == #"{"error":"not answered: getAuthorization: setRequestor was not called"}"#, "\(result)")
            // The answers that are due have a minute.
            #expect(began.duration(to: .now) < .seconds(55))
        }
    }

    @Test("Two calls that share one picker are both awaited, and nothing after them")
    func picker() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.queueAnswer("cancel", to: .picker)
            let result = try await entitle(daemons, "setRequestor REF30", "getAuthentication", "checkAuthentication")
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.contains { $0.hasPrefix(#"{"callback":"displayProviderDialog""#) }, "\(result)")
            #expect(result.lines.contains { $0.hasPrefix(#"{"callback":"setAuthenticationStatus""#) }, "\(result)")
        }
    }

    @Test("A selected temporary pass is answered before the end")
    func temporaryPass() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await entitle(daemons, "setRequestor REF30", "setSelectedProvider TempPass")
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.contains(#"{"callback":"setAuthenticationStatus","status":1,"code":""}"#), "\(result)")
        }
    }

    @Test("A withdrawn selection ends at once", arguments: [[], ["getAuthentication"]])
    func noProvider(_ calls: [String]) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let result = try await daemons.run(
                "entitle", ["--storage", storage, "setRequestor REF30"] + calls + ["setSelectedProvider null"])
            #expect(result.exit == .exited(0), "\(result)")
        }
    }

    @Test("Without a page of a session of REST v2, the parameters that it lacks are named, and the call that adds them")
    func missingParameters() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let options = ["--api", "v2", "--service-provider", "REF30"]
            let storage = ["--storage", try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")]
            let none = try await daemons.run("entitle", storage + options + ["browse"])
            #expect(none.lines == [#"{"error":"browse: no page yet; create a session or log out first."}"#], "\(none)")
            let commands = ["createSession mvpd=AlphaCable", "browse", "login alice alice"]
            let result = try await daemons.run("entitle", storage + options + commands)
            let code = try #require(result.lines.first?.firstMatch(of: /"code":"([A-Z0-9]{7})"/)).1
            let reason = """
                no page yet; the session lacks domainName, redirectUrl: resumeSession \(code) domainName=… redirectUrl=…
                """
            let errors = ["browse", "login"].map { #"{"error":"\#($0): \#(reason)"}"# }
            #expect(Array(result.lines.dropFirst()) == errors, "\(result)")
        }
    }

    @Test("Every program of the command line has a version", arguments: ["vsactl", "entitle", "media-token-verifier"])
    func version(_ program: String) async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(try Executables.find(program), ["--version"], environment: workspace.environment)
            #expect(result.exit == .exited(0), "\(result)")
            let device = try await Tool.run(try Executables.find("vsad"), ["--version"], environment: workspace.environment)
            let version = try #require(device.output.split(separator: " ").last)
            #expect(result.output.hasSuffix(version), "\(result)")
        }
    }

    @Test("bash completes the commands")
    func completion() async throws {
        try await Workspace.with { workspace in
            let script = try await Tool.run(
                try Executables.find("entitle"), ["--generate-completion-script", "bash"], environment: workspace.environment
            ).checked()
            let file = workspace.folder.path("entitle.bash")
            try (script.output + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            let program = #"""
                source "$1"
                COMP_WORDS=(entitle getA) COMP_CWORD=1 COMP_LINE='entitle getA' COMP_POINT=12
                _entitle entitle getA entitle
                printf '%s\n' "${COMPREPLY[@]}"
                """#
            let result = try await Tool.run(
                "bash", ["--norc", "-c", program, "bash", file], environment: workspace.environment
            ).checked()
            #expect(Set(result.lines) == ["getAuthentication", "getAuthorization"], "\(result)")
        }
    }
}
