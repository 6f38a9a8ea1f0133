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

    /// An `entitle`, and the task that shows its output.
    private struct App {
        let process: ChildProcess
        let output: Task<Void, Never>

        /// Returns whether the app has received the line.
        func take(_ line: ConsoleLine) async -> Bool {
            guard process.exit == nil, let input = process.standardInput else { return false }
            do { try await input.write(line: line.text) } catch { return false }
            return true
        }
    }

    /// Passes lines on until the task is cancelled.
    ///
    /// - Throws: `Failure` if the service has exited; an error if `entitle` cannot be started.
    func perform() async throws {
        var app: App?
        defer {
            app?.process.send(signal: SIGTERM)
            app?.output.cancel()
        }
        // Independent of the app: a line that a cancelled call of the service receives is lost.
        while !Task.isCancelled {
            for text in try await service.send(.get, "/admin/v1/console?wait=25", as: Lines.self).lines {
                let line: ConsoleLine
                do throws(ConsoleLine.Failure) { line = try ConsoleLine(text) } catch {
                    await show("vsactl: \(error)")
                    continue
                }
                // The app starts with the first line, because most sessions have none, and again after it has ended.
                if let app, await app.take(line) { continue }
                await app?.output.value
                let new = try start()
                app = new
                _ = await new.take(line)
            }
        }
    }

    private func start() throws -> App {
        try SessionPlaces.makeFolder(storage)
        let process = try ChildProcess.start(
            try Executables.find("entitle"), arguments: ["--storage", storage], environment: environment, standardInput: .pipe,
            standardOutput: .pipe, standardError: .pipe)
        let output = Task {
            // Help and notes are on standard error.
            await withTaskGroup(of: Void.self) { group in
                for lines in [process.standardOutput, process.standardError] {
                    group.addTask { for await line in lines { await show(line) } }
                }
            }
            await show("entitle has ended.")
        }
        return App(process: process, output: output)
    }

    /// Shows a line on the dashboard. One that the service does not accept is lost; a service that has exited ends `perform`.
    private func show(_ line: String) async {
        let text = SafeText.line(String(decoding: line.utf8.prefix(Self.lineLimit), as: UTF8.self))
        let body = JSON.members(["lines": [text]])
        _ = try? await service.send(.post, "/admin/v1/console", body: Data(body.serialized.utf8))
    }
}
