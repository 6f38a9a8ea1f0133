/// Waits for conditions that have no event: the module's only sleep.
enum Waiting {
    /// The time limit of the only attempt if there is no time to wait.
    private static let singleAttempt = Duration.seconds(5)

    /// Repeats an attempt until it succeeds, repeating it is pointless, or the time limit expires.
    ///
    /// - Parameters:
    ///   - what: Completes "not … after".
    ///   - limit: The time limit; 0: only one attempt is made.
    /// - Throws: `Failure` with `ExitStatus.timedOut` and the last reason; immediately for a failure that time cannot fix.
    static func until<Answer: Sendable>(
        _ what: String, within limit: Duration, _ attempt: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let end = ContinuousClock.now + limit
        var reason = Failure(.timedOut, "it did not answer")
        repeat {
            let remaining = limit > .zero ? end - ContinuousClock.now : singleAttempt
            do {
                guard let answer = try await once(attempt, within: remaining) else { break }
                return answer
            } catch let failure as Failure {
                guard failure.status == .unreachable || failure.status == .timedOut else { throw failure }
                reason = failure
            }
            try await Task.sleep(for: min(.milliseconds(50), max(.zero, end - ContinuousClock.now)))
        } while ContinuousClock.now < end
        throw Failure(.timedOut, "not \(what) after \(seconds(limit)) s: \(reason.message)", advice: reason.advice)
    }

    /// Waits for a time.
    ///
    /// - Returns: Whether the time has passed; otherwise the task was cancelled.
    static func pass(_ time: Duration) async -> Bool {
        do { try await Task.sleep(for: time) } catch { return false }
        return true
    }

    /// Returns when the task is cancelled.
    static func forever() async {
        while await pass(.seconds(3_600)) {}
    }

    /// Runs jobs until the first one ends, which cancels the others.
    ///
    /// - Returns: Its result.
    /// - Throws: Its error.
    static func first<Value: Sendable>(_ jobs: (@Sendable () async throws -> Value)...) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for job in jobs { group.addTask { try await job() } }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { preconditionFailure("there is no job") }
            return value
        }
    }

    /// Makes one attempt; nil if the time limit expires first.
    private static func once<Answer: Sendable>(
        _ attempt: @escaping @Sendable () async throws -> Answer, within limit: Duration
    ) async throws -> Answer? {
        try await first(
            { () -> Answer? in try await attempt() },
            { () -> Answer? in
                try await Task.sleep(for: max(.zero, limit))
                return nil
            })
    }

    private static func seconds(_ duration: Duration) -> String {
        let components = duration.components
        let tenths = components.attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(components.seconds)" : "\(components.seconds).\(tenths)"
    }
}
