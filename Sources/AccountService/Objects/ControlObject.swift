import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The object with the device's settings. The calls of each sender are processed sequentially.
struct ControlObject: Sendable {
    typealias Member = ControlInterface.Member

    let services: DeviceServices
    let signers: ProviderSigners
    let desktopEntries: DesktopEntries
    let monitors: JournalMonitors
    let identifiers: IdentifierSource
    let driver: RequestDriver
    let prompts: AgentPrompts
    let clockController: ClockController
    let scenarioLoader: ScenarioLoader
    /// The folder of the daemon's files, for `GetStatus`.
    let stateFolder: String

    func bound() throws -> BoundInterface {
        let topics = [
            accessMethods, accountMethods, providerMethods, deviceMethods, developerMethods, journalMethods, faultMethods,
            clockMethods, scenarioMethods, promptMethods,
        ]
        return try BoundInterface(
            ControlInterface.described(), authorize: services.notifier.callers.authorize,
            replaceError: { error, _ in errorReply(for: error) },
            methods: topics.reduce(into: [:]) { all, topic in all.merge(topic) { own, _ in own } },
            callByteLimits: [
                Member.setServiceMetadata: CallLimits.metadata, Member.validate: CallLimits.document,
                Member.load: CallLimits.document,
            ])
    }

    /// Returns a handler that applies the event of a call, if it changes something. The signals are sent before the reply.
    ///
    /// Its task runs on the thread of the store, and the bus thread sends signals and reply together: each further change of
    /// threads would take as much time as the work itself.
    func changing(_ event: @escaping @Sendable (MethodInvocation) async throws -> DeviceEvent?) -> MethodHandler {
        .replying(on: services.store.taskExecutor) { [services] call, reply in
            let event = try await event(call)
            let announcements = if let event { try await services.store.perform(event) } else { [Announcement]() }
            await services.notifier.publish(announcements, answering: reply, on: call.connection)
        }
    }
}
