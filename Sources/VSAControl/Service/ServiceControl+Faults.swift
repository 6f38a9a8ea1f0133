import Administration
import TVWorld

extension ServiceControl {
    /// Returns the faults of the service, the oldest first.
    func faults() async throws -> [FaultRecord] { try await list() }

    /// Adds a fault, and returns the fault as added.
    func addFault(_ fault: FaultRecord) async throws -> FaultRecord {
        try await send(.post, "/admin/v1/faults", body: fault.request, as: FaultRecord.self)
    }

    /// Releases the calls that hang because of a fault, or at a point.
    ///
    /// - Returns: The number of released calls.
    func releaseFault(_ name: String) async throws -> Int64 {
        try await send(.post, "/admin/v1/faults/\(Self.pathElement(name))/release", as: ReleaseResource.self).released
    }

    /// Removes a fault, or all faults if the name is nil.
    func clearFaults(_ id: String? = nil) async throws {
        _ = try await send(.delete, "/admin/v1/faults" + (id.map { "/\(Self.pathElement($0))" } ?? ""))
    }

    func clock() async throws -> ClockResource { try await get() }

    /// Sets the service's clock, and returns its new state.
    func setClock(_ specification: String) async throws -> ClockResource {
        try await change(by: JSON.given(["specification": specification]))
    }

    /// Moves the service's clock, and returns its new state.
    func advanceClock(milliseconds: Int64) async throws -> ClockResource {
        try await send(
            .post, "/admin/v1/clock/advance", body: .members(["milliseconds": .integer(milliseconds)]), as: ClockResource.self)
    }
}
