/// What others see at one path. The module itself answers for Peer, Introspectable and Properties.
public struct ExportedObject: Sendable {
    let interfaces: [InterfaceName: BoundInterface]
    let order: [InterfaceName]
    let objectManager: ObjectManager?
    private let audience: (@Sendable (BusName?) -> Bool)?

    /// Makes an object.
    ///
    /// - Parameters:
    ///   - objectManager: makes this object the manager of those below it.
    ///   - audience: says which senders may know that the object exists; for the others there is none. Runs on the bus thread and
    ///     must not wait. nil: everybody.
    public init(
        interfaces: [BoundInterface], objectManager: ObjectManager? = nil, audience: (@Sendable (BusName?) -> Bool)? = nil
    ) {
        self.audience = audience
        order = interfaces.map(\.interface.name)
        precondition(Set(order).count == order.count, "an interface stands twice in one exported object")
        self.interfaces = Dictionary(uniqueKeysWithValues: interfaces.map { ($0.interface.name, $0) })
        self.objectManager = objectManager
    }

    /// Whether the object exists for a sender.
    func isVisible(to sender: BusName?) -> Bool { audience?(sender) ?? true }
}
