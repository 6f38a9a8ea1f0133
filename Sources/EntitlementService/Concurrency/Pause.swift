/// The service's pauses, by name. They are measured by the machine's time, whatever the service's clock shows.
enum Pause {
    /// Waits between two clean-ups of ended records.
    static func betweenCleanUps() async throws { try await Task.sleep(for: .seconds(30)) }

    /// Waits between returns of memory. Records in memory are needed during a burst of requests, not afterwards, so this is
    /// short; an idle service does nothing.
    static func betweenReturnsOfMemory() async throws { try await Task.sleep(for: .seconds(5)) }

    /// Waits between batches of the journal; a crash loses the batch.
    static func betweenJournalBatches() async throws { try await Task.sleep(for: .milliseconds(500)) }

    /// Waits between two batches of a clean-up, so that calls that write get their turn.
    static func betweenBatches() async throws { try await Task.sleep(for: .milliseconds(20)) }

    /// Waits between two checks of whether the other nodes have adopted a change, which takes them some milliseconds. A
    /// notification from each of them would cost an additional transaction for every change.
    static func betweenChecksOfNodes() async throws { try await Task.sleep(for: .milliseconds(2)) }

    /// Waits before another attempt to lock a file that another instance has locked for some milliseconds; nothing announces its
    /// release.
    static func betweenAttemptsToLock() async throws { try await Task.sleep(for: .milliseconds(5)) }

    /// Waits between exchanges of journal entries among nodes, so that one transaction contains the entries of many calls.
    static func betweenExchanges() async throws { try await Task.sleep(for: .milliseconds(50)) }

    /// Waits before a node tries again to reach a database server that refuses connections at once. Nothing announces its return.
    static func beforeReconnection() async throws { try await Task.sleep(for: .milliseconds(100)) }

    /// Waits for a random time, on average longer each time, before a decision is repeated because others keep changing its
    /// records.
    static func betweenAttempts(_ count: Int) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...(2 << min(count, 5)))))
    }

    /// Waits until the deadline of something that is awaited, such as a connection to the database server, the end of the calls
    /// before a swap, or the work of a swap.
    static func until(_ deadline: ContinuousClock.Instant) async throws { try await Task.sleep(until: deadline) }
}
