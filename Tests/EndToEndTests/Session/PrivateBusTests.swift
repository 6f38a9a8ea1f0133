import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("Private buses")
struct PrivateBusTests {
    private let variables = ["PATH": "/usr/bin:/bin"]

    private func call(_ bus: PrivateBus, _ arguments: [String]) async throws -> (lines: [String], exit: ChildProcess.Exit) {
        let child = try ChildProcess.start(
            "gdbus", arguments: ["call", "--address", bus.address] + arguments, environment: variables,
            standardOutput: .pipe, standardError: .null)
        return (await child.standardOutput.all(), await child.wait())
    }

    private let busCall = ["--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus", "--method"]

    @Test("A bus has its own services and none of the system's")
    func services() async throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let service = ActivatableService(name: "org.vsasim.Test1", executable: "/bin/false")
        let bus = try await PrivateBus.start(in: folder, services: [service], environment: variables)
        let answer = try await call(bus, busCall + ["org.freedesktop.DBus.ListActivatableNames"])
        #expect(answer.lines == ["(['org.freedesktop.DBus', 'org.vsasim.Test1'],)"])
        await bus.stop()
        #expect(bus.process.exit != nil)
    }

    @Test("An activated service gets its arguments unchanged, the bus's environment and its address; stopping the bus ends it")
    func activation() async throws {
        let folder = try TemporaryFolder.create(prefix: "vsasim bus's ")
        defer { folder.remove() }
        let arguments = ["-c", #"printf '%s\n' "$@" "$MARK" "$DBUS_SESSION_BUS_ADDRESS" $$ > "$OUT"; exec sleep 1000"#, "sh"]
        let odd = ["a b", "it's", #"back\slash"#, #""quoted""#, "$HOME", "a'\u{301}b", "c\\\u{301}d"]
        let service = ActivatableService(name: "org.vsasim.Test1", executable: "/bin/sh", arguments: arguments + odd)
        let environment = variables.merging(["MARK": "marked", "OUT": folder.path("out")]) { $1 }
        let bus = try await PrivateBus.start(in: folder, services: [service], environment: environment)
        let caller = Task { try await call(bus, busCall + ["org.freedesktop.DBus.StartServiceByName", "org.vsasim.Test1", "0"]) }
        var lines: [String] = []
        try await until("the service has written") {
            lines = try await Self.lines(of: folder.path("out"))
            return lines.count == odd.count + 3
        }
        #expect(Array(lines.prefix(odd.count + 1)) == odd + ["marked"])
        #expect(lines[odd.count + 1] == bus.address)
        let processID = try #require(Int32(lines[odd.count + 2]))
        await bus.stop()
        _ = try await caller.value
        #expect(ProcessTable.processes().allSatisfy { $0.id != processID || $0.isZombie })
    }

    private static func lines(of file: String) async throws -> [String] {
        let child = try ChildProcess.start(
            "/bin/cat", arguments: [file], environment: [:], standardOutput: .pipe, standardError: .null)
        return await child.standardOutput.all()
    }

    @Test("A socket path that is too long is rejected with advice")
    func longPath() async throws {
        let folder = try TemporaryFolder.create(prefix: String(repeating: "x", count: 100))
        defer { folder.remove() }
        let error = await #expect(throws: PrivateBus.StartFailure.self) {
            try await PrivateBus.start(in: folder, environment: variables)
        }
        #expect(error?.description.contains("TMPDIR") == true)
    }

    @Test("Eight concurrent buses are isolated")
    func parallel() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let folder = try TemporaryFolder.create()
                    defer { folder.remove() }
                    let bus = try await PrivateBus.start(in: folder, environment: variables)
                    await bus.stop()
                    return bus.address
                }
            }
            var addresses: Set<String> = []
            for try await address in group { addresses.insert(address) }
            #expect(addresses.count == 8)
        }
    }
}

@Suite("Cleaning up")
struct CleanupTests {
    @Test("A folder is removed with its contents, and no link is followed")
    func folder() throws {
        let outside = try TemporaryFolder.create()
        defer { outside.remove() }
        try outside.write("kept", to: "file")
        let folder = try TemporaryFolder.create()
        try folder.makeFolder("a/b/c")
        try folder.write("text", to: "a/b/file")
        symlink(outside.path, folder.path("a/link"))
        chmod(folder.path("a/b"), 0)
        folder.remove()
        #expect(access(folder.path, F_OK) != 0)
        #expect(access(outside.path("file"), F_OK) == 0)
    }

    @Test("The guard ends processes that left its group, and removes the folder")
    func finish() async throws {
        let sessionGuard = try CleanupGuard()
        let folder = sessionGuard.folder
        let child = try ChildProcess.start(
            "setsid", arguments: ["--fork", "sh", "-c", "trap '' HUP; sleep 1000 & wait"],
            environment: sessionGuard.variables.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        await child.wait()
        try await until("both run") { Self.members(of: folder).count == 2 }
        await sessionGuard.finish()
        #expect(Self.members(of: folder).isEmpty)
        #expect(access(folder.path, F_OK) != 0)
    }

    @Test("The guard does the same if its owner is killed")
    func killedOwner() async throws {
        var sessionGuard: CleanupGuard? = try CleanupGuard()
        let folder = try #require(sessionGuard?.folder)
        let processID = try #require(sessionGuard?.processID)
        let child = try ChildProcess.start("sleep", arguments: ["1000"], environment: try #require(sessionGuard?.variables))
        // For the guard, a dropped object and a killed owner are the same: the end of its input.
        sessionGuard = nil
        #expect(await child.wait() == .signalled(SIGTERM))
        try await until("the folder is gone") { access(folder.path, F_OK) != 0 }
        try await until("the guard is gone") { kill(processID, 0) != 0 }
    }

    private static func members(of folder: TemporaryFolder) -> [ProcessTable.Process] {
        ProcessTable.processes(withEnvironment: CleanupGuard.variable, value: folder.path)
    }
}
