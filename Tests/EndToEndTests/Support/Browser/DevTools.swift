import PrivateSession
import ProjectTesting
import TVWorld

/// The DevTools protocol of a Chromium (`--remote-debugging-pipe`): messages with NUL at the end to its standard input, one per
/// line from its standard output.
///
/// Answers and events are handled in the order in which they arrive: when an answer is there, everything that happened before it
/// has been reported.
actor DevTools {
    /// A command that Chromium did not perform.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// Whether the page was replaced during the command, which may be repeated on the next one.
        var isNavigation: Bool {
            ["context was destroyed", "navigated or closed", "was collected", "Cannot find", "Not attached to an active page"]
                .contains { description.contains($0) }
        }
    }

    /// Receives an event: its name and parameters. It must not wait for another command's answer.
    typealias Listener = @Sendable (_ event: String, _ parameters: JSON) async -> Void

    private let process: ChildProcess
    private var lastID = 0
    private var pending: [Int: CheckedContinuation<JSON, any Error>] = [:]
    private var listeners: [String: Listener] = [:]
    /// Whether Chromium has ended.
    private(set) var hasEnded = false

    init(_ process: ChildProcess) {
        self.process = process
    }

    /// Reads until Chromium ends.
    func run() async {
        var message = ""
        for await line in process.standardOutput {
            message += line
            if let json = try? JSON(parsing: message.utf8) {
                await receive(json)
            } else if line.utf8.count >= 1 << 20 {
                // A line of more than a mebibyte, such as a screenshot, is split.
                continue
            }
            message = ""
        }
        hasEnded = true
        for continuation in pending.values { continuation.resume(throwing: Failure(description: "Chromium has ended")) }
        pending = [:]
    }

    /// Sets the receiver of a session's events.
    func listen(to session: String, _ listener: @escaping Listener) { listeners[session] = listener }

    /// Sends a command and waits for its answer.
    ///
    /// - Throws: ``Failure``, or `DeadlinePassed`.
    @discardableResult
    nonisolated func call(
        _ method: String, _ parameters: [String: JSON] = [:], session: String? = nil
    ) async throws -> JSON {
        try await within(defaultDeadline, "answer to \(method)") { try await self.send(method, parameters, session) }
    }

    private func send(_ method: String, _ parameters: [String: JSON], _ session: String?) async throws -> JSON {
        guard !hasEnded else { throw Failure(description: "Chromium has ended") }
        lastID += 1
        let id = lastID
        var members: [JSON.Member] = [
            .init("id", .integer(id)), .init("method", .string(method)), .init("params", JSON(parameters)),
        ]
        if let session { members.append(.init("sessionId", .string(session))) }
        let message = JSON.object(members).serialized
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending[id] = continuation
                Task {
                    do { try await process.standardInput?.write(message + "\0") } catch { fail(id, error) }
                }
            }
        } onCancel: {
            Task { await self.fail(id, CancellationError()) }
        }
    }

    private func fail(_ id: Int, _ error: any Error) { pending.removeValue(forKey: id)?.resume(throwing: error) }

    private func receive(_ json: JSON) async {
        if let id = json["id"]?.integer {
            let continuation = pending.removeValue(forKey: Int(id))
            if let error = json["error"] {
                continuation?.resume(throwing: Failure(description: error["message"]?.text ?? error.serialized))
            } else {
                continuation?.resume(returning: json["result"] ?? .null)
            }
        } else if let session = json["sessionId"]?.text, let event = json["method"]?.text {
            await listeners[session]?(event, json["params"] ?? .null)
        }
    }
}

extension JSON {
    /// An object.
    init(_ members: [String: JSON]) {
        self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    }
}
