/// The one question that somebody is at, and who waits for its answer.
struct OpenQuestion {
    private var number = 0
    private var waiter: CheckedContinuation<AgentAnswer, any Error>?

    /// Whether a question is open.
    var isOpen: Bool { waiter != nil }

    /// Opens a question.
    ///
    /// - Returns: its number.
    mutating func open(_ waiter: CheckedContinuation<AgentAnswer, any Error>) -> Int {
        number += 1
        self.waiter = waiter
        return number
    }

    /// Ends the question. Whoever comes second changes nothing.
    mutating func end(_ result: Result<AgentAnswer, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}
