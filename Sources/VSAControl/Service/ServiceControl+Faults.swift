import Administration
import TVWorld

extension ServiceControl: DaemonControl {
    func faults() async throws -> [FaultRecord] { try await list() }

    func addFault(_ fault: FaultRecord) async throws -> FaultRecord {
        try await send(.post, "/admin/v1/faults", body: fault.request, as: FaultRecord.self)
    }

    func releaseFault(_ name: String) async throws -> Int64 {
        try await send(.post, "/admin/v1/faults/\(Self.pathElement(name))/release", as: ReleaseResource.self).released
    }

    func clearFaults(_ id: String?) async throws {
        _ = try await send(.delete, "/admin/v1/faults" + (id.map { "/\(Self.pathElement($0))" } ?? ""))
    }

    func clock() async throws -> ClockResource { try await get() }

    func setClock(_ specification: String) async throws -> ClockResource {
        try await change(by: JSON.given(["specification": specification]))
    }

    func advanceClock(milliseconds: Int64) async throws -> ClockResource {
        try await send(
            .post, "/admin/v1/clock/advance", body: .members(["milliseconds": milliseconds]), as: ClockResource.self)
    }
}
