import HTTPTypes
import Synchronization
import TVWorld

/// A relay that passes lines from the dashboard to a session's `entitle`, and its output back: text only, bounded, in memory.
///
/// The service itself does not run anything. `vsactl run --console` fetches the lines and decides again whether it accepts them.
final class ConsoleRelay: Sendable {
    /// A line that was entered, or that `entitle` wrote.
    struct Entry: Sendable, Equatable {
        let number: Int64
        let isInput: Bool
        let text: String
    }

    private struct State {
        var waiting: [String] = []
        var entries: [Entry] = []
        var last: Int64 = 0
        var listeners = 0
        var openings: Int64 = 0
        var lastFetch: ContinuousClock.Instant?

        func isOpen(within patience: Duration) -> Bool {
            listeners > 0 || lastFetch.map { ContinuousClock.now - $0 < patience } ?? false
        }

        mutating func append(_ text: String, isInput: Bool) {
            last += 1
            entries.append(Entry(number: last, isInput: isInput, text: text))
            if entries.count > ConsoleRelay.entryLimit { entries.removeFirst(entries.count - ConsoleRelay.entryLimit) }
        }
    }

    /// The maximum number of lines that wait for the session.
    static let waitingLimit = 32
    /// The maximum number of lines that are kept for the page.
    static let entryLimit = 300
    /// The maximum length of an output line in Unicode scalars; longer ones are truncated.
    static let outputLimit = 4_096
    /// The time after its last call for which a session counts as open.
    private let patience: Duration

    private let state = Mutex(State())
    /// Woken when a line was entered or written, or a session opened its console.
    let wakes = AsyncNotification()

    init(patience: Duration = .seconds(10)) { self.patience = patience }

    /// The lines for the page, oldest first.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// A number that grows with every line.
    var number: Int64 { state.withLock { $0.last } }

    /// Whether a session fetches lines.
    var isOpen: Bool { state.withLock { $0.isOpen(within: patience) } }

    /// A number that grows whenever `isOpen` changes. Only the beginning of a session wakes those who wait.
    var turns: Int64 { state.withLock { 2 * $0.openings - ($0.isOpen(within: patience) ? 1 : 0) } }

    /// Adds a line that was entered on the dashboard.
    ///
    /// - Throws: ``ServiceError`` if no session has a console, or too many lines are waiting.
    func enter(_ line: ConsoleLine) throws(ServiceError) {
        try state.withLock { state throws(ServiceError) in
            guard state.isOpen(within: patience) else {
                throw ServiceError(
                    .conflict, "no_console", "No session has a console. Open one with: vsactl run --console -- COMMAND")
            }
            guard state.waiting.count < Self.waitingLimit else {
                throw ServiceError(
                    .tooManyRequests, "too_many_lines", "\(Self.waitingLimit) lines are waiting already. Try again later.")
            }
            state.waiting.append(line.text)
            state.append(line.text, isInput: true)
        }
        wakes.wake()
    }

    /// Returns the waiting lines, which then belong to the session; waits for the first one.
    func fetch(waiting seconds: Int64) async -> [String] {
        await listening {
            if seconds > 0 { await wakes.wait(seconds: seconds) { state.withLock { !$0.waiting.isEmpty } } }
            return state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
        }
    }

    /// Counts a session that waits for lines.
    func listening<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        let isNew = state.withLock { state in
            let isNew = !state.isOpen(within: patience)
            if isNew {
                state.openings += 1
                // They were entered for a session that has ended.
                state.waiting = []
            }
            state.listeners += 1
            return isNew
        }
        if isNew { wakes.wake() }
        defer {
            state.withLock { state in
                state.listeners -= 1
                state.lastFetch = .now
            }
        }
        return try await work()
    }

    /// Adds lines that `entitle` wrote.
    func write(_ lines: [String]) {
        state.withLock { state in
            for line in lines {
                let scalars = line.unicodeScalars
                let shown = scalars.prefix(Self.outputLimit).map { $0.properties.generalCategory == .control ? " " : $0 }
                let end = scalars.count > Self.outputLimit ? "…" : ""
                state.append(String(String.UnicodeScalarView(shown)) + end, isInput: false)
            }
        }
        wakes.wake()
    }
}
