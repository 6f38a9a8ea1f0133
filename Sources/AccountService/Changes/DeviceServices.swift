import AccountCore
import TVWorld

/// The parts of the device that handlers of calls use.
struct DeviceServices: Sendable {
    let notifier: ChangeNotifier
    let faults: Faults
    let clock: AdjustableClock
    let bus: WeakConnection

    var store: DeviceStore { notifier.store }
    var device: Device { store.device }
    var journal: Journal { store.journal }

    init(notifier: ChangeNotifier, clock: AdjustableClock, bus: WeakConnection) {
        self.notifier = notifier
        self.clock = clock
        self.bus = bus
        let store = notifier.store
        faults = Faults(device: store.device, callers: notifier.callers, journal: store.journal, clock: clock) {
            await $0.wait()
        }
    }
}
