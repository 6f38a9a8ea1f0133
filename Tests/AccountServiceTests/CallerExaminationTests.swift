import AccountCore
import DBus
import Foundation
import ProjectTesting
import Testing

@testable import AccountService

@Suite("What the system reports about a caller", .timeLimit(.minutes(5)))
struct CallerExaminationTests {
    /// A process as `/proc` would show it, in a folder that is removed afterwards.
    private struct FakeProcess {
        let home: String
        var path: String { home + "/proc/7" }
        var root: String { home + "/root" }

        init(_ home: String) throws {
            self.home = home
            for folder in ["/proc/7", "/root"] {
                try FileManager.default.createDirectory(atPath: home + folder, withIntermediateDirectories: true)
            }
            try link("root", to: root)
            try link("exe", to: "/usr/bin/some player (deleted)")
            try write("stat", Self.stat())
            try write("cgroup", "0::/init.scope\n")
        }

        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
        }

        func writeMetadata(_ text: String) throws {
            try text.write(toFile: root + "/.flatpak-info", atomically: true, encoding: .utf8)
        }

        func setUnit(_ unit: String) throws {
            try write("cgroup", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)\n")
        }

        /// The content of `/proc` for a process that started at a time.
        static func stat(state: String = "S", start: UInt64 = 0) -> String {
            "7 (a) b) \(state) 1 7 7" + String(repeating: " 0", count: 15) + " \(start) 0 0"
        }

        func findings(
            ownUnit: String? = nil, firstSight: UInt64 = 0, _ change: (inout ConnectionCredentials) -> Void = { _ in }
        ) throws -> CallerFindings {
            var credentials = ConnectionCredentials(userID: 1_000, processID: 7)
            change(&credentials)
            return try CallerExamination(processes: home + "/proc", ownUnit: ownUnit).findings(
                about: credentials, firstSight: BootTime(ticks: firstSight))
        }

        /// The reason why nothing is found.
        func failure(firstSight: UInt64 = 0, _ change: (inout ConnectionCredentials) -> Void = { _ in }) -> UnknownCaller? {
            do { _ = try findings(ownUnit: nil, firstSight: firstSight, change) } catch { return error as? UnknownCaller }
            return nil
        }
    }

    private func withProcess(_ operation: (FakeProcess) async throws -> Void) async throws {
        try await Workspace.with { workspace in
            try await operation(FakeProcess(try #require(workspace.environment["HOME"])))
        }
    }

    private func found(_ id: String, _ identification: Identification, isSandboxed: Bool = false) throws -> CallerFindings {
        CallerFindings(
            identity: CallerIdentity(application: try ApplicationID(id), identification: identification),
            isSandboxed: isSandboxed)
    }

    @Test("Flatpak's metadata precedes the unit, the unit precedes the executable")
    func order() async throws {
        try await withProcess { process in
            #expect(try process.findings() == found("some_player", .executable))
            try process.setUnit("app-gnome-org.example.Unit-1.scope")
            #expect(try process.findings() == found("org.example.Unit", .systemdScope))
            try process.writeMetadata("[Application]\nname=org.example.Flatpak\n")
            #expect(try process.findings() == found("org.example.Flatpak", .flatpak, isSandboxed: true))
        }
    }

    @Test("The daemon's own unit, and a unit without an identifier, identify no app")
    func ownUnit() async throws {
        try await withProcess { process in
            let unit = "app-org.kde.konsole-1893.scope"
            try process.setUnit(unit)
            #expect(try process.findings(ownUnit: unit) == found("some_player", .executable))
            try process.setUnit("app-gnome-a\\x20b-1.scope")
            #expect(try process.findings() == found("some_player", .executable))
        }
    }

    @Test("A caller with untrustworthy metadata is rejected: a link, a folder, a pipe, no name, a wrong name, too long")
    func untrusted() async throws {
        try await withProcess { process in
            let file = process.root + "/.flatpak-info"
            let manager = FileManager.default
            try "[Application]\nname=org.example.Other\n".write(
                toFile: process.home + "/other", atomically: true, encoding: .utf8)
            try manager.createSymbolicLink(atPath: file, withDestinationPath: process.home + "/other")
            #expect(process.failure()?.description.contains("cannot be read") == true)
            try manager.removeItem(atPath: file)
            try manager.createSymbolicLink(atPath: file, withDestinationPath: "/nowhere")
            #expect(process.failure() != nil)
            try manager.removeItem(atPath: file)
            try manager.createDirectory(atPath: file, withIntermediateDirectories: false)
            #expect(process.failure()?.description.contains("not a regular file") == true)
            try manager.removeItem(atPath: file)
            #expect(mkfifo(file, 0o600) == 0)
            #expect(process.failure()?.description.contains("not a regular file") == true)
            try manager.removeItem(atPath: file)
            for text in ["", "[Application]\n", "[Application]\nname=a b\n", "[Application]\nname=\n"] {
                try process.writeMetadata(text)
                #expect(process.failure()?.description.contains("names no app") == true)
            }
            try process.writeMetadata("[Application]\nname=x\n" + String(repeating: "#\n", count: 40_000))
            #expect(process.failure()?.description.contains("longer") == true)
        }
    }

    @Test("A caller with an unreadable root folder is rejected; on FUSE it is in a container")
    func unreadableRoot() async throws {
        try await withProcess { process in
            try FileManager.default.removeItem(atPath: process.path + "/root")
            #expect(process.failure() != nil)
            try process.link("root", to: process.home + "/nowhere")
            #expect(process.failure() != nil)
        }
    }

    @Test("A caller whose process has ended, or whose ID may be reused, is rejected")
    func ended() async throws {
        try await withProcess { process in
            #expect(process.failure { $0.processID = 8 }?.description == "its process has ended")
            for state in ["Z", "X"] {
                try process.write("stat", FakeProcess.stat(state: state))
                #expect(process.failure()?.description == "its process has ended")
            }
            for nonsense in ["", "7"] {
                try process.write("stat", nonsense)
                #expect(process.failure() != nil)
            }
            try process.write("stat", FakeProcess.stat())
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            // A pidfd can be read when its process has ended, as a pipe when its writer has gone.
            let descriptor = BusFileDescriptor(adopting: ends[0])
            #expect(process.failure { $0.process = descriptor } == nil)
            close(ends[1])
            #expect(process.failure { $0.process = descriptor }?.description == "its process has ended")
        }
    }

    @Test("A caller without a process to examine counts as in a sandbox, and is unknown until it registers")
    func noProcess() async throws {
        try await withProcess { process in
            let nobody = CallerFindings(identity: nil, isSandboxed: true)
            let elsewhere = try process.findings { $0.processID = nil }
            let zero = try process.findings { $0.processID = 0 }
            #expect(elsewhere == nobody)
            #expect(zero == nobody)
        }
    }

    @Test("A snap that AppArmor confines is in a sandbox, a classic one is not")
    func snap() async throws {
        try await withProcess { process in
            try process.setUnit("snap.code.code-6d2b1c6e.scope")
            func findings(_ label: String) throws -> CallerFindings {
                try process.findings { $0.securityLabel = Array(label.utf8) }
            }
            #expect(try findings("snap.code.code (enforce)") == found("snap.code", .systemdScope, isSandboxed: true))
            #expect(try findings("snap.code.code (complain)") == found("snap.code", .systemdScope))
            #expect(try findings("unconfined") == found("snap.code", .systemdScope))
        }
    }

    @Test("A process younger than its connection is unknown; registering does not help")
    func reuse() async throws {
        try await withProcess { process in
            try process.write("stat", FakeProcess.stat(start: 500))
            #expect(process.failure(firstSight: 499)?.description == "its process is younger than its connection")
            #expect(process.failure(firstSight: 500) == nil)
            try process.write("stat", "7 (x) S 1")
            #expect(process.failure(firstSight: 500)?.description == "its process is younger than its connection")
            // A pidfd identifies the process that made the connection.
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            defer { close(ends[1]) }
            let descriptor = BusFileDescriptor(adopting: ends[0])
            #expect(process.failure(firstSight: 0) { $0.process = descriptor } == nil)
        }
    }

    @Test("The time of the first sight counts, whenever the connection calls")
    func firstSight() async throws {
        try await withProcess { process in
            let examination = CallerExamination(processes: process.home + "/proc", ownUnit: nil)
            let callers = Callers(examination: examination) { _ in ConnectionCredentials(userID: 1_000, processID: 7) }
            callers.see(":1.5")
            let start = BootTime.now.ticks + 2
            while BootTime.now.ticks < start { await Task.yield() }
            try process.write("stat", FakeProcess.stat(start: start))
            // Another sight changes nothing.
            callers.see(":1.5")
            let denial = try await #require(throws: ErrorReply.self) { _ = try await callers.identity(of: ":1.5") }
            #expect(denial.name == .accessDenied)
            #expect(denial.message.contains("its process is younger than its connection"), "\(denial)")
            // A connection that was not seen is as old as its first call.
            #expect(try await callers.identity(of: ":1.6").identification == .executable)
            callers.remove(":1.5")
            callers.see(":1.5")
            #expect(try await callers.identity(of: ":1.5").identification == .executable)
        }
    }

    @Test("The daemon sees the connections that are on the bus when it starts, and later ones before they call", .device)
    func arrivals() async throws {
        let callers = device.daemon.objects.applications.callers
        let earlier = try #require(device.connection.uniqueName)
        #expect(callers.firstSight(of: earlier) != nil)
        // Its first call has been answered.
        let app = try await device.app()
        let later = try #require(app.connection.uniqueName)
        #expect(callers.firstSight(of: later) != nil)
        #expect(callers.firstSight(of: ":1.4711") == nil)
        await app.connection.close()
    }

    @Test("This process is identified by /proc")
    func own() async throws {
        let findings = try CallerExamination().findings(
            about: ConnectionCredentials(userID: getuid(), processID: UInt32(getpid())), firstSight: .now)
        #expect(findings.isSandboxed == false)
        #expect(findings.identity != nil)
    }
}
