import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension AdministrationController {
    /// The routes for scenarios and snapshots.
    var scenarioAdministration: [Route] {
        [
            administration(.get, "scenario") { _ in .json(.ok, try await engine.swap { try await liveScenario() }.document) },
            administration(.put, "scenario", taking: .json) { try await loadScenario($0) }.taking(upTo: World.documentLimit),
            administration(.post, "scenario/validate", taking: .json) { call in
                _ = try scenario(of: call)
                return .empty(.noContent)
            }.taking(upTo: World.documentLimit),
            administration(.get, "snapshot") { _ in try document(of: try await engine.snapshot()) },
            administration(.put, "snapshot", taking: .json) { try await loadSnapshot($0) }
                .taking(upTo: AdministrationLimit.snapshotSize),
            administration(.post, "snapshot/validate", taking: .json) { call in
                _ = try snapshot(of: call)
                return .empty(.noContent)
            }.taking(upTo: AdministrationLimit.snapshotSize),
        ]
    }

    /// Returns the current state of the service as a scenario; the device's state is not included. Called while nothing replaces
    /// the state, of which this reads several parts.
    private func liveScenario() async throws -> Scenario {
        let (loaded, world, statements) = engine.read { ($0.scenario?.scenario, $0.world, $0.statements) }
        var scenario = Scenario(name: loaded?.name ?? "live", world: world)
        scenario.seed = loaded?.seed
        scenario.serviceClock = engine.clock.setting
        scenario.faults = try await engine.currentFaults().remaining(now: engine.clock.milliseconds())
        let names = Set(loaded?.applications.map(\.id) ?? [])
        scenario.applications = statements.values.filter { names.contains($0.id) && $0.requestors.count == 1 }
            .sorted { $0.id < $1.id }
            .map { .init(id: $0.id, requestor: $0.requestors[0], platforms: $0.platforms, isRevoked: $0.isRevoked) }
        return scenario
    }

    private func scenario(of call: APICall) throws -> Scenario {
        let scenario: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(document: call.body)
        } catch {
            throw ServiceError.invalid(error.description)
        }
        let now = scenario.serviceClock.time(machine: engine.clock.machineMilliseconds())
        guard ClockSetting.representable.contains(now) else {
            throw AdministrationFields.wrong("clock.service.offset", "an offset that results in a time in the years 1 to 9979")
        }
        try checkCertificates(of: scenario.world)
        return scenario
    }

    /// Throws an error for a certificate with which the service would not start again.
    private func checkCertificates(of world: World) throws {
        do { try MetadataCipher.check(world) } catch { throw ServiceError.invalid("\(error)") }
    }

    private func loadScenario(_ call: APICall) async throws -> Response {
        let scenario = try scenario(of: call)
        let statements = try await statements(of: scenario)
        return try await loaded(after: engine.load(scenario, statements: statements, requestID: call.requestID))
    }

    private func statements(of scenario: Scenario) async throws -> [SoftwareStatement] {
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
        return statements
    }

    private func snapshot(of call: APICall) throws -> ServiceSnapshot {
        let snapshot = try ServiceSnapshot(
            document: try call.json(), baseline: engine.read { $0.startWorld }, machine: engine.clock.machineMilliseconds())
        for case let loaded as LoadedScenario in snapshot.records { try checkCertificates(of: loaded.scenario.world) }
        return snapshot
    }

    private func loadSnapshot(_ call: APICall) async throws -> Response {
        var snapshot = try snapshot(of: call)
        for (index, record) in snapshot.records.enumerated() {
            // A statement in a snapshot of another instance: from now on, it is signed by this one.
            guard var statement = record as? SoftwareStatement, await signer.statementID(of: statement.token) == nil else {
                continue
            }
            statement.token = try await signer.sign(statement)
            snapshot.records[index] = statement
        }
        return try await loaded(after: engine.load(snapshot, requestID: call.requestID))
    }

    /// Responds with the previous state; loading it undoes the load.
    private func loaded(after before: ServiceSnapshot) async throws -> Response {
        try await forgetCalls()
        return try document(of: before)
    }

    private func document(of snapshot: ServiceSnapshot) throws -> Response {
        .json(.ok, try snapshot.document(baseline: engine.read { $0.startWorld }))
    }
}
