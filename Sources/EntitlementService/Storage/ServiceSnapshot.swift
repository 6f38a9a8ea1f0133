import EntitlementCore
import TVWorld

/// Everything in the service that is replaced by a reset, a scenario or a snapshot.
struct ServiceSnapshot: Sendable {
    var records: [any StoredRecord]
    var faults: FaultTable
    var clock: ClockSetting
}
