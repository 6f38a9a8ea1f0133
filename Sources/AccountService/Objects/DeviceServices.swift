import AccountCore
import TVWorld

/// What the objects on the bus work with.
struct DeviceServices: Sendable {
    let device: Device
    let store: DeviceStore
    let journal: Journal
    let publisher: Publisher
    let faults: Faults
    let clock: any WorldClock
}
