import AccountCore
import DBus
import DeviceInterfaces
import Encodings

extension OrderedVariantDictionary {
    /// Returns the value for a key; nil if it is absent.
    ///
    /// - Throws: `BusConversionError` with the key if the value has the wrong type.
    func optional<T: BusValueConvertible>(
        _ key: String, as type: T.Type = T.self
    ) throws(BusConversionError) -> T? {
        guard let value = self[key] else { return nil }
        return try value.get(of: key)
    }

    /// The app's identifier of the action that a call belongs to: a W3C trace identifier (32 hexadecimal digits). Empty if there
    /// is none, or an invalid one, because tracing must not cause failures.
    ///
    /// - Throws: `BusConversionError` if it is not a string.
    var correlation: String {
        get throws(BusConversionError) {
            guard let text = try optional(SubscriberAccountInterface.Key.correlationID, as: String.self), text.utf8.count == 32,
                text.utf8.allSatisfy(\.isLowercaseHexadecimalDigit)
            else { return "" }
            return text
        }
    }

    /// Whether the caller requests an error's information; nil if it is not specified.
    ///
    /// - Throws: `BusConversionError` if it is not a Boolean.
    var errorInfo: Bool? {
        get throws(BusConversionError) { try optional(SubscriberAccountInterface.Key.errorInfo) }
    }

    /// Returns the string for a key of a request; nil if it is absent.
    ///
    /// - Throws: `BusConversionError`, `InvalidInput`, each with the key.
    func text(_ key: String) throws -> String? { try self[key]?.text(of: key) }
}

extension BusVariant {
    /// Returns the value, converted for a key.
    ///
    /// - Throws: `BusConversionError` with the key if the value has the wrong type.
    func get<T: BusValueConvertible>(
        of key: String, as type: T.Type = T.self
    ) throws(BusConversionError) -> T {
        do { return try T(dbusValue: value) } catch { throw error.within("key '\(key)'") }
    }

    /// Returns the value as the string for a key of a request.
    ///
    /// - Throws: `BusConversionError`, `InvalidInput`, each with the key.
    func text(of key: String) throws -> String? {
        try InvalidInput.checkLength(get(of: key), of: key, atMost: MetadataRequest.maximumTextLength)
    }

    /// Returns the value as the strings for a key of a request.
    ///
    /// - Throws: `BusConversionError`, `InvalidInput`, each with the key.
    func texts(of key: String) throws -> [String] {
        let texts: [String] = try get(of: key)
        for text in texts { _ = try InvalidInput.checkLength(text, of: key, atMost: MetadataRequest.maximumTextLength) }
        return texts
    }
}
