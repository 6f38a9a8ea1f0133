/// Named values of any types (`a{sv}`): the usual form of options and results that can grow.
public typealias Details = [String: Variant]

extension Dictionary where Key == String, Value == Variant {
    /// The value under `key`; nil when there is none.
    /// - Throws: `ConversionError` naming the key when the value has another type.
    public func optional<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) throws(ConversionError) -> T? {
        guard let variant = self[key] else { return nil }
        do { return try T(dbusValue: variant.value) } catch { throw error.within("key '\(printable(key))'") }
    }

    /// The value under `key`.
    /// - Throws: `ConversionError` naming the key when there is none or it has another type.
    public func required<T: ValueConvertible>(_ key: String, as type: T.Type = T.self) throws(ConversionError) -> T {
        guard let value = try optional(key, as: type) else {
            throw ConversionError(reason: "required and missing, type '\(T.signature)'", location: ["key '\(printable(key))'"])
        }
        return value
    }
}
