/// The denials of a device, in a store that several nodes of the service share. Otherwise they exist only in ``TransientState``.
public struct DenialRecord: StoredRecord {
    public static let table = "denial"

    /// The device.
    public var key: DeviceKey
    /// The dates of denials, in Unix milliseconds, by resource.
    public var denials: [DeniedResource: [Int64]]
    public var endsAt: Int64?

    public var recordKey: DeviceKey { key }

    /// Returns the operations by which changes affect the denials of devices.
    public static func operations(of changes: [Change], in records: any RecordSource) -> [RecordOperation] {
        var removals: [RecordOperation] = []
        var states: [DeviceKey: (before: TransientState, after: TransientState)] = [:]
        var ends: [DeviceKey: Int64] = [:]
        for change in changes {
            switch change {
            case .returnToBaseline, .save(is LoadedScenario):
                removals = [.removeAll(DenialRecord.self)]
                states = [:]
                continue
            default: break
            }
            guard let key = change.deniedDevice else { continue }
            let found = removals.isEmpty ? records.record(DenialRecord.self, key: key) : nil
            let before = TransientState(key, found?.denials ?? [:])
            ends[key] = ends[key] ?? found?.endsAt
            if case .noteDenial(_, _, let time, let period) = change { ends[key] = max(ends[key] ?? .min, time + period) }
            states[key, default: (before, before)].after.apply(change)
        }
        return removals
            + states.filter { $0.value.before != $0.value.after }.map { key, state in
                let denials = state.after.denials[key] ?? [:]
                return denials.isEmpty
                    ? .remove(DenialRecord.self, key: key.values)
                    : .put(DenialRecord(key: key, denials: denials, endsAt: ends[key]))
            }
    }
}

extension Change {
    /// The device whose denials the change may concern.
    fileprivate var deniedDevice: DeviceKey? {
        switch self {
        case .remove(is AuthorizationRecord.Type, let key as DeviceKey): key
        case .save(let record as AuthorizationRecord): record.key
        case .remove(is ProfileAuthorization.Type, let key as ProfileKey): key.owner
        case .save(let record as ProfileAuthorization): record.profile.owner
        case .noteDenial(let key, _, _, _): key
        default: nil
        }
    }
}
