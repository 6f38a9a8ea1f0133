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
        let topics = [accountMethods, deviceMethods, developerMethods, testMethods, promptMethods]
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
    private func changing(_ event: @escaping @Sendable (MethodInvocation) async throws -> DeviceEvent?) -> MethodHandler {
        .replying(on: services.store.taskExecutor) { [services] call, reply in
            let event = try await event(call)
            let announcements = if let event { try await services.store.perform(event) } else { [Announcement]() }
            await services.notifier.publish(announcements, answering: reply, on: call.connection)
        }
    }

    /// Access, account, providers, and trusted service.
    private var accountMethods: [MemberName: MethodHandler] {
        [
            Member.setAccessStatus: changing { call in
                let (id, text) = try call.decode(String.self, String.self)
                let status = try AccessStatus(text, field: "status")
                let app = try ApplicationID(id, field: "application")
                let inUse = services.notifier.callers.applications
                return .accessSet(app, status, name: desktopEntries.name(of: app), inUse: inUse)
            },
            Member.resetAccess: changing { call in
                let id = try call.decode(String.self)
                return .accessReset(id.isEmpty ? nil : try ApplicationID(id, field: "application"))
            },
            Member.listApplications: .returning { _ in
                let state = services.device.state
                return state.applications.sortedIDs.map(state.details)
            },
            Member.signIn: changing { call in
                let (provider, subscriber, options) = try call.decode(String.self, String.self, VariantDictionary.self)
                return .signedIn(
                    provider: provider, subscriber: subscriber,
                    lifetime: try options.optional(Key.expiresIn) ?? Scenario.Account.defaultLifetime,
                    now: services.clock.seconds(), seed: identifiers.bytes(16))
            },
            Member.signOut: changing { call in
                let keepsAccess: Bool? = try call.decode(VariantDictionary.self).optional(Key.keepAccess)
                return .signedOut(keepsAccess: keepsAccess ?? false)
            },
            Member.getAccount: .returning { _ in services.device.state.account?.details ?? [:] },
            Member.expireAccount: changing { _ in .accountExpired(now: services.clock.seconds()) },
            Member.listProviders: .returning { _ in
                let state = services.device.state
                return state.signInProviders.map(state.details)
            },
            Member.getProviderMetadata: .returning { call in
                let id = try call.decode(String.self)
                let providers = services.device.state.signInProviders
                guard let provider = providers.first(where: { $0.id == id }) else {
                    throw Refusal.unknown("provider", id, known: providers.map(\.id))
                }
                return try await signers.keys.metadata(of: provider)
            },
            Member.setServiceMetadata: changing { call in
                .serviceTrusted(try await signers.trust(metadata: call.decode(String.self), for: call.sender))
            },
            Member.getServiceMetadata: .returning { _ in services.device.state.trust?.metadata ?? "" },
        ]
    }

    /// The device's region, status, clock, and journal.
    private var deviceMethods: [MemberName: MethodHandler] {
        [
            Member.setRegion: changing { call in .regionSet(try Region(call.decode(String.self))) },
            Member.getStatus: .returning { _ in await status },
            Member.reset: .performing { call in
                let isEmpty: Bool? = try call.decode(VariantDictionary.self).optional(Key.empty)
                try await scenarioLoader.reset(isEmpty: isEmpty ?? false, on: call.connection)
            },
            Member.getClock: .returning { _ in clockController.clock.details },
            Member.setClock: .performing { call in
                let text = try call.decode(String.self)
                try await clockController.change { _, machine in
                    guard let setting = ClockSetting(specification: text, machine: machine) else {
                        throw InvalidInput(
                            field: "specification",
                            message: "must be real, offset:SECONDS or frozen:UNIX_SECONDS, in the years 1 to 9979")
                    }
                    return setting
                }
            },
            Member.advanceClock: .performing { call in
                let milliseconds = try call.decode(Int64.self)
                try await clockController.change { setting, machine in
                    guard let advanced = setting.advanced(by: milliseconds, machine: machine) else {
                        throw InvalidInput(field: "milliseconds", message: "must result in a time in the years 1 to 9979")
                    }
                    return advanced
                }
            },
            Member.listJournal: .returning { call in
                let (after, limit, application) = try Self.journalRequest(call.decode(VariantDictionary.self))
                let entries = try await services.store.journalEntries(after: after, limit: limit, application: application)
                return entries.map(\.details)
            },
            Member.getJournalDocuments: .deciding { call in
                .now([services.journal.documents(of: try call.decode(Int64.self)).map(\.details)])
            },
            Member.monitorJournal: .deciding { call in
                try monitors.set(call.caller(), isOn: call.decode(Bool.self))
                return .now([])
            },
        ]
    }

    private var status: VariantDictionary {
        get async {
            let state = services.device.state
            return [
                Key.version: BusVariant(simulatorVersion), Key.processID: BusVariant(UInt32(getpid())),
                Key.region: BusVariant(state.region.code), Key.applications: BusVariant(UInt32(state.applications.count)),
                Key.signedIn: BusVariant(state.account.map { !$0.isRemembered } ?? false),
                Key.serviceEntityID: BusVariant(state.trust?.entityID ?? ""), Key.stateFolder: BusVariant(stateFolder),
                Key.unanswered: BusVariant(await driver.unanswered.rawValue),
            ]
        }
    }

    // With these statements in the handler, the optimizer of Swift 6.3.1 crashes.
    private static func journalRequest(_ options: VariantDictionary) throws -> (
        after: Int64?, limit: Int, application: ApplicationID?
    ) {
        let limit: UInt32 = try options.optional(Key.limit) ?? 100
        guard (1...1_000).contains(limit) else { throw InvalidInput(field: "limit", message: "must be 1 to 1000") }
        let id: String? = try options.optional(Key.applicationID)
        return (try options.optional(Key.after), Int(limit), try id.map { try ApplicationID($0, field: Key.applicationID) })
    }

    /// Developer settings and developer providers.
    private var developerMethods: [MemberName: MethodHandler] {
        [
            Member.getDeveloperSettings: .returning { _ in services.device.state.developer.settings.details },
            Member.setDeveloperSetting: changing { call in
                let (name, variant) = try call.decode(String.self, BusVariant.self)
                let setting = try DeveloperSetting(name, field: "setting")
                guard let value = DeveloperSettingValue(variant) else {
                    throw InvalidInput(field: setting.rawValue, message: "must be true or false, or a string")
                }
                return .developer(.settingChanged(setting, value))
            },
            Member.addDeveloperProvider: changing { call in
                let details = try call.decode(VariantDictionary.self)
                let provider = try DeveloperProvider(id: "", name: "", authenticationURL: "").changed(by: details)
                // Adding the same provider again is not an error; adding a different one with the same identifier is.
                if services.device.state.developer.provider(id: provider.id) == provider { return nil }
                return .developer(.providerAdded(provider))
            },
            Member.editDeveloperProvider: changing { call in
                let (id, details) = try call.decode(String.self, VariantDictionary.self)
                let options = services.device.state.developer
                guard let provider = options.provider(id: id) else {
                    throw Refusal.unknown("developer provider", id, known: options.providers.map(\.id))
                }
                return .developer(.providerEdited(id, try provider.changed(by: details)))
            },
            Member.removeDeveloperProvider: changing { call in .developer(.providerRemoved(try call.decode(String.self))) },
        ]
    }

    /// Scenarios, snapshots, and faults.
    private var testMethods: [MemberName: MethodHandler] {
        [
            Member.validate: .performing { call in try scenarioLoader.validate(call.decode(String.self)) },
            Member.load: .returning { call in try await scenarioLoader.load(call.decode(String.self), on: call.connection) },
            Member.exportScenario: .returning { _ in await scenarioLoader.export() },
            Member.saveSnapshot: .returning { _ in
                let document = await scenarioLoader.save()
                let (size, limit) = (document.utf8.count, CallLimits.document)
                // A snapshot that cannot be loaded again would be useless.
                guard size < limit - 4_096 else {
                    throw ErrorReply(
                        .limitsExceeded, message: "the snapshot would have \(size) bytes, more than the \(limit) of a call")
                }
                return document
            },
            Member.addFault: .returning { call in try services.faults.add(FaultRecord(call.decode(VariantDictionary.self))) },
            Member.listFaults: .returning { _ in services.faults.all.map(\.details) },
            Member.releaseFault: .returning { call in
                UInt32(clamping: try services.faults.release(call.decode(String.self)))
            },
            Member.clearFaults: .performing { call in try services.faults.clear(call.decode(String.self)) },
        ]
    }

    /// Prompts: who answers them, and which are open.
    private var promptMethods: [MemberName: MethodHandler] {
        [
            Member.queueAnswer: .returning { call in
                let id = try await driver.queue(ScriptedAnswer(call.decode(VariantDictionary.self)))
                await services.notifier.publishAnswers(on: call.connection)
                return id
            },
            Member.listAnswers: .returning { _ in await driver.answers.map(\.details) },
            Member.clearAnswers: .performing { call in
                await driver.clearAnswers()
                await services.notifier.publishAnswers(on: call.connection)
            },
            Member.setUnanswered: .performing { call in
                await driver.setUnanswered(try UnansweredPolicy(call.decode(String.self), field: "policy"))
                await services.notifier.publishAnswers(on: call.connection)
            },
            Member.listAgents: .returning { call in
                var list = await prompts.summaries.map { $0.agent.details(prompts: $0.prompts) }
                if let picker = await Agent.runningPicker(on: call.connection) {
                    list.append(picker.details(prompts: await prompts.count(of: .activated)))
                }
                return list
            },
            Member.listRequests: .returning { _ in await driver.summaries.map(\.details) },
        ]
    }
}

extension AdjustableClock {
    /// The reply of `GetClock`.
    fileprivate var details: VariantDictionary {
        let setting = setting
        let machine = machineMilliseconds()
        let time = setting.time(machine: machine)
        return [
            Key.mode: BusVariant(setting.mode), Key.offset: BusVariant(time - machine), Key.time: BusVariant(time),
            Key.machineTime: BusVariant(machine), Key.specification: BusVariant(setting.specification),
        ]
    }
}
