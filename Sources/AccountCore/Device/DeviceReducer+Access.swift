import TVWorld

/// Apps and their permissions.
extension DeviceReducer {
    func see(
        _ app: ApplicationID, by identification: Identification, usage: String?, name: String?, inUse: Set<ApplicationID>,
        in state: inout DeviceState
    ) throws(Refusal) -> [DeviceEffect] {
        let old = state.applications[app]
        let new = Application(
            identification: identification, usageDescription: usage ?? old?.usageDescription, name: name ?? old?.name)
        guard new != old else { return [] }
        let room = try makeRoom(for: app, inUse: inUse, in: &state)
        state.applications[app] = new
        return room + [.store(state.stored(app)), .announce(.applicationChanged(app))]
    }

    func setAccess(
        of app: ApplicationID, to status: AccessStatus, name: String? = nil, inUse: Set<ApplicationID> = [],
        in state: inout DeviceState
    ) throws(Refusal) -> [DeviceEffect] {
        let old = state.permissions[app]
        let isNew = state.applications[app] == nil
        guard old != status || isNew else { return [] }
        var effects = try makeRoom(for: app, inUse: inUse, in: &state)
        let application = state.applications[app] ?? Application(name: name)
        state.applications[app] = application
        state.permissions[app] = status
        effects.append(.store(state.stored(app)))
        if isNew { effects.append(.announce(.applicationChanged(app))) }
        guard old != status else { return effects }
        effects.append(.announce(.accessStatusChanged(app)))
        effects.append(Self.recordOfAccess(app, application.identification, from: old, to: status))
        return effects
    }

    func resetAccess(of app: ApplicationID, in state: inout DeviceState) throws(Refusal) -> [DeviceEffect] {
        guard state.isKnown(app) else { throw Refusal(.notFound, "no app \(app) is known") }
        return try setAccess(of: app, to: .notDetermined, in: &state)
    }

    func resetAllAccess(in state: inout DeviceState) -> [DeviceEffect] {
        let old = state.permissions
        let apps = old.decided
        guard !apps.isEmpty else { return [] }
        state.permissions = Permissions()
        var effects: [DeviceEffect] = [.store(.allAccessReset)]
        for app in apps {
            let identification = state.applications[app]?.identification
            effects.append(.announce(.accessStatusChanged(app)))
            effects.append(Self.recordOfAccess(app, identification, from: old[app], to: .notDetermined))
        }
        return effects
    }

    /// Forgets the oldest app without a decision if there are too many.
    private func makeRoom(
        for app: ApplicationID, inUse: Set<ApplicationID>, in state: inout DeviceState
    ) throws(Refusal) -> [DeviceEffect] {
        guard state.applications[app] == nil, state.applications.count >= Applications.maximumCount else { return [] }
        let oldest = state.applications.oldest { id in
            state.permissions[id] == .notDetermined && state.userAccounts.authorization(of: id) == .notDetermined
                && !inUse.contains(id)
        }
        guard let oldest else {
            throw Refusal(
                .limitReached,
                "the device remembers at most \(Applications.maximumCount) apps, and all of them are running or the user has "
                    + "decided about them")
        }
        state.applications[oldest] = nil
        state.userAccounts[oldest] = nil
        return [.store(.applicationForgotten(oldest)), .announce(.applicationsRemoved([oldest]))]
    }

    private static func recordOfAccess(
        _ app: ApplicationID, _ identification: Identification?, from old: AccessStatus, to new: AccessStatus
    ) -> DeviceEffect {
        .record(
            JournalRecord(
                .accessChanged, application: app, identification: identification,
                details: [JournalDetail("access-status", new.rawValue), JournalDetail("previous-status", old.rawValue)]))
    }
}

extension DeviceState {
    /// Returns the stored form of an app.
    public func stored(_ app: ApplicationID) -> DeviceChange {
        .application(app, applications[app], permissions[app], number: applications.number(of: app) ?? 0)
    }
}
