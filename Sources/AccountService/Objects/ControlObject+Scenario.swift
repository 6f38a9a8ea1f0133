import DBus

/// Scenarios.
extension ControlObject {
    /// The handlers of this topic.
    var scenarioMethods: [MemberName: Handler] {
        [
            "PrepareScenario": .ordered(prepareScenario), "CommitScenario": .ordered(commitScenario),
            "RollBackScenario": .ordered(rollBackScenario), "ExportScenario": .ordered(exportScenario),
        ]
    }

    @Sendable private func prepareScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await scenarioKeeper.prepare(invocation.decode(String.self))]
    }

    @Sendable private func commitScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await scenarioKeeper.commit(invocation.decode(UInt64.self), on: invocation.connection)]
    }

    @Sendable private func rollBackScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await scenarioKeeper.rollBack(invocation.decode(UInt64.self), on: invocation.connection)
        return []
    }

    @Sendable private func exportScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [await scenarioKeeper.export()]
    }
}
