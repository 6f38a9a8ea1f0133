import EntitlementCore
import TVWorld

/// Everything in the service that a reset, a scenario or a snapshot replaces.
struct ServiceSnapshot: Sendable {
    var records: [any StoredRecord]
    var faults: FaultTable
    var clock: ClockSetting
}
