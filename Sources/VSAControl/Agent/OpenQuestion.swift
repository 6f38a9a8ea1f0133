/// The current prompt, and the caller that waits for its answer.
struct OpenQuestion {
    private var number = 0
    private var waiter: CheckedContinuation<AgentAnswer, any Error>?

    /// Whether there is a prompt.
    var isOpen: Bool { waiter != nil }

    /// Sets the prompt.
    ///
    /// - Returns: The prompt's number.
    mutating func open(_ waiter: CheckedContinuation<AgentAnswer, any Error>) -> Int {
        number += 1
        self.waiter = waiter
        return number
    }

    /// Ends the prompt; has no effect if it has already ended.
    mutating func end(_ result: Result<AgentAnswer, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}
