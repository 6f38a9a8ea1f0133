/// Named values of any types (`a{sv}`) in the order in which they were added: for replies, where a dictionary would cost a hash
/// for every key and show the keys in another order each time.
public struct OrderedDetails: ValueConvertible, Hashable {
    private var entries: [Value.Entry] = []

    public static var signature: Signature { Details.signature }

    /// No values.
    public init() {}

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .dictionary("s", "v", let entries) = dbusValue else {
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
        self.entries = entries
    }

    /// Adds a value; nil adds nothing. The caller adds no key twice.
    public mutating func append(_ key: String, _ value: (some ValueConvertible)?) {
        guard let value else { return }
        if entries.isEmpty { entries.reserveCapacity(5) }
        entries.append(Value.Entry(key: .string(key), value: .variant(value.dbusValue)))
    }

    public var dbusValue: Value { .dictionary(key: "s", value: "v", entries) }
}
