/// A name has gained, lost or changed its owner: the arguments of the signal `org.freedesktop.DBus.NameOwnerChanged`.
public struct NameOwnerChange: Sendable, Hashable {
    /// The name, well-known or unique.
    public var name: BusName
    /// The unique name of the previous owner; nil if there was none.
    public var oldOwner: BusName?
    /// The unique name of the new owner; nil if there is none. A unique name without an owner has left the bus for good.
    public var newOwner: BusName?

    /// Creates a change from the signal.
    /// - Throws: `BusConversionError` if the message is a different one.
    public init(_ message: BusMessage) throws(BusConversionError) {
        let (name, old, new) = try message.decode(as: BusName.self, String.self, String.self)
        self.name = name
        oldOwner = try NameOwnerChange.owner(old)
        newOwner = try NameOwnerChange.owner(new)
    }

    private static func owner(_ text: String) throws(BusConversionError) -> BusName? {
        text.isEmpty ? nil : try BusName(dbusValue: .string(text))
    }
}
