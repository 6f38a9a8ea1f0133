import ProjectTesting

/// A few sessions that all flows share. Most of the time a flow waits, for the app's next request or for the device's answer, so
/// that there are more sessions than processors.
actor FaultSessions {
    static let shared = FaultSessions(limit: 8)

    private let limit: Int
    private var count = 0
    private var idle: [FaultSession] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(limit: Int) { self.limit = limit }

    /// Runs an operation with a session, as soon as one is free. After an error the session is not used again.
    ///
    /// - Throws: The errors of the operation, or the reason why a session did not start.
    nonisolated func withSession(
        for flow: FaultFlow, _ operation: (inout FaultSession) async throws -> Void
    ) async throws {
        await take()
        var session: FaultSession?
        do {
            if let idle = await takeIdle(for: flow) { session = idle } else { session = try await FaultSession.start() }
            guard var running = session else { return }
            try await operation(&running)
            await giveBack(running)
        } catch {
            let failed = session
            await DaemonLogs.$hasFailed.withValue({ true }, operation: { await failed?.stop() })
            await giveBack(nil)
            throw error
        }
    }

    private func take() async {
        if count < limit { count += 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    /// One that has the flow's scenario already, if possible.
    private func takeIdle(for flow: FaultFlow) -> FaultSession? {
        guard !idle.isEmpty else { return nil }
        return idle.remove(at: idle.firstIndex { $0.loaded == flow } ?? idle.endIndex - 1)
    }

    private func giveBack(_ session: FaultSession?) {
        if let session { idle.append(session) }
        if waiting.isEmpty { count -= 1 } else { waiting.removeFirst().resume() }
    }
}
