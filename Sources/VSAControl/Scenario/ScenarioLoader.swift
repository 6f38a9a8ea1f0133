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
                .failed, "the device did not load the new state (\(error.shortMessage)), and the service's was not restored",
                advice: "\(second.shortMessage)\nLoad it again, so that the device and the service match")
        }
    }

    /// Returns the current state of both as one scenario. No other program loads in the meantime.
    func export() async throws -> Scenario {
        let (text, bytes) = try await DeviceControl.withTurn(bus: bus) { device in
            (try await device.exportScenario(), try await service?.export(.scenario))
        }
        var scenario: Scenario
        let other: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(document: Array(text.utf8))
            guard let bytes else { return scenario }
            other = try Scenario(document: Array(bytes))
        } catch {
            throw Failure(.failed, "what the daemons export is not a valid scenario", advice: error.description)
        }
        guard !scenario.world.providers.isEmpty || other.world.providers.isEmpty else {
            throw Failure(
                .failed, "the device is empty and the service is not, which a scenario cannot describe",
                advice: "Save the state with vsactl snapshot save, or load a scenario first")
        }
        let (region, regions) = (scenario.world.region, scenario.world.supportedRegions)
        scenario.world = other.world
        (scenario.world.region, scenario.world.supportedRegions) = (region, regions)
        scenario.serviceClock = other.serviceClock
        scenario.applications = other.applications
        scenario.faults =
            scenario.faults.filter { $0.point.side == .device } + other.faults.filter { $0.point.side == .service }
        return scenario
    }
}
