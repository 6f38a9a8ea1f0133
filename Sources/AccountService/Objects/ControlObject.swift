import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The object with the device's settings. The calls of each sender are processed sequentially.
struct ControlObject: Sendable {
    typealias Member = ControlInterface.Member

    let services: DeviceServices
    let signers: ProviderSigners
    let authorizer: Authorizer
    let desktopEntries: DesktopEntries
    let monitors: JournalMonitors
    let identifiers: IdentifierSource
    /// The members for prompts.
    let prompts: PromptControl
    let clockController: ClockController
    let scenarioLoader: ScenarioLoader
    /// The folder of the daemon's files, for `GetStatus`.
    let stateFolder: String

    /// The interface with its handlers.
    func bound() throws -> BoundInterface {
        let topics = [
            accessMethods, accountMethods, providerMethods, deviceMethods, developerMethods, journalMethods, faultMethods,
            clockMethods, scenarioMethods, prompts.methods,
        ]
        return try BoundInterface(
            ControlInterface.described(), authorize: authorizer.authorize,
            methods: topics.reduce(into: [:]) { all, topic in all.merge(topic) { own, _ in own } },
            callByteLimits: [
                Member.setServiceMetadata: CallLimits.metadata, Member.validate: CallLimits.document,
                Member.load: CallLimits.document,
            ])
    }

    /// Applies an event, and sends the signals before the caller receives its reply.
    func perform(_ event: DeviceEvent, for call: MethodInvocation) async throws {
        try await services.notifier.perform([event], on: call.connection)
    }
}
