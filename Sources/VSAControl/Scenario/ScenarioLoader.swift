import DBus
import Foundation
import NIOHTTP1
import TVWorld

/// Loads scenarios into a device and its service.
struct ScenarioLoader {
    /// The address of the device's bus; nil is the session bus.
    var bus: String?
    /// The service; nil when none is running.
    var service: ServiceControl?

    /// Both check and prepare the scenario, then each swaps in one step. When one cannot, both stay as they are.
    func load(_ scenario: Scenario) async throws {
        let document = scenario.document.serialized
        let device = try await DeviceControl.connect(address: bus)
        do {
            let generation = try await device.prepareScenario(document)
            let prepared = try await service?.prepareScenario(document)
            try await Self.commit(device, generation, service, prepared)
        } catch let error as DeviceControl.NoScenarios {
            throw error.failure
        }
        await device.connection.close()
    }

    /// Lets both swap in what they have prepared. When the service cannot, the device goes back to what was before.
    static func commit(
        _ device: DeviceControl, _ generation: UInt64, _ service: ServiceControl?, _ prepared: Int64?
    ) async throws {
        try await device.commitScenario(generation)
        guard let service, let prepared else { return }
        do {
            try await service.commitScenario(prepared)
        } catch {
            do { try await device.rollBackScenario(generation) } catch let second {
                throw Failure(
                    .failed,
                    "the service could not swap (\((error as? Failure)?.message ?? "\(error)")), and the device not go back",
                    advice: "\((second as? Failure)?.message ?? "\(second)")\nBring both together again: vsactl reset")
            }
            throw error
        }
    }

    /// What holds at both now, as one scenario.
    func export() async throws -> Scenario {
        let device = try await DeviceControl.connect(address: bus)
        let text: String
        do {
            text = try await device.exportScenario()
        } catch let error as DeviceControl.NoScenarios {
            throw error.failure
        }
        await device.connection.close()
        let bytes = try await service?.exportScenario()
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
            throw Failure(.failed, "what the daemons export is no scenario", advice: error.description)
        }
    }
}

extension ServiceControl {
    private struct Generation: Decodable {
        var generation: Int64
    }

    /// Lets the service check a scenario and keep it ready.
    fileprivate func prepareScenario(_ document: String) async throws -> Int64 {
        let data = try await send(.POST, "/admin/v1/scenario/prepare", body: Data(document.utf8))
        do {
            return try JSONDecoder().decode(Generation.self, from: data).generation
        } catch {
            throw Failure(.failed, "the service's answer about the scenario cannot be read: \(error)")
        }
    }

    /// Puts a prepared scenario in force.
    fileprivate func commitScenario(_ generation: Int64) async throws {
        let body = JSON.members(["generation": .integer(generation)])
        _ = try await send(.POST, "/admin/v1/scenario/commit", body: Data(body.compact.utf8))
    }

    /// The service's state as a scenario's document.
    fileprivate func exportScenario() async throws -> Data { try await send(.GET, "/admin/v1/scenario") }
}
