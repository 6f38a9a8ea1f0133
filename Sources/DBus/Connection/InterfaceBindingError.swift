/// The handlers do not match their interface. Always a programming error.
public struct InterfaceBindingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The interface.
    public let interface: InterfaceName
    /// The mismatches, one line for each member.
    public let problems: [String]

    public var description: String { "\(interface): " + problems.joined(separator: "; ") }
}
