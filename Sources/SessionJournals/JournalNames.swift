import DBus

/// The names of the device's journal on the bus, as in `dbus/interfaces`. Other files in this module use these constants.
package enum JournalNames {
    static let busName: BusName = "org.vsasim.SubscriberAccount1"
    static let path: ObjectPath = "/org/vsasim/SubscriberAccount1/Control"
    package static let interface: InterfaceName = "org.vsasim.SubscriberAccount1.Control"
    package static let list: MemberName = "ListJournal"
    package static let monitor: MemberName = "MonitorJournal"
    package static let added: MemberName = "JournalAdded"

    /// Keys in `a{sv}`.
    package enum Key {
        package static let after = "after"
        package static let application = "application-id"
        package static let correlation = "correlation-id"
        package static let details = "details"
        package static let documents = "documents"
        package static let event = "event"
        package static let limit = "limit"
        package static let machineTime = "machine-time"
        package static let sequence = "sequence"
        package static let time = "time"
    }
}
