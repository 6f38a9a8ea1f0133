/// A value with its type (`v`).
public struct BusVariant: BusValueConvertible, Hashable, CustomStringConvertible {
    /// The contained value.
    public var value: BusValue

    /// Wraps a Swift value.
    public init(_ value: some BusValueConvertible) {
        self.value = value.dbusValue
    }

    /// Wraps any D-Bus value.
    public init(value: BusValue) {
        self.value = value
    }

    public static var signature: BusSignature { BusSignature(unchecked: "v") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .variant(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self.value = value
    }

    public var dbusValue: BusValue { .variant(value) }

    /// Returns the content as a Swift type.
    /// - Throws: `BusConversionError` if the content has the wrong type.
    public func get<T: BusValueConvertible>(as type: T.Type = T.self) throws(BusConversionError) -> T {
        try T(dbusValue: value)
    }

    public var description: String { "\(value)" }
}

/// Named values of any types (`a{sv}`): the usual form of extensible options and results.
public typealias VariantDictionary = [String: BusVariant]

extension Dictionary where Key == String, Value == BusVariant {
    /// Creates a dictionary of the values that are not nil; `false` and empty lists are kept.
    package init(filled values: KeyValuePairs<String, (any BusValueConvertible)?>) {
        self.init(minimumCapacity: values.count)
        for (key, value) in values {
            if let value { self[key] = BusVariant(value) }
        }
    }

    /// Returns the value for `key`; nil if there is none.
    /// - Throws: `BusConversionError` with the key if the value has the wrong type.
    public func optional<T: BusValueConvertible>(_ key: String, as type: T.Type = T.self) throws(BusConversionError) -> T? {
        guard let variant = self[key] else { return nil }
        do { return try T(dbusValue: variant.value) } catch { throw error.within("key '\(printable(key))'") }
    }

    /// Returns the value for `key`.
    /// - Throws: `BusConversionError` with the key if there is no value or it has the wrong type.
    public func required<T: BusValueConvertible>(_ key: String, as type: T.Type = T.self) throws(BusConversionError) -> T {
        guard let value = try optional(key, as: type) else {
            throw BusConversionError(reason: "required and missing, type '\(T.signature)'", location: ["key '\(printable(key))'"])
        }
        return value
    }
}

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

    /// Calls a closure with each key and value, in order. A received collection may contain a key several times; the last value
    /// counts.
    public func read(_ body: (_ key: String, _ value: BusVariant) throws -> Void) rethrows {
        for entry in entries {
            guard case .string(let key) = entry.key, case .variant(let value) = entry.value else { continue }
            try body(key, BusVariant(value: value))
        }
    }

    /// The value for `key`, of several the last one; nil if there is none.
    public subscript(key: String) -> BusVariant? {
        for entry in entries.reversed() {
            if case .string(key) = entry.key, case .variant(let value) = entry.value { return BusVariant(value: value) }
        }
        return nil
    }
}
