import DBus
import Foundation
import NIOHTTP1
import TVWorld

/// Saves and loads snapshots of a device and its service.
struct SnapshotLoader {
    /// The address of the device's bus; nil for the session bus.
    var bus: String?
    /// The service; nil if none is running.
    var service: ServiceControl?

    /// Returns the current state of both. No other program can load meanwhile.
    func take() async throws -> SnapshotFile { try await DeviceControl.withTurn(bus: bus, take) }

    private func take(from device: DeviceControl) async throws -> SnapshotFile {
        let (text, data) = (try await device.saveSnapshot(), try await service?.saveSnapshot())
        do {
            return SnapshotFile(
                device: try TVWorld.JSON(parsing: Array(text.utf8)), service: try data.map { try TVWorld.JSON(parsing: $0) })
        } catch {
            throw Failure(.failed, "what the daemons save is not JSON: \(error)")
        }
    }

    /// Both check and prepare their parts, then each swaps in one step. When one cannot, both stay as they are. Others that load
    /// meanwhile wait for their turn.
    ///
    /// - Parameter name: The name of the file, for error messages.
    func load(_ file: SnapshotFile, named name: String) async throws {
        guard file.service == nil || service != nil else {
            throw Failure(
                .unreachable, "\(name) has a part of a service, and no service (entitlementd) is running in this session",
                advice: """
                    Start one: \(DaemonCommands().start)
                    or load it in a private session: vsactl run -- vsactl snapshot load \(name)
                    """)
        }
        try await DeviceControl.withTurn(bus: bus) { try await put(file, named: name, into: $0) }
    }

    private func put(_ file: SnapshotFile, named name: String, into device: DeviceControl) async throws {
        let generation = try await Self.checked(name, "device") { try await device.prepareSnapshot(file.device.serialized) }
        var prepared: Int64?
        if let service, let part = file.service {
            prepared = try await Self.checked(name, "service") { try await service.prepareSnapshot(part.serialized) }
        }
        try await ScenarioLoader.commit(device, generation, service, prepared)
        if prepared != nil { try await TrustExchange.introduceProviders(of: device, to: service) }
    }

    /// Changes the world of both daemons, each in one step, and nothing else. If one of them cannot, neither is changed. A world
    /// that came with a scenario is changed there, so that a reset keeps the change.
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
    private static func checked<Value: Sendable>(
        _ name: String, _ part: String, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let failure as Failure where failure.status == .invalidData {
            throw Failure(.invalidData, "\(name): \(part): \(failure.message)", advice: "Nothing has changed.")
        }
    }
}

extension DeviceControl {
    /// Returns the device's part of a snapshot.
    fileprivate func saveSnapshot() async throws -> String {
        try await answer(Wire.Control.saveSnapshot, [], as: String.self)
    }

    /// Makes the device validate and prepare its part.
    ///
    /// - Returns: The generation that it will be.
    fileprivate func prepareSnapshot(_ document: String) async throws -> UInt64 {
        try await answer(Wire.Control.prepareSnapshot, [document], as: UInt64.self)
    }
}

extension ServiceControl {
    private struct Generation: Decodable {
        var generation: Int64
    }

    /// Returns the service's part of a snapshot.
    fileprivate func saveSnapshot() async throws -> Data { try await send(.GET, "/admin/v1/snapshot") }

    /// Makes the service validate and prepare its part.
    fileprivate func prepareSnapshot(_ document: String) async throws -> Int64 {
        let data = try await send(.POST, "/admin/v1/snapshot/prepare", body: Data(document.utf8))
        do {
            return try JSONDecoder().decode(Generation.self, from: data).generation
        } catch {
            throw Failure(.failed, "the service's answer about the snapshot cannot be read: \(error)")
        }
    }
}
