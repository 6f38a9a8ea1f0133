import TVWorld

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
    func daemon(_ side: FaultPoint.Side) throws -> any DaemonControl {
        switch side {
        case .device: device
        case .service: try service ?? ServiceControl.discover()
        }
    }
}
