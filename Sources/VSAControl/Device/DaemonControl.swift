import Administration
import TVWorld

/// What the device and its service have in common: a clock and faults.
protocol DaemonControl: Sendable {
    func clock() async throws -> ClockResource

    /// Sets the clock, and returns its new state.
    func setClock(_ specification: String) async throws -> ClockResource

    /// Moves the clock, and returns its new state.
    func advanceClock(milliseconds: Int64) async throws -> ClockResource

    /// Returns the faults, the oldest first.
    func faults() async throws -> [FaultRecord]

    /// Adds a fault, and returns the fault as added.
    func addFault(_ fault: FaultRecord) async throws -> FaultRecord

    /// Releases the calls that hang because of a fault, or at a point, and returns their number.
    func releaseFault(_ name: String) async throws -> Int64

    /// Removes a fault, or all faults if the name is nil.
    func clearFaults(_ id: String?) async throws
}
