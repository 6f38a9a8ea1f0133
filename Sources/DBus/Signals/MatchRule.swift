/// A rule that selects signals. Mirrors the D-Bus specification, "Match Rules"; a property that is nil matches everything.
public struct MatchRule: Sendable, Hashable {
    /// The sender. With a well-known name, only signals of its current owner match.
    public var sender: BusName?
    /// The signal's interface.
    public var interface: InterfaceName?
    /// The signal's name.
    public var member: MemberName?
    /// The object that sends the signal.
    public var path: ObjectPath?
    /// The object that sends the signal, or an ancestor. Cannot be combined with `path`.
    public var pathNamespace: ObjectPath?
    /// The first argument, a string.
    public var argument0: String?

    /// Creates a rule.
    public init(
        sender: BusName? = nil, interface: InterfaceName? = nil, member: MemberName? = nil, path: ObjectPath? = nil,
        pathNamespace: ObjectPath? = nil, argument0: String? = nil
    ) {
        self.sender = sender
        self.interface = interface
        self.member = member
        self.path = path
        self.pathNamespace = pathNamespace
        self.argument0 = argument0
    }

    /// Returns a rule for the bus's signal about owners of one name, or of all names. `NameOwnerChange` decodes the signal.
    public static func nameOwnerChanged(of name: BusName? = nil) -> MatchRule {
        MatchRule(
            sender: .bus, interface: .bus, member: "NameOwnerChanged", path: .busPath, argument0: name?.string)
    }

    /// The rule in the form that `AddMatch` accepts.
    var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // Inside quotes, only the apostrophe is special: end the quotes, add it escaped, and begin new quotes.
            guard let value else { return }
            let pieces = value.split(separator: "'", omittingEmptySubsequences: false)
            parts.append(key + "='" + pieces.joined(separator: "'\\''") + "'")
        }
        add("sender", sender?.string)
        add("interface", interface?.string)
        add("member", member?.string)
        add("path", path?.string)
        add("path_namespace", pathNamespace?.string)
        add("arg0", argument0)
        return parts.joined(separator: ",")
    }

    /// Returns whether a signal matches, without regard to its sender and arguments.
    func matchesHeader(_ message: BusMessage) -> Bool {
        if let interface, interface != message.interface { return false }
        if let member, member != message.member { return false }
        if let path, path != message.path { return false }
        if let pathNamespace, message.path?.isEqualOrBelow(pathNamespace) != true { return false }
        return true
    }

    /// Returns whether the arguments of a signal match.
    func matchesBody(_ message: BusMessage) -> Bool {
        guard let argument0 else { return true }
        guard case .string(let text)? = message.body.first else { return false }
        return text == argument0
    }
}

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
