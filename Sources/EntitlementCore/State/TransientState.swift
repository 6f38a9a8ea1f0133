/// The state that an instance of the service keeps for a short time and discards when it exits.
public struct TransientState: Sendable, Equatable {
    /// The dates of denials, in Unix milliseconds, by device and resource.
    public private(set) var denials: [DeviceKey: [DeniedResource: [Int64]]] = [:]

    /// Whether denials are records of the store (``DenialRecord``) instead.
    public let isStored: Bool

    /// Creates an empty state.
    public init(isStored: Bool = false) { self.isStored = isStored }

    /// Creates the denials of one device.
    fileprivate init(_ key: DeviceKey, _ denials: [DeniedResource: [Int64]]) {
        isStored = false
        if !denials.isEmpty { self.denials = [key: denials] }
    }

    /// Applies a change; most have no effect here.
    public mutating func apply(_ change: Change) {
        guard !isStored else { return }
        switch change {
        case .remove(is AuthorizationRecord.Type, let key as DeviceKey): denials[key] = nil
        case .save(let record as AuthorizationRecord):
            denials[record.key]?[DeniedResource(mvpd: record.mvpd, resource: record.resource)] = nil
        case .remove(is ProfileAuthorization.Type, let key as ProfileKey):
            denials[key.owner] = denials[key.owner]?.filter { $0.key.mvpd != key.mvpd }
        case .save(let record as ProfileAuthorization):
            denials[record.profile.owner]?[DeniedResource(mvpd: record.profile.mvpd, resource: record.resource)] = nil
        case .returnToBaseline, .save(is LoadedScenario): denials = [:]
        case .noteDenial(let key, let resource, let time, let period):
            note(denialOf: resource, to: key, at: time, period: period)
        default: break
        }
    }

    private mutating func note(denialOf resource: DeniedResource, to key: DeviceKey, at time: Int64, period: Int64) {
        if denials.count >= Self.denialLimit {
            denials = denials.filter { $0.value.values.contains { ($0.last ?? 0) > time - period } }
            guard denials.count < Self.denialLimit || denials[key] != nil else { return }
        }
        var times = denials[key, default: [:]]
        if times.count >= Self.denialLimit {
            times = times.filter { ($0.value.last ?? 0) > time - period }
            guard times.count < Self.denialLimit || times[resource] != nil else { return }
        }
        times[resource] = (times[resource] ?? []).filter { $0 > time - period } + [time]
        denials[key] = times
    }

    /// The maximum number of devices, and of resources per device, whose denials are counted; further ones are not limited.
    private static let denialLimit = 4_096
}

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
