import DBus
import DeviceInterfaces

extension Daemons {
    /// The well-known name of `vsad`.
    package static let accountName = SubscriberAccountInterface.busName.string
}
