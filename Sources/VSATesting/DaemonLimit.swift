/// Limits how many tests run real daemons at the same time: each set is four processes, and CI machines have two processors.
actor DaemonLimit {
    static let shared = DaemonLimit()

    private var free = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Runs an operation that starts its own daemons when a place is free.
///
/// - Throws: The errors of the operation.
package func withDaemonPlace<Value>(_ operation: () async throws -> Value) async throws -> Value {
    await DaemonLimit.shared.take()
    do {
        let value = try await operation()
        await DaemonLimit.shared.giveBack()
        return value
    } catch {
        await DaemonLimit.shared.giveBack()
        throw error
    }
}
