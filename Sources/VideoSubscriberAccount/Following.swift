/// Runs work in its own task and waits for it. When the caller is cancelled, so is the work. The caller need not wait until the
/// work has stopped; the work then ends without it.
///
/// - Parameter giveUp: Whether the caller returns at once when it is cancelled; called on any thread.
/// - Throws: The errors of the work, or `CancellationError` if the caller gave up.
func following<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer, giveUp: @escaping @Sendable () -> Bool = { true }
) async throws -> Answer {
    let (outcomes, feed) = AsyncStream.makeStream(of: Result<Answer, any Error>.self, bufferingPolicy: .bufferingOldest(1))
    let task = Task {
        do { feed.yield(.success(try await work())) } catch { feed.yield(.failure(error)) }
    }
    // In its own task, because a stream ends for a cancelled reader.
    let first = Task {
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }
    return try await withTaskCancellationHandler {
        try await first.value
    } onCancel: {
        task.cancel()
        if giveUp() { feed.yield(.failure(CancellationError())) }
    }
}
