import FoundationEssentials
import Glibc
import PrivateSession
import TVWorld

/// The console of a session: passes lines from the service's dashboard to an `entitle` of the session, and its output back.
///
/// The dashboard is not trusted more than the service: a line is passed on only if it is a command of the closed list.
struct ConsoleSession: Sendable {
    let service: ServiceControl
    /// The environment of programs of the session.
    let environment: [String: String]
    /// The folder for the app's data.
    let storage: String

    /// The maximum size of a line of the output, in bytes.
    private static let lineLimit = 16 << 10

    private struct Lines: Decodable {
        var lines: [String]
    }

    /// Passes lines on until the task is cancelled.
    ///
    /// - Throws: `Failure` if the service has exited.
    func perform() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var app: ChildProcess?
            defer { app?.send(signal: SIGTERM) }
            // Never cancelled for an app: a line that a cancelled call of the service receives is lost.
            while !Task.isCancelled {
                for line in try await fetch() {
                    // The app starts with the first line, because most sessions have none, and again after it has ended.
                    if app == nil || app?.exit != nil {
                        let new = try start()
                        app = new
                        group.addTask { try await showOutput(of: new) }
                    }
                    try await pass(line, to: app)
                }
            }
        }
    }

    private func fetch() async throws -> [String] {
        try await service.send(.get, "/admin/v1/console?wait=25", as: Lines.self).lines
    }

    private func start() throws -> ChildProcess {
        try SessionPlaces.makeFolder(storage)
        return try ChildProcess.start(
            try Executables.find("entitle"), arguments: ["--storage", storage], environment: environment, standardInput: .pipe,
            standardOutput: .pipe, standardError: .null)
    }

    private func showOutput(of app: ChildProcess) async throws {
        for await line in app.standardOutput { try await tell([line]) }
        try await tell(["entitle has ended."])
    }

    private func pass(_ line: String, to app: ChildProcess?) async throws {
        do throws(ConsoleLine.Failure) {
            let line = try ConsoleLine(line)
            try? await app?.standardInput?.write(line.text + "\n")
        } catch {
            try await tell(["vsactl: \(error)"])
        }
    }

    private func tell(_ lines: [String]) async throws {
        let lines = lines.map { SafeText.line(String(decoding: $0.utf8.prefix(Self.lineLimit), as: UTF8.self)) }
        let body = JSON.members(["lines": .strings(lines)])
        _ = try await service.send(.post, "/admin/v1/console", body: Data(body.serialized.utf8))
    }
}
