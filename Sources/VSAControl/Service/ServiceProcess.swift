import FoundationEssentials
import Glibc
import PrivateSession
import StateDirectory

/// Starts and stops the user's service.
struct ServiceProcess: Sendable {
    private let environment = ProcessInfo.processInfo.environment

    /// The time limit for starting and stopping.
    static let patience = Duration.seconds(20)

    /// The folder of the enclosing session of `vsactl run`; nil if there is none.
    private var session: String? { environment[CleanupGuard.variable].nonEmpty }

    /// The file with the standard error of a service that the service manager did not start: in a session of `vsactl run`, the
    /// session's.
    private var logFile: String {
        if let session { return "\(session)/entitlementd.log" }
        let state = BaseDirectories.state(environment: environment, home: URL.homeDirectory.path)
        return "\(state)/entitlementd.log"
    }

    /// Whether the service manager runs it.
    private var hasUnit: Bool { session == nil && DaemonCommands.hasUnit("entitlementd.service", environment) }

    /// Starts the service unless it is running, and returns it when it responds.
    ///
    /// - Parameter options: Options for `entitlementd serve`.
    /// - Throws: `Failure` with the end of its log, or if there are options that would have no effect.
    func start(options: [String]) async throws -> (service: RunningService, isNew: Bool) {
        guard options.isEmpty || !hasUnit else {
            throw Failure(
                .usage, "the service manager starts the service, without options",
                advice: "Set them in ~/.config/vsasim/entitlementd.yaml.")
        }
        if let running = try RunningService.find(environment: environment) {
            guard options.isEmpty else {
                throw Failure(
                    .failed, "the service is already running, so these options have no effect",
                    advice: "Stop it first: vsactl service stop")
            }
            return (running, false)
        }
        guard environment["XDG_RUNTIME_DIR"].nonEmpty != nil else {
            throw Failure(
                .failed, "XDG_RUNTIME_DIR is not set", advice: "Set it to a private folder, or use: vsactl run -- COMMAND")
        }
        if hasUnit {
            let manager = try ChildProcess.start(
                "systemctl", arguments: ["--user", "start", "entitlementd"], environment: environment, group: .callers)
            let code = await manager.wait().shellCode
            try Failure.require(code == 0, "systemctl --user start entitlementd failed with exit code \(code)")
            return (try await started(), true)
        }
        let folder = URL(fileURLWithPath: logFile).deletingLastPathComponent().path
        do throws(SystemFailure) { try PrivateFolder.make(folder) } catch {
            throw Failure(.failed, "cannot create the folder \(folder): \(error.reason)")
        }
        let logStart = LogEnd.offset(of: logFile)
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"), arguments: ["serve"] + options, environment: environment,
            standardOutput: .file(logFile), standardError: .file(logFile))
        let service = try await started(process, logStart: logStart)
        process.letGo()
        return (service, true)
    }

    /// Stops the service; returns its process, or nil if it is not running.
    ///
    /// - Throws: `Failure` if it does not exit.
    func stop() async throws -> Int32? {
        guard let running = try RunningService.find(environment: environment) else { return nil }
        guard kill(running.processID, SIGTERM) == 0 else {
            throw Failure(.failed, "cannot stop process \(running.processID): \(String(cString: strerror(errno)))")
        }
        try await Waiting.until("stopped", within: Self.patience) {
            if RunningService.isRunning(running.processID) {
                throw Failure(.timedOut, "process \(running.processID) is still running")
            }
        }
        return running.processID
    }

    /// Replaces this process with a program that writes the log to standard output.
    func showLog(lines: Int, follows: Bool) throws -> Never {
        let options = ["--lines", String(lines)] + (follows ? ["--follow"] : [])
        if hasUnit { try Replacement.start("journalctl", ["--user", "--unit", "entitlementd"] + options) }
        let file = logFile
        guard access(file, R_OK) == 0 else {
            throw Failure(
                .notFound, "cannot read the log \(file): \(String(cString: strerror(errno)))",
                advice: "vsactl service start writes it.")
        }
        try Replacement.start("tail", options + [file])
    }

    /// Waits until the service responds.
    ///
    /// - Parameters:
    ///   - process: Its process, unless the service manager has started it.
    ///   - logStart: Where its part of the log file starts.
    private func started(_ process: ChildProcess? = nil, logStart: Int = 0) async throws -> RunningService {
        try await Waiting.until("started", within: Self.patience) {
            if let exit = process?.exit {
                throw Failure(.failed, "entitlementd ended (\(exit))", advice: LogEnd.lines(of: logFile, from: logStart))
            }
            guard let service = try RunningService.find(environment: environment) else {
                throw Failure(.unreachable, "it has not written its runtime file")
            }
            try await ServiceControl(address: service.address).checkHealth()
            return service
        }
    }
}

/// The end of a log, for the advice of an error.
enum LogEnd {
    /// The maximum number of lines.
    private static let count = 10
    /// The maximum size, in bytes: a log may be of any size.
    private static let size = 16_384

    /// Returns the size of a file, which is the offset of the next appended line; 0 if the file is missing.
    static func offset(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Returns the last lines of a file; nil if there are none.
    ///
    /// - Parameter offset: Where the part that counts starts.
    static func lines(of path: String, from offset: Int = 0) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let start = max(offset, lseek(file, 0, SEEK_END) - off_t(size))
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, size, start))
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(count)
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

/// The user's service that is running, found by its runtime file.
struct RunningService: Sendable, Equatable {
    var address: ServiceAddress
    var processID: Int32
    /// Whether the device may be connected to it without a command: its setting `auto-connect`.
    var connectsByItself: Bool

    /// Returns the service; nil if none is running.
    ///
    /// - Throws: `Failure` if other users have access to the file, or own it.
    static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> RunningService? {
        guard let path = ServiceAddress.runtimeFilePath(environment: environment), FileLock.isTaken(path + ".lock") else {
            return nil
        }
        var status = stat()
        let bytes = try? PrivateFile.read(path, limit: 65_536) { status = $0 }
        guard let bytes, let content = try? JSONDecoder().decode(ServiceAddress.RuntimeFile.self, from: Data(bytes)),
            let processID = content.processID
        else { return nil }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Failure(
                .failed, "other users have access to the runtime file \(path), so its service is not used",
                advice: "chmod 600 \(path)")
        }
        guard isRunning(processID) else { return nil }
        return RunningService(
            address: try ServiceAddress(url: content.url, adminToken: content.adminToken), processID: processID,
            connectsByItself: content.autoConnect ?? true)
    }

    /// Returns whether a process of this user has not exited yet. `vsactl run` reaps its service only at the end of the session.
    static func isRunning(_ processID: Int32) -> Bool {
        processID > 0 && kill(processID, 0) == 0 && ProcessTable.isRunning(processID)
    }
}
