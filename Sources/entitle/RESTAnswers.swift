import Dispatch
import EntitlementREST
import Foundation
import ServiceAccess
import Synchronization

/// The answers of the client: printed in order, and kept for `wait`.
final class RESTAnswers: Sendable {
    private struct State {
        /// The newest answers that no `wait` has consumed, with the members that it compares.
        var unconsumed: [(name: String, line: Line)] = []
        var hasFailed = false
    }

    private static let limit = 1_000
    private let output: Output
    private let state = Mutex(State())
    /// Signalled with every answer.
    private let arrival = DispatchSemaphore(value: 0)

    init(output: Output) { self.output = output }

    /// Whether a `wait` has timed out.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Prints the answer to a call: its name, then the service's members.
    func add(_ name: String, _ json: JSONValue = .object([:])) {
        var line = Line("answer", name)
        for (key, value) in (json.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            line.add(key, json: String(decoding: value.serialized, as: UTF8.self))
        }
        add(name, line, members: line)
    }

    /// Prints the error of a call: the service's error unchanged, any other with a code and a message.
    func add(_ error: EntitlementClientError, of name: String) {
        let json: JSONValue
        if case .service(let error) = error {
            json = error.json
        } else {
            json = .object(["code": .text(Self.code(of: error)), "message": .text(error.description)])
        }
        var line = Line("error", json: String(decoding: json.serialized, as: UTF8.self))
        line.add("call", name)
        var members = Line("call", name)
        for (key, value) in json.object ?? [:] { members.add(key, json: String(decoding: value.serialized, as: UTF8.self)) }
        add("error", line, members: members)
    }

    private func add(_ name: String, _ line: Line, members: Line) {
        state.withLock { state in
            state.unconsumed.append((name, members))
            if state.unconsumed.count > Self.limit { state.unconsumed.removeFirst() }
            // The reader of the line may react at once; by then the line is recorded here.
            output.print(line)
        }
        arrival.signal()
    }

    /// Waits for an answer that no `wait` has consumed; returns false on timeout.
    func wait(for name: String, _ conditions: [String: String], seconds: Double) -> Bool {
        let deadline = DispatchTime.now() + seconds
        while true {
            let isFound = state.withLock { state in
                let found = state.unconsumed.firstIndex { answer in
                    answer.name == name && conditions.allSatisfy { answer.line.has($0.key, $0.value) }
                }
                if let found { state.unconsumed.remove(at: found) }
                return found != nil
            }
            if isFound { return true }
            guard arrival.wait(timeout: deadline) == .success else {
                state.withLock { $0.hasFailed = true }
                return false
            }
        }
    }

    private static func code(of error: EntitlementClientError) -> String {
        switch error {
        case .registration: "registration"
        case .service(let error): error.code.word
        case .throttled: "throttled"
        case .http: "http"
        case .connection: "connection"
        case .unreadable: "unreadable"
        case .sessionEnded: "sessionEnded"
        case .cancelled: "cancelled"
        }
    }
}
