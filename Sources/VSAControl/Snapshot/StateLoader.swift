import Administration
import DBus
import FoundationEssentials
import TVWorld

/// Loads and saves the state of a device and its service, as a scenario or as a snapshot. Other programs that load in the meantime
/// wait for their turn.
struct StateLoader {
    /// The address of the device's bus; nil for the session bus.
    var bus: String?
    /// The service; nil if none is running.
    var service: ServiceControl?

    /// Performs an action while no other program loads into the device and its service; without a device if none is expected.
    func withTurn<Value>(_ work: (DeviceControl?) async throws -> Value) async throws -> Value {
        guard DeviceControl.isExpected(bus: bus, beside: service) else { return try await work(nil) }
        let device = try await DeviceControl.connect(address: bus)
        do {
            try await device.awaitTurn()
            let value = try await work(device)
            await device.connection.close()
            return value
        } catch {
            // Leaving the bus releases the turn.
            await device.connection.close()
            throw error
        }
    }

    /// Loads documents that both have validated. The service comes first, because it is more likely to fail, and nothing has
    /// changed then. If the device fails, the service's state is restored.
    private func load(
        _ kind: ServiceDocument, _ document: String, into device: DeviceControl?, service part: String
    ) async throws {
        let before = try await service?.load(kind, Data(part.utf8))
        do { try await device?.load(document) } catch {
            if let before { try await putBack(before, becauseOf: error) }
            throw error
        }
        if let device { try await TrustExchange.introduceProviders(of: device, to: service) }
    }

    private func putBack(_ before: Data, becauseOf error: any Error) async throws {
        do { _ = try await service?.load(.snapshot, before) } catch let second {
            throw Failure(
                .failed, "the device did not load the new state (\(error.shortMessage)), and the service's was not restored",
                advice: "\(second.shortMessage)\nLoad it again, so that the device and the service match")
        }
    }
}

/// Scenarios.
extension StateLoader {
    /// Loads a scenario into both, or into neither.
    func load(_ scenario: Scenario) async throws {
        let document = scenario.document.serialized
        try await withTurn { device in
            try await device?.validate(document)
            try await service?.validate(.scenario, Data(document.utf8))
            try await load(.scenario, document, into: device, service: document)
        }
    }

    /// Returns the current state of both as one scenario.
    func exportScenario() async throws -> Scenario {
        let (text, bytes) = try await withTurn { device in
            (try await device?.exportScenario(), try await service?.export(.scenario))
        }
        guard let text else { return try Self.exported(bytes ?? Data()) }
        var scenario = try Self.exported(text.utf8)
        guard let bytes else { return scenario }
        let other = try Self.exported(bytes)
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
        scenario.faults = Self.faults(ofDevice: scenario.faults, ofService: other.faults)
        return scenario
    }

    private static func exported(_ document: some Sequence<UInt8>) throws -> Scenario {
        do throws(ScenarioError) { return try Scenario(document: Array(document)) } catch {
            throw Failure(.failed, "the daemons have exported an invalid scenario", advice: error.description)
        }
    }

    /// Returns the faults of both, each with its own name. Each daemon knows only its own names, so that a fault of the service can
    /// have that of one of the device: it gets another.
    static func faults(ofDevice first: [Fault], ofService second: [Fault]) -> [Fault] {
        let (first, second) = (first.filter { $0.point.side == .device }, second.filter { $0.point.side == .service })
        var names = Set((first + second).map(\.id))
        let taken = Set(first.map(\.id))
        return first
            + second.map { fault in
                guard taken.contains(fault.id) else { return fault }
                var renamed = fault
                var number = 1
                repeat {
                    renamed.id = "service-fault-\(number)"
                    number += 1
                } while !names.insert(renamed.id).inserted
                return renamed
            }
    }
}

/// Snapshots.
extension StateLoader {
    /// Performs an action that needs the device, because every snapshot has a part of it.
    private func withDevice<Value>(_ work: (DeviceControl) async throws -> Value) async throws -> Value {
        try await withTurn { device in
            guard let device else {
                throw Failure(
                    .unreachable, "there is no device, because \(DeviceControl.absence)",
                    advice: "The service alone: its dashboard and /admin/v1 (docs/howto/operate-the-service.md).")
            }
            return try await work(device)
        }
    }

    /// Returns the current state of both.
    func takeSnapshot() async throws -> SnapshotFile { try await withDevice(take) }

    private func take(from device: DeviceControl) async throws -> SnapshotFile {
        let (text, data) = (try await device.saveSnapshot(), try await service?.export(.snapshot))
        try data.map(Self.requireLoadable)
        do {
            return SnapshotFile(
                device: try JSON(parsing: Array(text.utf8)), service: try data.map { try JSON(parsing: $0) })
        } catch {
            throw Failure(.failed, "the saved state is not valid JSON: \(error)")
        }
    }

    /// Throws a `Failure` if the service would not load its part again because of its size.
    static func requireLoadable(_ part: Data) throws {
        let limit = AdministrationLimit.snapshotSize
        guard part.count <= limit else {
            throw Failure(.failed, "the service's snapshot would have \(part.count) bytes, more than the \(limit) that it loads")
        }
    }

    /// Loads a file's parts into both, or into neither.
    ///
    /// - Parameter name: The name of the file, for error messages.
    func load(_ file: SnapshotFile, named name: String) async throws {
        guard file.service == nil || service != nil else {
            throw Failure(
                .unreachable, "\(name) has a service part, but no service (entitlementd) is running in this session",
                advice: """
                    Start one: \(DaemonCommands.start)
                    or load it in a private session: vsactl run -- vsactl snapshot load \(name)
                    """)
        }
        try await withDevice { try await put(file, named: name, into: $0) }
    }

    private func put(_ file: SnapshotFile, named name: String, into device: DeviceControl) async throws {
        let document = file.device.serialized
        try await Self.checked(name, "device") { try await device.validate(document) }
        guard let service, let part = file.service?.serialized else { return try await device.load(document) }
        try await Self.checked(name, "service") { try await service.validate(.snapshot, Data(part.utf8)) }
        try await load(.snapshot, document, into: device, service: part)
    }

    /// Changes only the world of both daemons, each in one step. If one of them fails, neither is changed. A world that came with
    /// a scenario is changed there, so that a reset keeps the change.
    ///
    /// - Parameters:
    ///   - name: The name of the change, for error messages.
    ///   - change: Returns the new world for that of a daemon. The two worlds differ at most in their regions.
    func changeWorld(as name: String, _ change: (World) throws -> World) async throws {
        try await withDevice { device in
            var file = try await take(from: device)
            try file.changeWorld(change)
            try await put(file, named: name, into: device)
        }
    }

    /// Adds the file's name and the part to the error of a daemon.
    private static func checked(_ name: String, _ part: String, _ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let failure as Failure where failure.status == .invalidData {
            throw Failure(.invalidData, "\(name): \(part): \(failure.message)", advice: "Nothing has changed.")
        }
    }
}
