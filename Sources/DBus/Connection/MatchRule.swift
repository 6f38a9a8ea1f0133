/// Which signals a stream gets. Mirrors the D-Bus specification, "Match Rules"; a part that is nil accepts everything.
public struct MatchRule: Sendable, Hashable {
    /// The sender. With a well-known name, only signals of the connection that owns it at that moment.
    public var sender: BusName?
    /// The signal's interface.
    public var interface: InterfaceName?
    /// The signal's name.
    public var member: MemberName?
    /// The object that sends.
    public var path: ObjectPath?
    /// The object that sends, or one above it. Not together with `path`.
    public var pathNamespace: ObjectPath?
    /// The first argument, a string.
    public var argument0: String?

    /// Makes a rule.
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

    /// The bus's own signal about owners of names: of one name, or of all. `NameOwnerChange` reads it.
    public static func nameOwnerChanged(of name: BusName? = nil) -> MatchRule {
        MatchRule(
            sender: .bus, interface: .bus, member: "NameOwnerChanged", path: .busPath, argument0: name?.string)
    }

    /// The rule as `AddMatch` takes it.
    var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // Inside quotes only the apostrophe has a meaning: end the quotes, add it escaped, begin again.
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

    /// Whether a signal fits, the sender and the arguments left aside.
    func matchesHeader(_ message: Message) -> Bool {
        if let interface, interface != message.interface { return false }
        if let member, member != message.member { return false }
        if let path, path != message.path { return false }
        if let pathNamespace, message.path?.isEqualOrBelow(pathNamespace) != true { return false }
        return true
    }

    /// Whether the arguments of a signal fit.
    func matchesBody(_ message: Message) -> Bool {
        guard let argument0 else { return true }
        guard case .string(let text)? = message.body.first else { return false }
        return text == argument0
    }
}
