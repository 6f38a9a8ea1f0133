import TVWorld

/// The logic of the device: computes a new state and effects from a state and an event. Pure.
public struct DeviceReducer: Sendable {
    /// The world to which a reset returns.
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
