import Dispatch
import EntitlementREST
import ServiceAccess
import Synchronization

/// The lines about callbacks or answers, each of which is printed. The newest that no `wait` has consumed are kept; their number
/// is limited, so that an app can run for days.
final class UnreadLines: Sendable {
    private struct State {
        var lines: [(name: String, members: Line)] = []
        /// Whether a `wait` has found none of them, and looks again with the next line.
        var isAwaited = false
        var hasTimedOut = false
    }

    private static let limit = 1_000
    private let output: Output
    private let state = Mutex(State())
    /// Signalled with every line that is awaited; others would have to be counted down before a later `wait` could time out.
    private let arrival = DispatchSemaphore(value: 0)

    init(output: Output) { self.output = output }

    var hasTimedOut: Bool { state.withLock { $0.hasTimedOut } }

    /// Prints a line and keeps its name and the members that `wait` compares.
    func add(_ name: String, _ line: Line, members: Line) {
        let isAwaited = state.withLock { state in
            state.lines.append((name, members))
            if state.lines.count > Self.limit { state.lines.removeFirst() }
            // The reader of the line may react at once; by then the line is recorded here.
            output.print(line)
            return state.isAwaited
        }
        if isAwaited { arrival.signal() }
    }

    /// Waits for a line that no `wait` has consumed; returns false on timeout. Called on the commands' thread only.
    func wait(for name: String, _ conditions: [String: String], seconds: Double) -> Bool {
        let deadline = DispatchTime.now() + seconds
        while true {
            let isFound = state.withLock { state in
                let found = state.lines.firstIndex { line in
                    line.name == name && conditions.allSatisfy { line.members.has($0.key, $0.value) }
                }
                if let found { state.lines.remove(at: found) }
                state.isAwaited = found == nil
                return found != nil
            }
            if isFound { return true }
            guard arrival.wait(timeout: deadline) == .success else {
                state.withLock { ($0.isAwaited, $0.hasTimedOut) = (false, true) }
                return false
            }
        }
    }
}

// The answers of the client of REST API v2.
extension UnreadLines {
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
