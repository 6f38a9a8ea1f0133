import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Child processes")
struct ChildProcessTests {
    private func shell(
        _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"], input: ChildProcess.Stream = .null,
        error: ChildProcess.Stream = .inherit
    ) throws -> ChildProcess {
        try ChildProcess.start(
            "sh", arguments: ["-c", script], environment: environment, standardInput: input, standardOutput: .pipe,
            standardError: error)
    }

    @Test("Lines arrive in order, the last one without a line end too, with the exit code")
    func lines() async throws {
        let child = try shell("echo one; echo; printf 'three'; exit 7")
        #expect(await child.standardOutput.all() == ["one", "", "three"])
        #expect(await child.wait() == .exited(7))
        #expect(child.exit == .exited(7))
    }

    @Test("A child has no signal blocked or ignored and only the standard descriptors")
    func cleanStart() async throws {
        let child = try ChildProcess.start(
            "sh", arguments: ["-c", "grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/$$/fd"],
            environment: ["PATH": "/usr/bin:/bin"], standardOutput: .pipe)
        let lines = await child.standardOutput.all().map { $0.filter { !$0.isWhitespace } }
        #expect(lines.first == "SigBlk:0000000000000000")
        // Signals 32 and 33 belong to the C library and cannot be set.
        let ignored = lines.dropFirst().first.flatMap { UInt64($0.dropFirst("SigIgn:".count), radix: 16) }
        #expect(ignored.map { $0 & 0x7fff_ffff } == 0)
        #expect(lines.dropFirst(2) == ["0", "1", "2"])
    }

    @Test("The environment is exactly the given one")
    func environment() async throws {
        let child = try ChildProcess.start("/usr/bin/env", environment: ["A": "b c", "Ü": "ß"], standardOutput: .pipe)
        #expect(Set(await child.standardOutput.all()) == ["A=b c", "Ü=ß"])
    }

    @Test("The working directory is the given one")
    func workingDirectory() async throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let child = try ChildProcess.start(
            "pwd", environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path, standardOutput: .pipe)
        #expect(await child.standardOutput.all() == [folder.path])
    }

    @Test("What is written to standard input arrives, more than a pipe holds")
    func input() async throws {
        let child = try shell("wc -c", input: .pipe)
        for _ in 0..<1_000 { try await child.standardInput?.write(String(repeating: "x", count: 999) + "\n") }
        child.standardInput?.close()
        #expect(await child.standardOutput.all() == ["1000000"])
    }

    @Test("Writing to a child that has ended is an error, not the end of this process")
    func brokenPipe() async throws {
        let child = try shell("exit 0", input: .pipe)
        await child.wait()
        let error = await #expect(throws: SystemError.self) { try await child.standardInput?.write(line: "nobody reads this") }
        #expect(error?.number == EPIPE)
    }

    @Test("A child whose output is not read waits and loses nothing")
    func backPressure() async throws {
        let child = try shell("seq 1 200000; echo end >&2", error: .pipe)
        #expect(await child.standardOutput.next() == "1")
        #expect(child.exit == nil)
        let rest = await child.standardOutput.all()
        #expect(rest.last == "200000")
        #expect(rest.count == 199_999)
        #expect(await child.standardError.next() == "end")
    }

    @Test("Waiting for a line ends when the task is cancelled, and the next one gets the line")
    func cancelledRead() async throws {
        let child = try shell("read go; echo went", input: .pipe)
        let reader = Task { await child.standardOutput.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        try await child.standardInput?.write(line: "go")
        #expect(await child.standardOutput.next() == "went")
    }

    @Test("Waiting for a line ends at a limit, and the next one gets the line")
    func limitedRead() async throws {
        let child = try shell("read go; echo went", input: .pipe)
        #expect(await child.standardOutput.next(within: .milliseconds(1)) == nil)
        try await child.standardInput?.write(line: "go")
        #expect(await child.standardOutput.next(within: defaultDeadline) == "went")
        #expect(await child.standardOutput.next(within: defaultDeadline) == nil)
    }

    @Test("The signal that ended a child is reported")
    func signals() async throws {
        let child = try shell("echo ready; exec sleep 1000")
        #expect(await child.standardOutput.next() == "ready")
        child.send(signal: SIGTERM)
        let exit = await child.wait()
        #expect(exit == .signalled(SIGTERM))
        #expect(exit.shellCode == 143)
    }

    @Test("Waiting with a limit reports that the child still runs")
    func limitedWait() async throws {
        let child = try shell("exec sleep 1000")
        #expect(await child.wait(atMost: .milliseconds(1)) == nil)
        child.send(signal: SIGKILL)
        #expect(await child.wait(atMost: defaultDeadline) == .signalled(SIGKILL))
    }

    @Test("terminate ends a stubborn process and its whole group")
    func terminate() async throws {
        let child = try shell("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1000; done")
        let grandchild = try #require(Int32(await child.standardOutput.next() ?? ""))
        #expect(await child.terminate(grace: .milliseconds(50)) == .signalled(SIGKILL))
        try await until("the grandchild is gone") { kill(grandchild, 0) != 0 || isZombie(grandchild) }
    }

    @Test("A dropped handle ends the child")
    func dropped() async throws {
        var child: ChildProcess? = try shell("echo $$; exec sleep 1000")
        let processID = try #require(Int32(await child?.standardOutput.next() ?? ""))
        child = nil
        try await until("the child is gone") { kill(processID, 0) != 0 }
    }

    @Test("A missing program is an error that names it")
    func missing() throws {
        let error = #expect(throws: SystemError.self) {
            try ChildProcess.start("/nowhere/program", environment: [:])
        }
        #expect(error?.description == "cannot start /nowhere/program: No such file or directory")
    }

    @Test("Sixty-four concurrent children, each with its own answer")
    func many() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let child = try shell("echo \(number); exit \(number)")
                    let lines = await child.standardOutput.all()
                    let exit = await child.wait()
                    return lines == ["\(number)"] && exit == .exited(Int32(number))
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

/// Whether a process has ended and waits for another one to reap it.
func isZombie(_ processID: Int32) -> Bool {
    ProcessTable.processes().first { $0.id == processID }?.isZombie ?? true
}
