import DBus
import Synchronization

/// An app's description of itself when it registers.
struct Registration: Sendable {
    /// The usage description; nil: none.
    var usageDescription: String?
    /// The display name; nil: none.
    var name: String?
}

/// The registrations of connections. The device also stores their texts by app, but a reset removes them, and a connection that
/// is still on the bus cannot register again.
final class Registrations: Sendable {
    private let table = Mutex<[BusName: Registration]>([:])

    /// The registration of a connection; nil if it has not registered.
    subscript(sender: BusName) -> Registration? {
        get { table.withLock { $0[sender] } }
        set { table.withLock { $0[sender] = newValue } }
    }
}
