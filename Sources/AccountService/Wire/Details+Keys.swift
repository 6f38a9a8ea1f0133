import AccountCore
import DBus

/// Access to dictionaries by the keys of this module instead of strings.
extension Dictionary where Key == String, Value == Variant {
    subscript(key: some RawRepresentable<String>) -> Variant? {
        get { self[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }

    /// Returns the value for a key; nil if it is absent.
    ///
    /// - Throws: `ConversionError` with the key if the value has the wrong type.
    func optional<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        try optional(key.rawValue, as: type)
    }

    /// Returns the value for a required key.
    ///
    /// - Throws: `ConversionError` with the key if the value has the wrong type.
    func required<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T {
        try required(key.rawValue, as: type)
    }
}

/// The same for the arguments of apps' calls.
extension OrderedDetails {
    /// Returns the value for a key; nil if it is absent.
    ///
    /// - Throws: `ConversionError` with the key if the value has the wrong type.
    func optional<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        guard let value = self[key.rawValue] else { return nil }
        return try value.get(of: key)
    }

    /// The app's identifier of the action that a call belongs to: a W3C trace identifier (32 hexadecimal digits). Empty if there
    /// is none, or an invalid one, because tracing must not cause failures.
    ///
    /// - Throws: `ConversionError` if it is not a string.
    var correlation: String {
        get throws(ConversionError) {
            guard let text = try optional(RequestKey.correlationID, as: String.self), text.utf8.count == 32 else { return "" }
            let isTrace = text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
            return isTrace ? text : ""
        }
    }

    /// Returns the string for a key of a request; nil if it is absent.
    ///
    /// - Throws: `ConversionError`, `InvalidInput`, each with the key.
    func text(_ key: RequestKey) throws -> String? { try self[key.rawValue]?.text(of: key) }
}

extension Variant {
    /// Returns the value, converted for a key.
    ///
    /// - Throws: `ConversionError` with the key if the value has the wrong type.
    func get<T: ValueConvertible>(
        of key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T {
        do { return try T(dbusValue: value) } catch { throw error.within("key '\(key.rawValue)'") }
    }

    /// Returns the value as the string for a key of a request.
    ///
    /// - Throws: `ConversionError`, `InvalidInput`, each with the key.
    func text(of key: RequestKey) throws -> String? {
        try InvalidInput.checkLength(get(of: key), of: key.rawValue, atMost: MetadataRequest.maximumTextLength)
    }
}
