import AccountCore
import TVWorld

/// The parts of the device that handlers of calls use.
struct DeviceServices: Sendable {
    let device: Device
    let store: DeviceStore
    let journal: Journal
    let notifier: ChangeNotifier
    let faults: Faults
    let clock: AdjustableClock
    let bus: WeakConnection

    init(notifier: ChangeNotifier, clock: AdjustableClock, bus: WeakConnection) {
        device = notifier.store.device
        store = notifier.store
        journal = store.journal
        self.notifier = notifier
        faults = Faults(device: device, callers: notifier.callers, journal: journal, clock: clock) { await $0.wait() }
        self.clock = clock
        self.bus = bus
    }
}
