import TVWorld

/// A step from one state to the next, as written by a decision. ``operations`` are its effects on records.
public enum Change: Sendable {
    /// Adds or replaces a record. A scenario becomes the baseline, to which the service is then reset; a profile shares the
    /// sign-ins of its identities.
    case save(any StoredRecord)
    /// Removes the records of a type whose key is this one, or begins with it. The authorizations of a device or profile include
    /// the record of its denials.
    case remove(any StoredRecord.Type, any RecordKey)
    /// Resets to the baseline's integrations and removes all sessions, degradation rules and started temporary passes;
    /// statements, clients and trust are kept.
    case returnToBaseline
    /// Records the denial of a resource, which is relevant only for a period in milliseconds. It is kept only in memory, unless
    /// the store has records of denials (``DenialRecord``).
    case noteDenial(DeviceKey, DeniedResource, at: Int64, period: Int64)

    /// Returns the changes of a device's sign-in, which removes its previous authorizations.
    static func signIn(_ record: AuthenticationRecord) -> [Change] {
        [.remove(AuthorizationRecord.self, record.deviceKey), .save(record)]
    }

    /// Returns the changes of a device's logout.
    static func signOut(_ key: DeviceKey) -> [Change] {
        [.remove(AuthenticationRecord.self, key), .remove(AuthorizationRecord.self, key)]
    }

    /// Whether the change must be on disk before the response is sent.
    public var isDurable: Bool {
        if case .noteDenial = self { false } else { true }
    }

    /// The operations of the change on records, in order.
    public var operations: [RecordOperation] {
        switch self {
        case .save(let scenario as LoadedScenario): Change.returnToBaseline.operations + [.put(scenario)]
        // Remove first: a new sign-in is the newest of the list, regardless of the position of the device's previous one.
        case .save(let record as AuthenticationRecord):
            [.remove(AuthenticationRecord.self, key: record.recordKey.values), .put(record)]
        case .save(let record as ProfileRecord):
            [.remove(ProfileRecord.self, key: record.recordKey.values), .put(record)]
                + (record.isInvalidated ? [] : record.identities).map {
                    .put(
                        SharedSignIn(
                            recordKey: .init(identity: $0.key, mvpd: record.authentication.mvpd), profile: record.recordKey,
                            expiresAt: record.authentication.expiresAt))
                }
        case .save(let record): [.put(record)]
        case .remove(let type, let key): [.remove(type, key: key.values)]
        case .returnToBaseline: StoredRecords.all.filter { !$0.survivesReset }.map { .removeAll($0) }
        case .noteDenial: []
        }
    }
}

extension Change: Equatable {
    public static func == (one: Change, other: Change) -> Bool {
        switch (one, other) {
        case (.save(let record), .save(let otherRecord)): record.isEqual(to: otherRecord)
        case (.remove(let type, let key), .remove(let otherType, let otherKey)):
            type.table == otherType.table && key.values == otherKey.values
        case (.returnToBaseline, .returnToBaseline): true
        case (
            .noteDenial(let key, let resource, let time, let period),
            .noteDenial(let otherKey, let otherResource, let otherTime, let otherPeriod)
        ):
            (key, resource, time, period) == (otherKey, otherResource, otherTime, otherPeriod)
        default: false
        }
    }
}

extension StoredRecord {
    fileprivate func isEqual(to other: any StoredRecord) -> Bool { self == other as? Self }
}

/// A resource that a provider has denied to a device.
public struct DeniedResource: Sendable, Hashable, Codable {
    /// The provider; a device of REST v2 may be signed in with several.
    public var mvpd: String
    /// The resource, exactly as sent by the app.
    public var resource: String
}
