import TVWorld
import VSATesting

/// Daemons that serve one test after another. Each test starts with the initial state: the original world, no user signed in,
/// every provider trusted. Keys and software statements are kept, to save the time to create new ones.
///
/// For tests that do not stop the daemons or change their folders. The remaining daemons end with the process.
package actor DaemonPool {
    /// The pool of daemons with the built-in world.
    package static let shared = DaemonPool()

    private nonisolated let world: World?
    private var idle: [Daemons] = []

    /// Creates a pool of daemons with a world; nil for the built-in one.
    package init(world: World? = nil) {
        self.world = world
    }

    private func takeIdle() -> Daemons? { idle.popLast() }

    private func putBack(_ daemons: Daemons) { idle.append(daemons) }

    /// Runs an operation with daemons in their initial state. After a failure they are not reused.
    ///
    /// - Throws: The errors of the operation, or the reason why the daemons did not start or could not be reset.
    package nonisolated func withDaemons<Value>(_ operation: (Daemons) async throws -> Value) async throws -> Value {
        try await withDaemonPlace {
            let daemons: Daemons
            if let idle = await takeIdle() { daemons = idle } else { daemons = try await Daemons.start(world: world) }
            do {
                let value = try await operation(daemons)
                if DaemonLogs.hasFailed() {
                    await daemons.stop()
                } else {
                    try await daemons.reset()
                    await putBack(daemons)
                }
                return value
            } catch {
                await DaemonLogs.$hasFailed.withValue({ true }) { await daemons.stop() }
                throw error
            }
        }
    }
}
