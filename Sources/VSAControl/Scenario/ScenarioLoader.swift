import DBus
import Foundation
import NIOHTTP1
import TVWorld

/// Loads scenarios into a device and its service.
struct ScenarioLoader {
    /// The address of the device's bus; nil for the session bus.
    var bus: String?
    /// The service; nil if none is running.
    var service: ServiceControl?

    /// The time after which the service discards an unconfirmed load.
    private static let patience = 10

    /// Both check and prepare the scenario, then each swaps in one step. When one cannot, both stay as they are. Others that load
    /// meanwhile wait for their turn.
    func load(_ scenario: Scenario) async throws {
        let document = scenario.document.serialized
        try await DeviceControl.withTurn(bus: bus) { device in
            let generation = try await device.prepareScenario(document)
            let prepared = try await service?.prepareScenario(document)
            try await Self.commit(device, generation, service, prepared)
            try await TrustExchange.introduceProviders(of: device, to: service)
        }
    }

    /// Makes both daemons swap in their prepared states. If the service cannot, the device is rolled back. Until both loads are
    /// confirmed, each is rolled back automatically, so a program that is killed in between leaves no mixture.
    static func commit(
        _ device: DeviceControl, _ generation: UInt64, _ service: ServiceControl?, _ prepared: Int64?
    ) async throws {
        try await device.commitScenario(generation)
        guard let service, let prepared else { return try await device.endLoad() }
        do {
            try await service.commitScenario(prepared, confirmWithin: patience)
        } catch {
            try await takeBack("device", becauseOf: error) { try await device.rollBackScenario(generation) }
        }
        async let ended = result { try await device.endLoad() }
        async let confirmed = result { try await service.commitScenario(prepared) }
        switch await (ended, confirmed) {
        case (.success, .success): return
        case (.failure(let error), .failure): throw overtaken(error)
        case (.failure(let error), .success):
            try await takeBack("service", becauseOf: overtaken(error)) { try await service.rollBackScenario(prepared) }
        case (.success, .failure(let error)):
            try await takeBack("device", becauseOf: overtaken(error)) { try await device.rollBackScenario(generation) }
        }
    }

    private static func result(_ work: @Sendable () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// Rolls back one of the two, because the other did not switch.
    private static func takeBack(
        _ part: String, becauseOf error: any Error, _ work: () async throws -> Void
    ) async throws -> Never {
        do { try await work() } catch let second {
            throw Failure(
                .failed, "device and service did not both switch (\(text(error))), and the \(part) was not rolled back",
                advice: "\(text(second))\nLoad again, or run vsactl reset")
        }
        throw error
    }

    private static func text(_ error: any Error) -> String { (error as? Failure)?.message ?? "\(error)" }

    /// The message if one of the two has already rolled the load back.
    private static func overtaken(_ error: any Error) -> Failure {
        Failure(
            .failed, "the load took too long, or another one intervened: it was rolled back (\(text(error)))",
            advice: "Load it again.")
    }

    /// The current state of both as one scenario. No other program loads in the meantime.
    func export() async throws -> Scenario {
        let (text, bytes) = try await DeviceControl.withTurn(bus: bus) { device in
            (try await device.exportScenario(), try await service?.exportScenario())
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

extension ServiceControl {
    private struct Generation: Decodable {
        var generation: Int64
    }

    /// Makes the service validate and prepare a scenario.
    fileprivate func prepareScenario(_ document: String) async throws -> Int64 {
        let data = try await send(.POST, "/admin/v1/scenario/prepare", body: Data(document.utf8))
        do {
            return try JSONDecoder().decode(Generation.self, from: data).generation
        } catch {
            throw Failure(.failed, "the service's answer about the scenario cannot be read: \(error)")
        }
    }

    /// Activates a prepared scenario; a second call without a time confirms it.
    ///
    /// - Parameter seconds: The number of seconds after which it is rolled back unless it is confirmed.
    fileprivate func commitScenario(_ generation: Int64, confirmWithin seconds: Int? = nil) async throws {
        var members = [JSON.Member(name: "generation", value: .integer(generation))]
        if let seconds { members.append(JSON.Member(name: "confirmWithin", value: .integer(Int64(seconds)))) }
        _ = try await send(.POST, "/admin/v1/scenario/commit", body: Data(JSON.object(members).compact.utf8))
    }

    /// Returns to what was before a generation.
    fileprivate func rollBackScenario(_ generation: Int64) async throws {
        let body = JSON.members(["generation": .integer(generation)])
        _ = try await send(.POST, "/admin/v1/scenario/rollback", body: Data(body.compact.utf8))
    }

    /// The service's state as a scenario's document.
    fileprivate func exportScenario() async throws -> Data { try await send(.GET, "/admin/v1/scenario") }
}
