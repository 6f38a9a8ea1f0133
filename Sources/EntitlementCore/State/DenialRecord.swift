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
        var isReset = false
        var devices: [DeviceKey: (before: DenialRecord, after: DenialRecord)] = [:]
        for change in changes {
            switch change {
            case .returnToBaseline, .save(is LoadedScenario): (isReset, devices) = (true, [:])
            default:
                guard let key = change.deniedDevice else { continue }
                let stored = isReset ? nil : records.record(DenialRecord.self, key: key)
                let before = stored ?? DenialRecord(key: key, denials: [:])
                devices[key, default: (before, before)].after.apply(change)
            }
        }
        let removal: [RecordOperation] = isReset ? [.removeAll(DenialRecord.self)] : []
        return removal
            + devices.values.filter { $0.before.denials != $0.after.denials }.map { _, after in
                after.denials.isEmpty ? .remove(DenialRecord.self, key: after.key.values) : .put(after)
            }
    }

    /// Applies a change in the same way as to denials that are kept in memory.
    private mutating func apply(_ change: Change) {
        var state = TransientState(key, denials)
        state.apply(change)
        denials = state.denials[key] ?? [:]
        if case .noteDenial(_, _, let time, let period) = change { endsAt = max(endsAt ?? .min, time + period) }
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
