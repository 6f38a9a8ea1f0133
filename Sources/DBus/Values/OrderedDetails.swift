/// Named values of any types (`a{sv}`) in the order in which they were added or received, for calls and replies with few values,
/// where a dictionary would hash every key and vary their order.
public struct OrderedDetails: ValueConvertible, Hashable {
    @usableFromInline var entries: [Value.Entry] = []

    public static var signature: Signature { Signature(unchecked: "a{sv}") }

    /// Creates an empty collection.
    public init() {}

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .dictionary(String.signature, Variant.signature, let entries) = dbusValue else {
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
        self.entries = entries
    }

    /// Adds a value; nil adds nothing. The caller must not add a key twice.
    @inlinable
    public mutating func append(_ key: String, _ value: (some ValueConvertible)?) {
        guard let value else { return }
        if entries.isEmpty { entries.reserveCapacity(5) }
        entries.append(Value.Entry(key: .string(key), value: .variant(value.dbusValue)))
    }

    public var dbusValue: Value { .dictionary(key: String.signature, value: Variant.signature, entries) }
}

extension OrderedDetails {
    /// Calls a closure with each key and value, in order. Of several values with the same key, the last one counts.
    public func read(_ body: (_ key: String, _ value: Variant) throws -> Void) rethrows {
        for entry in entries {
            guard case .string(let key) = entry.key, case .variant(let value) = entry.value else { continue }
            try body(key, Variant(value: value))
        }
    }

    /// The value for `key`; nil if there is none.
    public subscript(key: String) -> Variant? {
        for entry in entries.reversed() {
            if case .string(key) = entry.key, case .variant(let value) = entry.value { return Variant(value: value) }
        }
        return nil
    }
}
