import FoundationEssentials
import TVWorld

/// Loads scenarios into a device and its service.
struct ScenarioLoader {
    /// The address of the device's bus; nil for the session bus.
    var bus: String?
    /// The service; nil if none is running.
    var service: ServiceControl?

    /// Loads a scenario into both, or into neither. Other programs that load in the meantime wait for their turn.
    func load(_ scenario: Scenario) async throws {
        let document = scenario.document.serialized
        try await DeviceControl.withTurn(bus: bus) { device in
            try await device.validate(document)
            try await service?.validate(.scenario, Data(document.utf8))
            try await Self.load(.scenario, document, into: device, document, into: service)
        }
    }

    /// Loads documents that both have validated. The service comes first, because it is more likely to fail, and nothing has
    /// changed then. If the device fails, the service's state is restored.
    static func load(
        _ kind: ServiceDocument, _ document: String, into device: DeviceControl, _ part: String, into service: ServiceControl?
    ) async throws {
        let before = try await service?.load(kind, Data(part.utf8))
        do { try await device.load(document) } catch {
            if let service, let before { try await putBack(before, into: service, becauseOf: error) }
            throw error
        }
        try await TrustExchange.introduceProviders(of: device, to: service)
    }

    private static func putBack(_ before: Data, into service: ServiceControl, becauseOf error: any Error) async throws {
        do { _ = try await service.load(.snapshot, before) } catch let second {
            throw Failure(
                .failed, "device and service could not swap together (\(text(error))), and the service not go back",
                advice: "\(text(second))\nBring both together again: load once more")
        }
    }

    private static func text(_ error: any Error) -> String { (error as? Failure)?.message ?? "\(error)" }

    /// Returns the current state of both as one scenario. No other program loads in the meantime.
    func export() async throws -> Scenario {
        let (text, bytes) = try await DeviceControl.withTurn(bus: bus) { device in
            (try await device.exportScenario(), try await service?.export(.scenario))
        }
        do throws(ScenarioError) {
            var scenario = try Scenario(document: Array(text.utf8))
            guard let bytes else { return scenario }
            let service = try Scenario(document: Array(bytes))
            let (region, regions) = (scenario.world.region, scenario.world.supportedRegions)
            scenario.world = service.world
            (scenario.world.region, scenario.world.supportedRegions) = (region, regions)
            scenario.serviceClock = service.serviceClock
            scenario.applications = service.applications
            scenario.faults =
                scenario.faults.filter { $0.point.side == .device } + service.faults.filter { $0.point.side == .service }
            return scenario
        } catch {
            throw Failure(.failed, "what the daemons export is not a valid scenario", advice: error.description)
        }
    }
}
