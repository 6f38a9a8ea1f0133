/// Named values of any types (`a{sv}`) in the order in which they were added or received, for calls and replies with few values,
/// where a dictionary would hash every key and vary their order.
public struct OrderedVariantDictionary: BusValueConvertible, Hashable {
    @usableFromInline var entries: [BusValue.Entry] = []

    public static var signature: BusSignature { BusSignature(unchecked: "a{sv}") }

    /// Creates an empty collection.
    public init() {}

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .dictionary(String.signature, BusVariant.signature, let entries) = dbusValue else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        self.entries = entries
    }

    /// Adds a value; nil is ignored. The caller must not add a key twice.
    @inlinable
    public mutating func append(_ key: String, _ value: (some BusValueConvertible)?) {
        guard let value else { return }
        if entries.isEmpty { entries.reserveCapacity(5) }
        entries.append(BusValue.Entry(key: .string(key), value: .variant(value.dbusValue)))
    }

    public var dbusValue: BusValue { .dictionary(key: String.signature, value: BusVariant.signature, entries) }
}

extension OrderedVariantDictionary {
    /// Calls a closure with each key and value, in order. Of several values with the same key, the last one counts.
    public func read(_ body: (_ key: String, _ value: BusVariant) throws -> Void) rethrows {
        for entry in entries {
            guard case .string(let key) = entry.key, case .variant(let value) = entry.value else { continue }
            try body(key, BusVariant(value: value))
        }
    }

    /// The value for `key`; nil if there is none.
    public subscript(key: String) -> BusVariant? {
        for entry in entries.reversed() {
            if case .string(key) = entry.key, case .variant(let value) = entry.value { return BusVariant(value: value) }
        }
        return nil
    }
}
