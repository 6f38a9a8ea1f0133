import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// Faults.
extension ControlObject {
    /// The handlers of this topic.
    var faultMethods: [MemberName: Handler] {
        [
            Member.addFault: .ordered(addFault), Member.listFaults: .ordered(listFaults),
            Member.releaseFault: .ordered(releaseFault),
            Member.clearFaults: .ordered(clearFaults),
        ]
    }

    @Sendable private func addFault(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try services.faults.add(FaultRecord(invocation.decode(Details.self)))]
    }

    @Sendable private func listFaults(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [services.faults.all.map(\.details)]
    }

    @Sendable private func releaseFault(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [UInt32(clamping: try services.faults.release(invocation.decode(String.self)))]
    }

    @Sendable private func clearFaults(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try services.faults.clear(invocation.decode(String.self))
        return []
    }
}
