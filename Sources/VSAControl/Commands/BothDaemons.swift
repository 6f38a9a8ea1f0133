import Administration
import TVWorld

/// What the device and the service have in common for commands: faults and a clock.
protocol Daemon: Sendable {
    func faults() async throws -> [FaultRecord]
    func addFault(_ fault: FaultRecord) async throws -> FaultRecord
    func releaseFault(_ name: String) async throws -> Int64
    func clearFaults(_ id: String?) async throws
    func clock() async throws -> ClockResource
    func setClock(_ specification: String) async throws -> ClockResource
    func advanceClock(milliseconds: Int64) async throws -> ClockResource
}

extension DeviceControl: Daemon {}
extension ServiceControl: Daemon {}

/// The two daemons; the service may be missing.
struct BothDaemons: Sendable {
    var device: DeviceControl
    var service: ServiceControl?

    static func connect(_ global: GlobalOptions) async throws -> BothDaemons {
        BothDaemons(
            device: try await DeviceControl.connect(address: global.address), service: try ServiceControl.present())
    }

    /// Returns the faults of both, the device's first.
    func faults() async throws -> [FaultRecord] { try await device.faults() + (service?.faults() ?? []) }

    /// Returns the daemon with the points of a side.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` if it is the service, and there is none.
    func daemon(_ side: FaultPoint.Side) throws -> any Daemon {
        switch side {
        case .device: device
        case .service: try service ?? ServiceControl.discover()
        }
    }
}
