import AccountCore
import TVWorld

/// The dependencies of the objects on the bus.
struct DeviceServices: Sendable {
    let device: Device
    let store: DeviceStore
    let journal: Journal
    let notifier: ChangeNotifier
    let faults: Faults
    let clock: any WorldClock
}
