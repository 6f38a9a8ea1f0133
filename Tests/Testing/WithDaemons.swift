import TVWorld
import VSATesting

/// Runs an operation with its own daemons when a place is free; stops them and removes their folders afterwards.
///
/// - Throws: The errors of the operation, or the reason why the daemons did not start.
package func withDaemons<Value>(
    trust: Bool = true, world: World? = nil, clock: String? = nil, serviceOptions: [String] = [],
    _ operation: (Daemons) async throws -> Value
) async throws -> Value {
    try await withDaemonPlace {
        let daemons = try await Daemons.start(trust: trust, world: world, clock: clock, serviceOptions: serviceOptions)
        do {
            let value = try await operation(daemons)
            await daemons.stop()
            return value
        } catch {
            await DaemonLogs.$hasFailed.withValue({ true }) { await daemons.stop() }
            throw error
        }
    }
}
