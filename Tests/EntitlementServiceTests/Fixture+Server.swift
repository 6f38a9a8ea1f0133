import EntitlementService
import Logging
import ServiceLifecycle

extension Fixture {
    /// Runs a test against a server on a free port, and shuts it down.
    func serve(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = EntitlementApplication(environment: environment, logger: logger) { port.yield($1) }
        let group = application.serviceGroup(signals: [])
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                for await number in ports {
                    // A failing test shuts down, too: otherwise the group would never end.
                    do { try await body(number) } catch {
                        await group.triggerGracefulShutdown()
                        throw error
                    }
                    await group.triggerGracefulShutdown()
                    break
                }
            }
            try await tasks.waitForAll()
        }
    }
}
