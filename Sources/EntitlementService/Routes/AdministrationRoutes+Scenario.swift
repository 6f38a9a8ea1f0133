import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// Scenarios and snapshots.
    var scenarioAdministration: [Route] {
        [
            administration(.get, "scenario") { _ in .json(.ok, liveScenario.document) },
            administration(.post, "scenario/prepare") { try prepareScenario($0) }.taking(.json).taking(upTo: World.documentLimit),
            administration(.post, "scenario/commit") { try await commitScenario($0) }.taking(.json),
            administration(.post, "scenario/rollback") { try await rollBackScenario($0) }.taking(.json),
            administration(.get, "snapshot") { _ in try await saveSnapshot() },
            administration(.put, "snapshot") { try await loadSnapshot($0) }.taking(.json).taking(upTo: Snapshot.sizeLimit),
        ]
    }

    /// The service as it is now, as a scenario: what the device knows is not in it.
    private var liveScenario: Scenario {
        let (loaded, world, statements) = engine.read { ($0.scenario?.scenario, $0.world, $0.statements) }
        var scenario = Scenario(name: loaded?.name ?? "live", world: world)
        scenario.seed = loaded?.seed
        scenario.serviceClock = engine.clock.setting
        scenario.faults = engine.faults.entries.map(\.entry.fault)
        let names = Set(loaded?.applications.map(\.id) ?? [])
        scenario.applications = statements.values.filter { names.contains($0.id) && $0.requestors.count == 1 }
            .sorted { $0.id < $1.id }
            .map { .init(id: $0.id, requestor: $0.requestors[0], platforms: $0.platforms, isRevoked: $0.isRevoked) }
        return scenario
    }

    private func prepareScenario(_ call: Call) throws -> Response {
        let scenario: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(document: call.body)
        } catch {
            throw AdministrationError(.badRequest, "invalid_request", error.description)
        }
        do {
            try MetadataCipher.check(scenario.world)
        } catch {
            throw AdministrationError(.badRequest, "invalid_request", "requestors: \(error)")
        }
        for fault in scenario.faults where fault.point.side == .service {
            if case .error(let name) = fault.effect, !fault.point.errorCodes.contains(name) {
                throw AdministrationError(
                    .badRequest, "invalid_request",
                    "faults: \"\(fault.id)\": error takes at \(fault.point.rawValue) one of "
                        + fault.point.errorCodes.joined(separator: ", ") + ".")
            }
        }
        let generation = engine.scenarios.prepare(scenario, after: engine.read { $0.scenario?.generation } ?? 0)
        return .json(.ok, .object([.init("generation", .integer(generation))]))
    }

    private func commitScenario(_ call: Call) async throws -> Response {
        let generation = try generation(of: call)
        guard let scenario = engine.scenarios.prepared(generation) else { throw Self.noScenario(generation) }
        let known = engine.read { $0.statements }
        var statements: [SoftwareStatement] = []
        for application in scenario.applications {
            var statement = SoftwareStatement(
                id: application.id, requestors: [application.requestor], name: application.id,
                platforms: application.platforms,
                schemes: scenario.world.requestor(id: application.requestor)?.customSchemes ?? [],
                issuedAt: known[application.id]?.issuedAt ?? engine.clock.seconds(), isRevoked: application.isRevoked)
            statement.token = try await signer.sign(statement)
            statements.append(statement)
        }
        let previous = try await engine.load(
            LoadedScenario(generation: generation, scenario: scenario), statements: statements, requestID: call.requestID)
        _ = engine.scenarios.forget(generation)
        throttle.reset()
        loginThrottle.reset()
        return .json(.ok, .object([.init("generation", .integer(generation)), .init("previous", .integer(previous))]))
    }

    private func rollBackScenario(_ call: Call) async throws -> Response {
        let generation = try generation(of: call)
        guard try await engine.rollBack(generation, requestID: call.requestID) else { throw Self.noScenario(generation) }
        return .empty(.noContent)
    }

    private func generation(of call: Call) throws -> Int64 {
        let fields = try AdministrationFields(try call.json(), known: ["generation"])
        guard let generation = try fields.integer("generation", 1...Int64.max) else {
            throw AdministrationFields.wrong("generation", "a whole number; it is required")
        }
        return generation
    }

    private static func noScenario(_ generation: Int64) -> AdministrationError {
        AdministrationError(.notFound, "not_found", "There is no scenario with the generation \(generation).")
    }

    private func saveSnapshot() async throws -> Response {
        .json(.ok, try Snapshot(try await engine.memento()).document)
    }

    private func loadSnapshot(_ call: Call) async throws -> Response {
        let snapshot = try Snapshot(document: try call.json())
        var memento = snapshot.memento
        let trust = try await engine.memento().records.filter { $0 is ProviderMetadata }
        memento.records = try await memento.records.filter { !($0 is ProviderMetadata) }.asyncMap { record in
            guard var statement = record as? SoftwareStatement else { return record }
            // A snapshot of another instance: its statements are this one's from now on.
            if await signer.statementID(of: statement.token) == nil { statement.token = try await signer.sign(statement) }
            return statement
        }
        memento.records += trust
        try await engine.restore(memento, requestID: call.requestID)
        throttle.reset()
        loginThrottle.reset()
        engine.journal.append(
            time: engine.clock.milliseconds(), event: .snapshotLoaded, requestID: call.requestID, outcome: "ok", details: [:])
        return .empty(.noContent)
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
