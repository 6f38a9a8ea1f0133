/// Named values of any types (`a{sv}`): the usual form of extensible options and results.
public typealias Details = [String: Variant]

extension Dictionary where Key == String, Value == Variant {
    /// Returns the value for `key`; nil if there is none.
    /// - Throws: `ConversionError` with the key if the value has the wrong type.
    public func optional<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) throws(ConversionError) -> T? {
        guard let variant = self[key] else { return nil }
        do { return try T(dbusValue: variant.value) } catch { throw error.within("key '\(printable(key))'") }
    }

    /// Returns the value for `key`.
    /// - Throws: `ConversionError` with the key if there is no value or it has the wrong type.
    public func required<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) throws(ConversionError) -> T {
        guard let value = try optional(key, as: type) else {
            throw ConversionError(reason: "required and missing, type '\(T.signature)'", location: ["key '\(printable(key))'"])
        }
        return value
    }
}
