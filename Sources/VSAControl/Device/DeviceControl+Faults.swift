import Administration
import DBus
import DeviceInterfaces
import TVWorld

extension DeviceControl: DaemonControl {
    func faults() async throws -> [FaultRecord] {
        try await records(ControlInterface.Member.listFaults) { try FaultRecord($0) }
    }

    func addFault(_ fault: FaultRecord) async throws -> FaultRecord {
        let id = try await answer(ControlInterface.Member.addFault, [fault.details], as: String.self)
        guard let added = try await faults().first(where: { $0.id == id }) else {
            throw Failure(.failed, "the change did not take effect: no fault \(id)")
        }
        return added
    }

    func releaseFault(_ name: String) async throws -> Int64 {
        Int64(try await answer(ControlInterface.Member.releaseFault, [name], as: UInt32.self))
    }

    func clearFaults(_ id: String?) async throws {
        _ = try await call(ControlInterface.Member.clearFaults, [id ?? ""])
        let left = try await faults().filter { id == nil || $0.id == id }
        try Failure.require(left.isEmpty, "\(counted(left.count, "fault")) left")
    }

    func clock() async throws -> ClockResource { try await record(ControlInterface.Member.getClock) { try ClockResource($0) } }

    func setClock(_ specification: String) async throws -> ClockResource {
        _ = try await call(ControlInterface.Member.setClock, [specification])
        return try await clock()
    }

    func advanceClock(milliseconds: Int64) async throws -> ClockResource {
        _ = try await call(ControlInterface.Member.advanceClock, [milliseconds])
        return try await clock()
    }
}
