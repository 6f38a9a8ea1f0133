import FoundationEssentials
import TVWorld

/// Saves and loads snapshots of a device and its service.
struct SnapshotLoader {
    /// The address of the device's bus; nil for the session bus.
    var bus: String?
    /// The service; nil if none is running.
    var service: ServiceControl?

    /// Returns the current state of both. No other program can load in the meantime.
    func take() async throws -> SnapshotFile { try await DeviceControl.withTurn(bus: bus, take) }

    private func take(from device: DeviceControl) async throws -> SnapshotFile {
        let (text, data) = (try await device.saveSnapshot(), try await service?.export(.snapshot))
        do {
            return SnapshotFile(
                device: try JSON(parsing: Array(text.utf8)), service: try data.map { try JSON(parsing: $0) })
        } catch {
            throw Failure(.failed, "the saved state is not valid JSON: \(error)")
        }
    }

    /// Loads a file's parts into both, or into neither. Other programs that load in the meantime wait for their turn.
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
        try await DeviceControl.withTurn(bus: bus) { try await put(file, named: name, into: $0) }
    }

    private func put(_ file: SnapshotFile, named name: String, into device: DeviceControl) async throws {
        let document = file.device.serialized
        try await Self.checked(name, "device") { try await device.validate(document) }
        guard let service, let part = file.service?.serialized else { return try await device.load(document) }
        try await Self.checked(name, "service") { try await service.validate(.snapshot, Data(part.utf8)) }
        try await ScenarioLoader.load(.snapshot, document, into: device, part, into: service)
    }

    /// Changes only the world of both daemons, each in one step. If one of them fails, neither is changed. A world that came with
    /// a scenario is changed there, so that a reset keeps the change.
    ///
    /// - Parameters:
    ///   - name: The name of the change, for error messages.
    ///   - change: Returns the new world for that of a daemon. The two worlds differ at most in their regions.
    func changeWorld(as name: String, _ change: (World) throws -> World) async throws {
        try await DeviceControl.withTurn(bus: bus) { device in
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
