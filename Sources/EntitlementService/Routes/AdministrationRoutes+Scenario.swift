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
            administration(.post, "snapshot/prepare") { try await prepareSnapshot($0) }.taking(.json)
                .taking(upTo: Snapshot.sizeLimit),
            administration(.put, "snapshot") { try await loadSnapshot($0) }.taking(.json).taking(upTo: Snapshot.sizeLimit),
        ]
    }

    /// The current state of the service as a scenario; the device's state is not included.
    private var liveScenario: Scenario {
        let (loaded, world, statements) = engine.read { ($0.scenario?.scenario, $0.world, $0.statements) }
        var scenario = Scenario(name: loaded?.name ?? "live", world: world)
        scenario.seed = loaded?.seed
        scenario.serviceClock = engine.clock.setting
        scenario.faults = engine.faults.table.entries.map(\.fault)
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
        return keep(.scenario(scenario))
    }

    private func keep(_ content: ScenarioLoading.Prepared) -> Response {
        let generation = engine.scenarios.prepare(content, after: engine.read { $0.scenario?.generation } ?? 0)
        return .json(.ok, .object([.init("generation", .integer(generation))]))
    }

    private func commitScenario(_ call: Call) async throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["generation", "confirmWithin"])
        let commit = EntitlementEngine.Commit(
            generation: try generation(fields), confirmWithin: try fields.integer("confirmWithin", 1...60),
            requestID: call.requestID)
        if commit.confirmWithin == nil, let previous = engine.scenarios.confirm(commit.generation) {
            return loaded(commit, after: previous)
        }
        let previous: Int64?
        switch engine.scenarios.prepared(commit.generation) {
        case nil: previous = nil
        case .scenario(let scenario):
            previous = try await engine.load(scenario, statements: statements(of: scenario), commit)
        case .snapshot(let memento): previous = try await engine.load(memento, commit)
        }
        guard let previous else { throw noScenario(commit.generation) }
        throttle.reset()
        loginThrottle.reset()
        return loaded(commit, after: previous)
    }

    private func loaded(_ commit: EntitlementEngine.Commit, after previous: Int64) -> Response {
        .json(.ok, .object([.init("generation", .integer(commit.generation)), .init("previous", .integer(previous))]))
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

    private func rollBackScenario(_ call: Call) async throws -> Response {
        let generation = try generation(try AdministrationFields(try call.json(), known: ["generation"]))
        guard try await engine.rollBack(generation, requestID: call.requestID) else { throw noScenario(generation) }
        return .empty(.noContent)
    }

    private func generation(_ fields: AdministrationFields) throws -> Int64 {
        guard let generation = try fields.integer("generation", 1...Int64.max) else {
            throw AdministrationFields.wrong("generation", "a whole number; it is required")
        }
        return generation
    }

    private func noScenario(_ generation: Int64) -> AdministrationError {
        AdministrationError(
            .notFound, "not_found",
            engine.scenarios.wasPrepared(generation)
                ? "Generation \(generation) is neither prepared nor the one that was loaded last: another load intervened, or it was "
                    + "rolled back. Prepare it again."
                : "There is no scenario with the generation \(generation).")
    }

    private func saveSnapshot() async throws -> Response {
        .json(.ok, try Snapshot(try await engine.snapshot(), baseline: engine.read { $0.startWorld }).document)
    }

    private func prepareSnapshot(_ call: Call) async throws -> Response { keep(.snapshot(try await memento(of: call))) }

    private func loadSnapshot(_ call: Call) async throws -> Response {
        try await engine.load(try await memento(of: call), requestID: call.requestID)
        throttle.reset()
        loginThrottle.reset()
        return .empty(.noContent)
    }

    private func memento(of call: Call) async throws -> ScenarioLoading.Memento {
        var memento = try Snapshot(document: try call.json(), baseline: engine.read { $0.startWorld }).memento
        memento.records = try await memento.records.asyncMap { record in
            guard var statement = record as? SoftwareStatement else { return record }
            // A snapshot of another instance: its statements are this one's from now on.
            if await signer.statementID(of: statement.token) == nil { statement.token = try await signer.sign(statement) }
            return statement
        }
        return memento
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
