import DBus
import Synchronization

/// Why each connection wants access, as it said when it registered. The device keeps that by app too, but forgets it when it is
/// reset, and then a connection that is still there cannot say it again.
final class UsageDescriptions: Sendable {
    private let texts = Mutex<[BusName: String]>([:])

    /// What a connection said; nil when it said nothing.
    subscript(sender: BusName) -> String? {
        get { texts.withLock { $0[sender] } }
        set { texts.withLock { $0[sender] = newValue } }
    }
}
