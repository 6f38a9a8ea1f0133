import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

@Suite("commands about prompts, with the real device")
struct PromptCommandTests {
    @Test("answers: queued, listed, used, cleared")
    func answers() async throws {
        try await RealDevice.with { device in
            let first = try await device.vsactl("answer", "access", "denied", "--app", "com.example.one").checked()
            #expect(first.lines.count == 2)
            try await device.vsactl("answer", "access", "granted", "--times", "0").checked()
            try await device.vsactl("answer", "picker", "AlphaCable").checked()
            try await device.vsactl("answer", "sign-in", "alice", "--provider", "alpha.example", "--delay", "10ms").checked()
            let list = try await device.control.answers()
            #expect(list.map(\.answer) == ["denied", "granted", "alpha.example", "alice"])
            #expect(list.map(\.times) == [1, 0, 1, 1])
            #expect(list.last?.delay == 10)
            let one = try await device.vsactl("request", "access", "--app", "com.example.one")
            #expect(one.exit == .exited(4))
            #expect(one.lines == ["denied"])
            let two = try await device.vsactl("request", "--app", "com.example.two").checked()
            #expect(two.lines.first?.hasPrefix("present  picker") == true, "\(two)")
            #expect(two.lines.contains("dismiss"))
            #expect(two.lines.contains { $0.hasPrefix("account-provider-identifier") && $0.hasSuffix("alpha.example") })
            // A sign-in for an app also grants it access: the answer is still queued.
            try await device.vsactl("request", "access", "--app", "com.example.three").checked()
            let left = try await device.control.answers()
            #expect(left.map(\.used) == [1], "\(left)")
            try await device.vsactl("answer", "clear").checked()
            #expect(try await device.vsactl("answer", "list", "--json").checked().lines.joined().contains(#""answers": []"#))
        }
    }

    @Test(
        "invalid answers: the code, and what to do",
        arguments: [
            (["picker", "alpha.exmple"], 10, "Did you mean alpha.example?"),
            (["sign-in", "alise"], 10, "Did you mean alice?"),
            (["sign-in", "alice", "--provider", "alfa.example"], 10, "Did you mean alpha.example?"),
            (["access", "granted", "--app", "two words"], 65, "the app's identifier must be"),
            (["access", "granted", "--delay", "48h"], 65, "vsactl: --delay takes a time up to 1d"),
        ] as [([String], Int32, String)])
    func impossible(arguments: [String], code: Int32, text: String) async throws {
        try await RealDevice.with { device in
            let result = try await device.vsactl(["answer"] + arguments)
            #expect(result.exit == .exited(code), "\(result)")
            #expect(result.errorOutput.contains(text), "\(result)")
            #expect(try await device.control.answers().isEmpty)
        }
    }

    @Test(
        "a value that is too long for an app's call is named by its option",
        arguments: [(["query"], "--attribute"), (["request", "metadata"], "--video-title"), (["agent", "run"], "--name")])
    func tooLong(command: [String], option: String) async throws {
        try await RealDevice.with { device in
            let further = command == ["agent", "run"] ? ["--auto", "granted"] : ["--app", "com.example.one"]
            let result = try await device.vsactl(command + further + [option, String(repeating: "x", count: 5_000)])
            #expect(result.exit == .exited(65), "\(result)")
            #expect(result.errorOutput.hasPrefix("vsactl: \(option): must be "), "\(result)")
        }
    }

    @Test("unanswered: dismiss ends with 5, hang waits, and an answer queued then is used at once")
    func unanswered() async throws {
        try await RealDevice.with { device in
            #expect(try await device.vsactl("answer", "unanswered").checked().lines == ["agent"])
            let nobody = try await device.vsactl("request", "access", "--app", "com.example.player")
            #expect(nobody.exit == .exited(5), "\(nobody)")
            #expect(nobody.errorOutput.contains("vsactl agent run"))
            #expect(try await device.vsactl("answer", "unanswered", "dismiss").checked().lines == ["dismiss"])
            #expect(try await device.vsactl("request", "access", "--app", "com.example.player").exit == .exited(5))
            #expect(try await device.vsactl("answer", "unanswered", "hang").checked().lines == ["hang"])
            let app = try device.start("request", "access", "--app", "com.example.player")
            try await until("the prompt is open") { try await device.control.requests().first?.stage == "asking" }
            let list = try await device.vsactl("request", "list").checked()
            #expect(list.lines.last?.contains("asking  access") == true, "\(list)")
            #expect(try await device.vsactl("status").checked().output.contains("1 request open, unanswered: hang"))
            let answer = try await device.vsactl("answer", "access", "granted").checked()
            #expect(answer.output.contains("was used at once"))
            #expect(await app.wait() == .exited(0))
        }
    }

    @Test("a request is cancelled by Ctrl-C and by its timeout")
    func cancelled() async throws {
        try await RealDevice.with { device in
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            try await device.vsactl("answer", "unanswered", "hang").checked()
            let app = try device.start("request", "--app", "com.example.player", "--json")
            #expect(await app.standardOutput.next()?.contains(#""signal":"present""#) == true)
            app.send(signal: 2)
            #expect(await app.wait() == .exited(130))
            #expect(await app.standardOutput.all().last?.contains(#""name":"UserCancelled""#) == true)
            #expect(try await device.control.requests().isEmpty)
            try await device.vsactl("expect", "request.failed", "error=UserCancelled", "--count", "1").checked()
            let late = try await device.vsactl("request", "access", "--app", "com.example.other", "--timeout", "200ms")
            #expect(late.exit == .exited(3), "\(late)")
            #expect(try await device.control.requests().isEmpty)
        }
    }

    @Test("confirm: the app has to confirm the provider, and may reject it")
    func confirm() async throws {
        try await RealDevice.with { device in
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            try await device.vsactl("answer", "picker", "alpha.example", "--times", "0").checked()
            try await device.vsactl("answer", "sign-in", "alice").checked()
            let refused = try await device.vsactl("request", "--app", "com.example.player", "--confirm", "refuse")
            #expect(refused.exit == .exited(1))
            #expect(refused.lines.contains("provider-selected  alpha.example"))
            #expect(refused.errorOutput.contains("UnsupportedProvider (VSError 1)"))
            let allowed = try await device.vsactl("request", "--app", "com.example.player", "--confirm", "allow")
            #expect(allowed.exit == .exited(0), "\(allowed)")
        }
    }

    @Test("a provider that the platform cannot sign in to is remembered, and account show reports it")
    func remembered() async throws {
        try await RealDevice.with { device in
            _ = try await device.control.setAccess(.granted, application: "com.example.player")
            try await device.vsactl("answer", "picker", "beta.example").checked()
            let result = try await device.vsactl("request", "--app", "com.example.player")
            #expect(result.exit == .exited(1))
            #expect(result.errorOutput.contains("unsupported-provider-identifier: beta.example"))
            #expect(try await device.vsactl("account", "show").checked().output.contains("remembered"))
            #expect(
                try await device.vsactl("account", "show", "--json").checked().output.contains(#""remembered": true"#))
        }
    }

    @Test("developer settings and providers: changed, read back, rejected with the option's name")
    func developer() async throws {
        try await RealDevice.with { device in
            let set = try await device.vsactl("developer", "set", "simulate-expired-token", "on").checked()
            #expect(set.lines.first?.hasSuffix("on") == true)
            #expect(try await device.vsactl("developer", "set", "simulate-expired", "on").exit == .exited(10))
            #expect(try await device.vsactl("developer", "set", "cache-buster", "maybe").exit == .exited(64))
            for _ in 0..<2 {
                try await device.vsactl(
                    "developer", "provider", "add", "t.example", "--name", "Test TV", "--url", "https://t.example/"
                ).checked()
            }
            let other = try await device.vsactl(
                "developer", "provider", "add", "t.example", "--name", "Test TV", "--url", "https://u.example/")
            #expect(other.exit == .exited(1))
            // Not even names that are a suffix of the current one.
            for name in ["", "TV"] {
                let renamed = try await device.vsactl(
                    "developer", "provider", "add", "t.example", "--name", name, "--url", "https://t.example/")
                #expect(renamed.exit == .exited(1) && renamed.errorOutput.contains("already exists"), "\(renamed)")
            }
            let edited = try await device.vsactl(
                "developer", "provider", "edit", "t.example", "--scheme", "API", "--new-id", "u.example"
            ).checked()
            #expect(edited.lines.last?.hasPrefix("u.example") == true)
            let wrong = try await device.vsactl(
                "developer", "provider", "add", "w.example", "--name", "W", "--url", "ftp://w.example/")
            #expect(wrong.exit == .exited(65))
            #expect(wrong.errorOutput == "vsactl: --url takes an http or https address; https with --system-trust on")
            #expect(try await device.vsactl("developer", "provider", "list").checked().lines.count == 2)
            try await device.vsactl("developer", "provider", "remove", "u.example").checked()
            #expect(try await device.vsactl("developer", "provider", "remove", "u.example").exit == .exited(10))
            #expect(try await device.vsactl("developer", "show", "--json").checked().output.contains(#""providers": []"#))
        }
    }
}
