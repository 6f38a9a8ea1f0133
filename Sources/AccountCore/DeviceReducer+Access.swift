/// Apps and their permissions.
extension DeviceReducer {
    func see(
        _ app: ApplicationID, by identification: Identification, usage: String?, in state: inout DeviceState
    ) throws(DeviceEventError) -> [DeviceEffect] {
        let old = state.applications[app]
        let new = Application(identification: identification, usageDescription: usage ?? old?.usageDescription)
        guard new != old else { return [] }
        try checkRoom(for: app, in: state)
        state.applications[app] = new
        return [.store(.application(app, new, state.permissions[app])), .announce(.applicationChanged(app))]
    }

    func setAccess(
        of app: ApplicationID, to status: AccessStatus, in state: inout DeviceState
    ) throws(DeviceEventError) -> [DeviceEffect] {
        let old = state.permissions[app]
        let isNew = state.applications[app] == nil
        guard old != status || isNew else { return [] }
        try checkRoom(for: app, in: state)
        let application = state.applications[app] ?? Application()
        state.applications[app] = application
        state.permissions[app] = status
        var effects: [DeviceEffect] = [.store(.application(app, application, status))]
        if isNew { effects.append(.announce(.applicationChanged(app))) }
        guard old != status else { return effects }
        effects.append(.announce(.accessStatusChanged(app, status)))
        effects.append(Self.recordOfAccess(app, application.identification, from: old, to: status))
        return effects
    }

    func resetAccess(of app: ApplicationID, in state: inout DeviceState) throws(DeviceEventError) -> [DeviceEffect] {
        guard state.isKnown(app) else { throw .unknownApplication(app) }
        return try setAccess(of: app, to: .notDetermined, in: &state)
    }

    func resetAllAccess(in state: inout DeviceState) -> [DeviceEffect] {
        let old = state.permissions
        let apps = old.decided
        guard !apps.isEmpty else { return [] }
        state.permissions = Permissions()
        return [.store(.allAccessReset)] + Self.announcementsOfAccessReset(from: old)
            + apps.map {
                Self.recordOfAccess($0, state.applications[$0]?.identification, from: old[$0], to: .notDetermined)
            }
    }

    private func checkRoom(for app: ApplicationID, in state: DeviceState) throws(DeviceEventError) {
        guard state.applications[app] != nil || state.applications.count < Applications.maximumCount else {
            throw .tooManyApplications(limit: Applications.maximumCount)
        }
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
