import TVWorld

/// Daemons that serve one test after the other; each finds them as new: the world as it was, nobody signed in, every provider
/// trusted. What stays are keys and software statements, so that not every test waits for new ones.
///
/// For tests that leave the daemons running and their folders alone. Those left over end with the process.
package actor DaemonPool {
    /// The pool of daemons with the built-in world.
    package static let shared = DaemonPool()

    private nonisolated let world: World?
    private var idle: [Daemons] = []

    /// A pool of daemons with a world; nil is the built-in one.
    package init(world: World? = nil) {
        self.world = world
    }

    private func takeIdle() -> Daemons? { idle.popLast() }

    private func putBack(_ daemons: Daemons) { idle.append(daemons) }

    /// Runs an operation with daemons as good as new. After a failure they are not used again.
    ///
    /// - Throws: what the operation throws, or why the daemons did not start or could not be reset.
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
