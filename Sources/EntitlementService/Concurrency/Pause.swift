/// The service's pauses, by name. The machine's time passes in them, whatever the service's clock says.
enum Pause {
    /// Between two clean-ups of ended records.
    static func betweenCleanUps() async throws { try await Task.sleep(for: .seconds(30)) }

    /// The interval at which memory is returned. The records in memory are needed in a burst of requests, not after it, so this is
    /// short; an idle service does nothing.
    static func betweenReturnsOfMemory() async throws { try await Task.sleep(for: .seconds(5)) }

    /// The interval between batches of the journal, which is lost in a crash.
    static func betweenJournalBatches() async throws { try await Task.sleep(for: .milliseconds(500)) }

    /// How long a swap waits for the calls that are under way.
    static func untilCallsEnd() async throws { try await Task.sleep(for: .seconds(2)) }

    /// Between two batches of one clean-up, so that calls that write get their turn.
    static func betweenBatches() async throws { try await Task.sleep(for: .milliseconds(20)) }

    /// Between two looks at whether the other nodes have taken over a change, which takes them some milliseconds. A notification
    /// from each of them would be a transaction more for every change.
    static func betweenLooksAtNodes() async throws { try await Task.sleep(for: .milliseconds(2)) }

    /// Between exchanges of the journal's entries among nodes, so that a transaction has the entries of many calls.
    static func betweenExchanges() async throws { try await Task.sleep(for: .milliseconds(50)) }

    /// Before a node tries again to reach a database server that refuses connections at once. Nothing announces that it is back.
    static func beforeReconnection() async throws { try await Task.sleep(for: .milliseconds(100)) }

    /// Before a decision is made again whose records others keep changing; longer each time, and different for each of them.
    static func betweenAttempts(_ count: Int) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: 1...(2 << min(count, 5)))))
    }

    /// Until the deadline of what a call waits for: an answer of the database server, or the work of a swap.
    static func until(_ deadline: ContinuousClock.Instant) async throws { try await Task.sleep(until: deadline) }
}
