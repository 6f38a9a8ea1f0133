import AccountCore
import DBus

/// Dictionaries by the keys of this module instead of by text.
extension Dictionary where Key == String, Value == Variant {
    subscript(key: some RawRepresentable<String>) -> Variant? {
        get { self[key.rawValue] }
        set { self[key.rawValue] = newValue }
    }

    /// The value of a key; nil when it is absent.
    ///
    /// - Throws: `ConversionError` that names the key when the value has another type.
    func optional<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        try optional(key.rawValue, as: type)
    }

    /// The value of a key that is there.
    ///
    /// - Throws: `ConversionError` that names the key when the value has another type.
    func required<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T {
        try required(key.rawValue, as: type)
    }
}

/// The same for the arguments of apps' calls.
extension OrderedDetails {
    /// The value of a key; nil when it is absent.
    ///
    /// - Throws: `ConversionError` that names the key when the value has another type.
    func optional<T: ValueConvertible>(
        _ key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        guard let value = self[key.rawValue] else { return nil }
        return try value.get(of: key)
    }

    /// The app's name of the action that a call belongs to: a trace identifier of W3C (32 hexadecimal digits). Empty when there is
    /// none, or something else: whoever traces must not fail for it.
    ///
    /// - Throws: `ConversionError` when it is no text.
    var correlation: String {
        get throws(ConversionError) {
            guard let text = try optional(RequestKey.correlationID, as: String.self), text.utf8.count == 32 else { return "" }
            let isTrace = text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
            return isTrace ? text : ""
        }
    }

    /// The text of a key of a request; nil when it is absent.
    ///
    /// - Throws: `ConversionError`, `InvalidInput`: each names the key.
    func text(_ key: RequestKey) throws -> String? { try self[key.rawValue]?.text(of: key) }
}

extension Variant {
    /// The value as that of a key.
    ///
    /// - Throws: `ConversionError` that names the key when the value has another type.
    func get<T: ValueConvertible>(
        of key: some RawRepresentable<String>, as type: T.Type = T.self
    ) throws(ConversionError) -> T {
        do { return try T(dbusValue: value) } catch { throw error.within("key '\(key.rawValue)'") }
    }

    /// The value as the text of a key of a request.
    ///
    /// - Throws: `ConversionError`, `InvalidInput`: each names the key.
    func text(of key: RequestKey) throws -> String? {
        try InvalidInput.checkLength(get(of: key), of: key.rawValue, atMost: MetadataRequest.maximumTextLength)
    }
}
