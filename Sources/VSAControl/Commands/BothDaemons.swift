import TVWorld

/// The two daemons, one of which may be missing.
struct BothDaemons: Sendable {
    /// Nil only if none is expected beside the service.
    var device: DeviceControl?
    var service: ServiceControl?

    static func connect(_ global: GlobalOptions) async throws -> BothDaemons {
        let service = try ServiceControl.present()
        guard DeviceControl.isExpected(bus: global.address, beside: service) else { return BothDaemons(service: service) }
        return BothDaemons(device: try await DeviceControl.connect(address: global.address), service: service)
    }

    /// The sides whose daemon is not missing.
    var sides: Set<FaultPoint.Side> {
        Set(FaultPoint.Side.allCases.filter { $0 == .device ? device != nil : service != nil })
    }

    /// Returns the faults of both, the device's first.
    func faults() async throws -> [FaultRecord] { try await (device?.faults() ?? []) + (service?.faults() ?? []) }

    /// Returns the daemon with the points of a side.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` if there is none.
    func daemon(_ side: FaultPoint.Side) async throws -> any DaemonControl {
        switch side {
        case .device: if let device { device } else { try await DeviceControl.connect(address: nil) }
        case .service: try service ?? ServiceControl.discover()
        }
    }
}
