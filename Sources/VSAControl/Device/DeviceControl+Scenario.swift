import DBus
import DeviceInterfaces
import TVWorld

/// Scenarios and snapshots.
extension DeviceControl {
    /// The maximum time to wait for other programs that are loading.
    private static let longestWait = Duration.seconds(90)

    /// Waits for a turn to load into the device and its service. The bus is the lock: it gives a name to one program at a time, and
    /// reclaims it when that program closes its connection.
    ///
    /// - Throws: `Failure` with `ExitStatus.timedOut` if another load does not end.
    func awaitTurn() async throws {
        let end = ContinuousClock.now + Self.longestWait
        do {
            while try await connection.requestName(ControlInterface.loaderBusName, queue: true) == .inQueue {
                guard ContinuousClock.now < end, await Waiting.pass(.milliseconds(50)) else {
                    throw Failure(
                        .timedOut, "another scenario or snapshot is being loaded into this device",
                        advice: """
                            another load has not ended in time; wait for it, or end the program that loads, and try again
                            Nothing has changed.
                            """)
                }
            }
        } catch {
            throw Failure.device(error)
        }
    }

    /// Has the device validate the document of a scenario or a snapshot.
    func validate(_ document: String) async throws { try await call(ControlInterface.Member.validate, [document]) }

    func load(_ document: String) async throws { try await call(ControlInterface.Member.load, [document]) }

    /// Returns the device's state as a scenario's document.
    func exportScenario() async throws -> String { try await answer(ControlInterface.Member.exportScenario, [], as: String.self) }

    /// Returns whether the provider rejects the requests for an account; false if the device's world cannot be read, because it is
    /// too large.
    func isSuspended(_ account: AccountRecord) async -> Bool {
        guard let text = try? await exportScenario(), let world = try? Scenario(document: Array(text.utf8)).world else {
            return false
        }
        let subscriber =
            world.subscriber(provider: account.provider, username: account.subscriber ?? "")
            // A developer provider accepts the subscribers of the others.
            ?? world.subscribers.first { $0.username == account.subscriber }
        return subscriber?.isSuspended ?? false
    }

    /// Returns the device's part of a snapshot.
    func saveSnapshot() async throws -> String { try await answer(ControlInterface.Member.saveSnapshot, [], as: String.self) }
}
