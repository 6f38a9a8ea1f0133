import DBus

extension Dictionary where Key == String, Value == Variant {
    /// The value under one of the wire's keys; nil when it is absent.
    ///
    /// - Throws: `ConversionError` naming the key when the value has another type.
    func read<WireKey: RawRepresentable<String>, T: ValueConvertible>(
        _ key: WireKey, as type: T.Type = T.self
    ) throws(ConversionError) -> T? {
        try optional(key.rawValue, as: type)
    }

    /// Puts a value under one of the wire's keys.
    mutating func write(_ key: some RawRepresentable<String>, _ value: some ValueConvertible) {
        self[key.rawValue] = Variant(value)
    }
}
