import AccountCore
import DBus
import DeviceInterfaces
import Glibc
import TVWorld

private typealias Key = ControlInterface.Key

/// The object with the device's settings. The calls of each sender are processed sequentially.
struct ControlObject: Sendable {
    typealias Member = ControlInterface.Member

    let services: DeviceServices
    let signer: ProviderSigner
    let authorizer: Authorizer
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
        try BoundInterface(
            ControlInterface.described(), authorize: authorizer.authorize,
            methods: [
                Member.setAccessStatus: .ordered(setAccessStatus), Member.resetAccess: .ordered(resetAccess),
                Member.listApplications: .ordered(listApplications), Member.signIn: .ordered(signIn),
                Member.signOut: .ordered(signOut),
                Member.getAccount: .ordered(getAccount), Member.expireAccount: .ordered(expireAccount),
                Member.listProviders: .ordered(listProviders), Member.getProviderMetadata: .ordered(getProviderMetadata),
                Member.setServiceMetadata: .ordered(setServiceMetadata), Member.getServiceMetadata: .ordered(getServiceMetadata),
                Member.setRegion: .ordered(setRegion), Member.getStatus: .ordered(getStatus), Member.reset: .ordered(reset),
            ].merging(developerMethods) { own, _ in own }.merging(journalMethods) { own, _ in own }
                .merging(prompts.handlers) { own, _ in own }.merging(faultMethods) { own, _ in own }
                .merging(clockMethods) { own, _ in own }.merging(scenarioMethods) { own, _ in own },
            callByteLimits: [
                Member.setServiceMetadata: CallLimits.metadata, Member.validate: CallLimits.document,
                Member.load: CallLimits.document,
            ])
    }

    /// Applies an event, and sends the signals before the caller receives its reply.
    func perform(_ event: DeviceEvent, for invocation: Invocation) async throws {
        try await perform([event], for: invocation)
    }

    /// Applies several events, all of them or none.
    func perform(_ events: [DeviceEvent], for invocation: Invocation) async throws {
        let announcements = try await services.store.perform(events)
        await services.notifier.publish(announcements, on: invocation.connection)
    }
}

/// Access.
extension ControlObject {
    @Sendable private func setAccessStatus(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let (id, text) = try invocation.decode(String.self, String.self)
        guard let status = AccessStatus(rawValue: text) else {
            throw InvalidInput(
                field: "status", message: "must be one of \(AccessStatus.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        try await perform(.accessSet(ApplicationID(id), status, inUse: services.notifier.callers.applications), for: invocation)
        return []
    }

    @Sendable private func resetAccess(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let id = try invocation.decode(String.self)
        try await perform(.accessReset(id.isEmpty ? nil : ApplicationID(id)), for: invocation)
        return []
    }

    @Sendable private func listApplications(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let state = services.device.state
        return [state.applications.sortedIDs.map(state.details)]
    }
}

/// The account.
extension ControlObject {
    @Sendable private func signIn(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let (provider, subscriber, options) = try invocation.decode(String.self, String.self, Details.self)
        let signIn = SignIn(
            provider: provider, subscriber: subscriber,
            lifetime: try options.optional(Key.expiresIn) ?? SystemAccount.defaultLifetime, now: services.clock.seconds(),
            seed: identifiers.bytes(16))
        try await perform(.signedIn(signIn), for: invocation)
        return []
    }

    @Sendable private func signOut(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let options = try invocation.decode(Details.self)
        try await perform(.signedOut(keepsAccess: options.optional(Key.keepAccess) ?? false), for: invocation)
        return []
    }

    @Sendable private func getAccount(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [services.device.state.account?.details ?? [:]]
    }

    @Sendable private func expireAccount(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await perform(.accountExpired(now: services.clock.seconds()), for: invocation)
        return []
    }
}

/// Providers and the service.
extension ControlObject {
    @Sendable private func listProviders(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let state = services.device.state
        return [state.signInProviders.map(state.details)]
    }

    @Sendable private func getProviderMetadata(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let id = try invocation.decode(String.self)
        let providers = services.device.state.signInProviders
        guard let provider = providers.first(where: { $0.id == id }) else {
            throw DeviceEventError.unknownProvider(id, known: providers.map(\.id))
        }
        return [try await signer.metadata(of: provider)]
    }

    @Sendable private func setServiceMetadata(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let trust = try await signer.trust(metadata: invocation.decode(String.self))
        try await perform(.serviceTrusted(trust), for: invocation)
        return []
    }

    @Sendable private func getServiceMetadata(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [services.device.state.trust?.metadata ?? ""]
    }
}

/// The device.
extension ControlObject {
    @Sendable private func setRegion(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try await perform(.regionSet(Region(invocation.decode(String.self))), for: invocation)
        return []
    }

    @Sendable private func getStatus(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let state = services.device.state
        var details: Details = [:]
        details[Key.version] = Variant(simulatorVersion)
        details[Key.processID] = Variant(UInt32(getpid()))
        details[Key.region] = Variant(state.region.code)
        details[Key.applications] = Variant(UInt32(state.applications.count))
        details[Key.signedIn] = Variant(state.account.map { !$0.isRemembered } ?? false)
        details[Key.serviceEntityID] = Variant(state.trust?.entityID ?? "")
        details[Key.stateFolder] = Variant(stateFolder)
        details[Key.unanswered] = Variant(await prompts.driver.unanswered.rawValue)
        return [details]
    }

    @Sendable private func reset(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let options = try invocation.decode(Details.self)
        let isEmpty = try options.optional(Key.empty) ?? false
        try await scenarioLoader.reset(isEmpty: isEmpty, on: invocation.connection)
        return []
    }
}
