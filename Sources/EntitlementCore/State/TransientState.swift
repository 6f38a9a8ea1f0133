/// The state that an instance of the service keeps for a minute and discards when it exits.
public struct TransientState: Sendable, Equatable {
    /// The dates of denials, in Unix milliseconds, by device and resource.
    public private(set) var denials: [DeviceKey: [DeniedResource: [Int64]]] = [:]

    /// Whether denials are records of the store (``DenialRecord``) instead.
    public let isStored: Bool

    /// Creates an empty state.
    public init(isStored: Bool = false) { self.isStored = isStored }

    /// Creates the denials of one device.
    init(_ key: DeviceKey, _ denials: [DeniedResource: [Int64]]) {
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
