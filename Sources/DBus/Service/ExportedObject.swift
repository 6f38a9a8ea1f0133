/// What others see at one path. The module itself answers for Peer, Introspectable and Properties.
public struct ExportedObject: Sendable {
    let interfaces: [InterfaceName: BoundInterface]
    let order: [InterfaceName]
    let objectManager: ObjectManager?

    /// Makes an object.
    ///
    /// - Parameter objectManager: makes this object the manager of those below it.
    public init(interfaces: [BoundInterface], objectManager: ObjectManager? = nil) {
        order = interfaces.map(\.interface.name)
        precondition(Set(order).count == order.count, "an interface stands twice in one exported object")
        self.interfaces = Dictionary(uniqueKeysWithValues: interfaces.map { ($0.interface.name, $0) })
        self.objectManager = objectManager
    }
}
