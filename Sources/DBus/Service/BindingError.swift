/// Handlers that do not fit their interface. Always a mistake in the program.
public struct BindingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The interface.
    public let interface: InterfaceName
    /// What does not fit, one line for each member.
    public let problems: [String]

    public var description: String { "\(interface): " + problems.joined(separator: "; ") }
}
