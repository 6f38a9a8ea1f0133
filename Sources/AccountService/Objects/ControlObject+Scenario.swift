import DBus
import DeviceInterfaces

/// Scenarios and snapshots.
extension ControlObject {
    /// The handlers of this topic.
    var scenarioMethods: [MemberName: Handler] {
        [
            Member.validate: .ordered(validate), Member.load: .ordered(load), Member.exportScenario: .ordered(exportScenario),
            Member.saveSnapshot: .ordered(saveSnapshot),
        ]
    }

    @Sendable private func validate(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try scenarioLoader.validate(invocation.decode(String.self))
        return []
    }

    @Sendable private func load(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await scenarioLoader.load(invocation.decode(String.self), on: invocation.connection)]
    }

    @Sendable private func exportScenario(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [await scenarioLoader.export()]
    }

    @Sendable private func saveSnapshot(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let document = await scenarioLoader.save()
        let limit = CallLimits.document
        // A snapshot that cannot be loaded again would be useless.
        guard document.utf8.count < limit - 4_096 else {
            throw ErrorReply(
                .limitsExceeded, message: "the snapshot would have \(document.utf8.count) bytes, more than the \(limit) of a call"
            )
        }
        return [document]
    }
}
