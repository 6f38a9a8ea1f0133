import PrivateSession
import ProjectTesting
import Testing

@testable import VSAControl

@Suite("agents of scripts, with the real device")
struct PipeAgentTests {
    @Test("in a plain pipe: prompts and answers line by line, the end of the input ends the agent")
    func pipe() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty")
            let app = try device.start("request", "--app", "com.example.player")
            for line in ["alpha", "alice", "wrong", "alice", "alice"] {
                try await agent.standardInput?.write(line: line)
            }
            agent.standardInput?.close()
            #expect(await app.wait() == .exited(0))
            #expect(await agent.wait() == .exited(0))
            let output = await agent.standardOutput.all()
            #expect(output.first == "Choose your TV provider for com.example.player")
            #expect(output.contains { $0.hasSuffix("  Alpha Cable") })
            #expect(output.filter { $0 == "Password: " }.count == 2)
            #expect(output.suffix(1) == ["sign-in  com.example.player  alice"])
            #expect(await agent.standardError.all().contains { $0.contains("input has ended") })
            #expect(try await device.control.agents().isEmpty)
        }
    }

    @Test("in a plain pipe: after a line that cannot be an answer, the prompt is repeated")
    func unusableLine() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty", "--times", "2")
            let app = try device.start("request", "--app", "com.example.player")
            for line in ["alpha", "al\0ice", "alice", "\0", "alice"] { try await agent.standardInput?.write(line: line) }
            #expect(await app.wait() == .exited(0))
            #expect(await agent.wait() == .exited(0))
            let output = await agent.standardOutput.all()
            for asked in ["User name or cancel: ", "Password: ", "The character NUL (Ctrl-@) is not accepted."] {
                #expect(output.filter { $0 == asked }.count == 2, "\(output)")
            }
        }
    }

    @Test("in a plain pipe: the picker keeps the order in which the app names its providers")
    func order() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty", "--times", "1")
            let app = try device.start(
                "request", "--app", "com.example.player", "--supported", "delta.example", "--supported", "beta.example",
                "--supported", "alpha.example")
            try await agent.standardInput?.write(line: "cancel")
            _ = await app.wait()
            #expect(await agent.wait() == .exited(0))
            #expect(
                await agent.standardOutput.all().filter { $0.hasPrefix("  ") } == [
                    "  1  Delta Coop", "  2  Beta Fiber  (Not supported by com.example.player)", "  3  Alpha Cable",
                    "  4  Other TV Provider",
                ])
        }
    }

    @Test("the input ends during a prompt: the next agent is asked, the code is 1")
    func inputEnds() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty")
            let app = try device.start("request", "access", "--app", "com.example.player")
            _ = try await within { await agent.standardOutput.next() }
            agent.standardInput?.close()
            #expect(await agent.wait() == .exited(1))
            #expect(await app.wait() == .exited(5))
            #expect(await app.standardError.all().first?.contains("nobody could answer the prompt") == true)
        }
    }

    @Test("--json: one object per line, prompts on standard error")
    func json() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty", "--json", "--times", "1")
            let app = try device.start("request", "access", "--app", "com.example.player", "--json")
            try await agent.standardInput?.write(line: "deny")
            #expect(await app.wait() == .exited(4))
            #expect(await agent.wait() == .exited(0))
            let lines = await agent.standardOutput.all()
            #expect(lines.count == 3)
            #expect(lines.first == #"{"schema":1,"event":"registered","name":"vsactl (terminal)"}"#)
            #expect(lines.last?.hasSuffix(#""answer":"denied"}"#) == true)
            #expect(await agent.standardError.all().contains("  1  Allow"))
            let outcome = await app.standardOutput.all()
            #expect(outcome.count == 1)
            #expect(outcome.first?.hasSuffix(#""signal":"completed","metadata":{"access-status":"denied"}}"#) == true)
        }
    }

    @Test("--auto answers a complete sign-in, --times ends the agent after it")
    func automatic() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent(
                "--auto", "granted", "--auto", "AlphaCable", "--auto", "wrong-password", "--auto", "alice", "--times", "3")
            let app = try await device.vsactl("request", "--app", "com.example.player", "--json")
            #expect(app.exit == .exited(0), "\(app)")
            #expect(
                app.lines.map { $0.contains(#""signal":"present""#) || $0.contains(#""signal":"dismiss""#) } == [
                    true, true, false,
                ])
            #expect(await agent.wait() == .exited(0))
            #expect(
                await agent.standardOutput.all() == [
                    "picker  com.example.player  alpha.example", "sign-in  com.example.player  alice",
                    "sign-in  com.example.player  alice",
                ])
            #expect(try await device.control.account()?.subscriber == "alice")
        }
    }

    @Test("a prompt without a value goes to the previously registered agent")
    func next() async throws {
        try await RealDevice.with { device in
            let older = try await device.startAgent("--auto", "denied", "--name", "older")
            let newer = try await device.startAgent("--auto", "alice", "--name", "newer")
            try await until("both are registered") { try await device.control.agents().count == 2 }
            let list = try await device.vsactl("agent", "list").checked()
            #expect(list.lines.count == 3)
            #expect(list.lines[1].hasPrefix("newer"))
            let app = try await device.vsactl("request", "access", "--app", "com.example.player")
            #expect(app.exit == .exited(4))
            #expect(app.lines == ["denied"])
            newer.send(signal: 15)
            older.send(signal: 2)
            #expect(await newer.wait() == .exited(0))
            #expect(await older.wait() == .exited(0))
        }
    }

    @Test("wrong values and a missing terminal are reported at once")
    func usage() async throws {
        try await RealDevice.with { device in
            let unknown = try await device.vsactl("agent", "run", "--auto", "alpha.exmple")
            #expect(unknown.exit == .exited(10))
            #expect(unknown.errorOutput.contains("Did you mean alpha.example?"))
            #expect(try await device.vsactl("agent", "run").exit == .exited(64))
        }
    }
}
