import DBus
import Synchronization

/// The usage descriptions of connections, as registered. The device also stores them by app, but a reset removes them, and a
/// connection that is still on the bus cannot register again.
final class UsageDescriptions: Sendable {
    private let texts = Mutex<[BusName: String]>([:])

    /// The description of a connection; nil if it gave none.
    subscript(sender: BusName) -> String? {
        get { texts.withLock { $0[sender] } }
        set { texts.withLock { $0[sender] = newValue } }
    }
}
