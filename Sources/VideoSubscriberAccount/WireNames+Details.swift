import DBus

extension Dictionary where Key == String, Value == Variant {
    /// Returns the value for a key; nil if it is absent.
    ///
    /// - Throws: `ConversionError` with the name of the key if the value has the wrong type.
    func read<WireKey: RawRepresentable<String>, T: ValueConvertible>(
        _ key: WireKey, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        try optional(key.rawValue, as: type)
    }

    /// Sets the value for a key.
    mutating func write(_ key: some RawRepresentable<String>, _ value: some ValueConvertible) {
        self[key.rawValue] = Variant(value)
    }
}
