import DBus
import DeviceInterfaces

/// Scenarios and snapshots.
extension ControlObject {
    /// The handlers of this topic.
    var scenarioMethods: [MemberName: Handler] {
        [
            Member.prepareScenario: .ordered(prepareScenario), Member.commitScenario: .ordered(commitScenario),
            Member.rollBackScenario: .ordered(rollBackScenario), Member.exportScenario: .ordered(exportScenario),
            Member.saveSnapshot: .ordered(saveSnapshot), Member.prepareSnapshot: .ordered(prepareSnapshot),
            Member.beginLoad: .ordered(beginLoad), Member.endLoad: .ordered(endLoad),
        ]
    }

    @Sendable private func beginLoad(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await scenarioKeeper.begin(invocation.caller(), on: invocation.connection)
        return []
    }

    @Sendable private func endLoad(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await scenarioKeeper.end(invocation.caller())
        return []
    }

    @Sendable private func prepareScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await scenarioKeeper.prepare(scenario: invocation.decode(String.self), by: invocation.caller())]
    }

    @Sendable private func commitScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [
            try await scenarioKeeper.commit(
                invocation.decode(UInt64.self), by: invocation.caller(), on: invocation.connection)
        ]
    }

    @Sendable private func rollBackScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await scenarioKeeper.rollBack(
            invocation.decode(UInt64.self), by: invocation.caller(), on: invocation.connection)
        return []
    }

    @Sendable private func exportScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [await scenarioKeeper.export()]
    }

    @Sendable private func saveSnapshot(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let document = await scenarioKeeper.save()
        let limit = AccountDaemon.largestCall
        // A snapshot that cannot be loaded again would be useless.
        guard document.utf8.count < limit - 4_096 else {
            throw ErrorReply(
                .limitsExceeded, message: "the snapshot would have \(document.utf8.count) bytes, more than the \(limit) of a call"
            )
        }
        return [document]
    }

    @Sendable private func prepareSnapshot(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await scenarioKeeper.prepare(snapshot: invocation.decode(String.self), by: invocation.caller())]
    }
}
