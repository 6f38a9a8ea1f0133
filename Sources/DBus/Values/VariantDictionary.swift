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
