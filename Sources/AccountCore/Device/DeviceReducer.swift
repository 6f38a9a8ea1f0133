import TVWorld

/// The logic of the device: computes a new state and effects from a state and an event. Pure.
public struct DeviceReducer: Sendable {
    /// The world to which a reset returns if no scenario is loaded.
    public var baseline: World

    /// Creates a reducer for a device with a baseline.
    public init(baseline: World) {
        self.baseline = baseline
    }

    /// Applies an event. An event without a change has no effects; if this throws, the state is unchanged.
    ///
    /// - Throws: `Refusal` if the event is impossible; `InvalidInput` for a value; `VSError` if the system rejects the request of an app.
    public func reduce(_ state: inout DeviceState, _ event: DeviceEvent) throws -> [DeviceEffect] {
        switch event {
        case .applicationSeen(let app, let identification, let usage, let name, let inUse):
            try see(app, by: identification, usage: usage, name: name, inUse: inUse, in: &state)
        case .accessSet(let app, let status, let name, let inUse):
            try setAccess(of: app, to: status, name: name, inUse: inUse, in: &state)
        case .accessReset(nil): resetAllAccess(in: &state)
        case .accessReset(let app?): try resetAccess(of: app, in: &state)
        case .signedIn(let provider, let subscriber, let lifetime, let now, let seed):
            try signIn(subscriber, at: provider, lifetime: lifetime, now: now, seed: seed, in: &state)
        case .providerRemembered(let provider, let now): try remember(provider, now: now, in: &state)
        case .signedOut(let keepsAccess): signOut(keepsAccess: keepsAccess, from: &state)
        case .accountExpired(let now): try expire(at: now, in: &state)
        case .accountLapsed(let account): lapse(account, in: state)
        case .accountRenewed(let account, let until): renew(account, until: until, in: &state)
        case .regionSet(let region): move(to: region, in: &state)
        case .serviceTrusted(let trust): accept(trust, in: &state)
        case .developer(let event): try Self.reduce(&state, event)
        case .userAccount(let event, let app): try Self.reduce(&state, event, of: app)
        case .replaced(let new, let record): replace(&state, by: new, record)
        case .reset(let isEmpty): reset(&state, isEmpty: isEmpty)
        }
    }

    private func move(to region: Region, in state: inout DeviceState) -> [DeviceEffect] {
        guard state.region != region else { return [] }
        state.region = region
        return [
            .store(.region(region)), .announce(.regionChanged),
            .record(.regionChanged, [JournalDetail("region", region.code)]),
        ]
    }

    private func accept(_ trust: ServiceTrust, in state: inout DeviceState) -> [DeviceEffect] {
        guard state.trust != trust else { return [] }
        state.trust = trust
        return [.store(.trust(trust)), .record(.serviceTrusted, [JournalDetail("service-entity-id", trust.entityID)])]
    }

    private func reset(_ state: inout DeviceState, isEmpty: Bool) -> [DeviceEffect] {
        var new = DeviceState(world: state.scenario?.world ?? baseline)
        new.scenario = state.scenario
        new.developer = state.developer
        if isEmpty { new.emptyWorld() }
        return replace(&state, by: new, JournalRecord(.deviceReset, details: [JournalDetail("empty", .flag(isEmpty))]))
    }

    /// Replaces the state with another one in a single step, except for the trusted service.
    ///
    /// - Parameter record: The reason, for the journal.
    private func replace(_ state: inout DeviceState, by new: DeviceState, _ record: JournalRecord) -> [DeviceEffect] {
        let old = state
        state = new
        state.trust = old.trust
        var effects: [DeviceEffect] = [.store(.everything(state))]
        for app in Set(old.permissions.decided + new.permissions.decided).sorted()
        where old.permissions[app] != new.permissions[app] {
            effects.append(.announce(.accessStatusChanged(app)))
        }
        let gone = old.applications.sortedIDs.filter { new.applications[$0] == nil }
        if !gone.isEmpty { effects.append(.announce(.applicationsRemoved(gone))) }
        for app in new.applications.sortedIDs where new.applications[app] != old.applications[app] {
            effects.append(.announce(.applicationChanged(app)))
        }
        // A simulated expiry applies to every app.
        if old.storedAccount != new.storedAccount || old.account != new.account { effects.append(.announce(.accountChanged)) }
        if old.region != new.region { effects.append(.announce(.regionChanged)) }
        if old.world != new.world || old.developer.providers != new.developer.providers {
            effects.append(.announce(.worldChanged))
        }
        effects.append(.record(record))
        return effects
    }
}

/// A change of the device. The event contains every time and random byte that the change requires.
public enum DeviceEvent: Sendable, Equatable {
    /// An app made its first call or registered. A nil usage description or name leaves the known one unchanged. If there are too
    /// many apps, the oldest undecided one that is not in use is forgotten.
    case applicationSeen(
        ApplicationID, Identification, usageDescription: String?, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// The access of an app was set. A name is recorded if the app is new. If there are too many apps, another one is forgotten,
    /// as above.
    case accessSet(ApplicationID, AccessStatus, name: String? = nil, inUse: Set<ApplicationID> = [])
    /// An app's access was reset to `.notDetermined`; nil: every app's.
    case accessReset(ApplicationID?)
    /// A subscriber signed in at a time in Unix seconds, for a lifetime in seconds. The seed is the random bytes for
    /// `verification-data`.
    case signedIn(
        provider: String, subscriber: String, lifetime: Int64 = Scenario.Account.defaultLifetime, now: Int64, seed: [UInt8])
    /// A user selected a provider that the platform cannot sign in to, at a time in Unix seconds; it is remembered as the
    /// account.
    case providerRemembered(String, now: Int64)
    /// The account was removed; every app's access is reset to `.notDetermined` unless it is kept.
    case signedOut(keepsAccess: Bool)
    /// The authentication ended at a time in Unix seconds, unless it had ended before.
    case accountExpired(now: Int64)
    /// The authentication of this account has expired; ignored if that account has been removed.
    case accountLapsed(SystemAccount)
    /// The provider renewed an authentication until a time in Unix seconds; ignored if that account no longer exists.
    case accountRenewed(SystemAccount, until: Int64)
    /// The device was moved to a region.
    case regionSet(Region)
    /// A service's metadata was accepted.
    case serviceTrusted(ServiceTrust)
    /// A change of the developer settings.
    case developer(DeveloperEvent)
    /// A change of an app's own account, or of its automatic sign-in.
    case userAccount(UserAccountEvent, of: ApplicationID)
    /// Another state replaced this one: a scenario's, or an earlier one. Trust in the service is kept. The record contains the
    /// reason.
    case replaced(by: DeviceState, JournalRecord)
    /// The device was reset to the world of its scenario, or else to the baseline; or to a device without providers. The
    /// developer settings and trust in the service are kept.
    case reset(isEmpty: Bool)
}

/// The effects of an event, performed in this order: everything is stored in one transaction, then announced, then recorded in
/// the journal.
public enum DeviceEffect: Sendable, Equatable {
    /// A change to be stored.
    case store(DeviceChange)
    /// An announcement on the bus.
    case announce(Announcement)
    /// Records an event in the journal.
    case record(JournalRecord)

    /// Returns the record of an event that concerns the whole device.
    static func record(_ event: JournalEvent, _ details: [JournalDetail]) -> DeviceEffect {
        .record(JournalRecord(event, details: details))
    }
}

/// One change of the stored state.
public enum DeviceChange: Sendable, Equatable {
    /// The new state of an app, and its position in the order of apps.
    case application(ApplicationID, Application?, AccessStatus, number: Int64)
    /// The app was forgotten, including its own user account.
    case applicationForgotten(ApplicationID)
    /// Every app's access was reset to `.notDetermined`.
    case allAccessReset
    /// The new account; nil if it was removed.
    case account(SystemAccount?)
    /// The new region.
    case region(Region)
    /// The new trusted service.
    case trust(ServiceTrust)
    /// The new developer settings and providers.
    case developer(DeveloperOptions)
    /// The new user account of an app; nil if it was removed.
    case userAccount(ApplicationID, ApplicationUserAccount?)
    /// The complete new state, without the journal. The trusted service is the same.
    case everything(DeviceState)
}

/// The announcement of a change on the bus.
public enum Announcement: Sendable, Equatable {
    /// The user signed in or out, or the authentication expired.
    case accountChanged
    /// The authentication was renewed silently; announced only to the user's tools.
    case accountRenewed
    /// An app's access changed; announced only to its connections.
    case accessStatusChanged(ApplicationID)
    /// The region changed.
    case regionChanged
    /// An app became known, or changed in something other than its access.
    case applicationChanged(ApplicationID)
    /// These apps are no longer known.
    case applicationsRemoved([ApplicationID])
    /// The providers changed.
    case worldChanged
}
