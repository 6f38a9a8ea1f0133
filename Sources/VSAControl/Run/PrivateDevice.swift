import DBus
import Foundation
import PrivateSession

/// A device and a service of a session's own: bus, vsad by activation, entitlementd on a free port, made to trust each other.
struct PrivateDevice: Sendable {
    /// The environment for whoever uses them.
    let environment: [String: String]

    /// The session's folder.
    var folder: String { places.folder }

    private let bus: PrivateBus
    private let service: ChildProcess
    private let cleanup: CleanupGuard
    private let places: SessionPlaces
    private let keepsFolder: Bool
    /// Held while its state is in use.
    private let instance: Instance?

    /// The requestor whose software statement the session has ready.
    private static let requestor = "REF30"
    private static let statementName = "vsactl run"

    /// Starts everything; it is ready and seeded when this returns.
    ///
    /// - Parameters:
    ///   - outer: The environment outside.
    ///   - instance: The instance whose state is used; nil for a throw-away one.
    ///   - keepsFolder: Whether the session's folder stays at the end.
    /// - Throws: `Failure` with `ExitStatus.setUpFailed`; nothing is left behind then.
    static func start(outer: [String: String], instance: Instance?, keepsFolder: Bool) async throws -> PrivateDevice {
        let folder = try setUp("make a folder") { try TemporaryFolder.create(prefix: "vsasim-") }
        let cleanup: CleanupGuard
        do {
            cleanup = try CleanupGuard(folder, keepsFolder: keepsFolder)
        } catch {
            folder.remove()
            throw Failure(.setUpFailed, "cannot start the session's guard: \(error)")
        }
        do {
            return try await start(in: folder, cleanup: cleanup, outer: outer, instance: instance, keepsFolder: keepsFolder)
        } catch {
            await finish(cleanup, folder: folder, keepsFolder: keepsFolder)
            throw setUpFailure(error)
        }
    }

    private static func start(
        in folder: TemporaryFolder, cleanup: CleanupGuard, outer: [String: String], instance: Instance?, keepsFolder: Bool
    ) async throws -> PrivateDevice {
        let places = SessionPlaces(folder: folder.path, instance: instance?.folder)
        try places.make()
        var environment = SessionEnvironment(outer: outer, places: places, programs: Executables.ownFolder)
        environment.add(cleanup.variables)
        let variables = environment.variables
        let vsad = try Executables.find("vsad")
        async let starting = startService(places: places, environment: variables)
        let bus = try await PrivateBus.start(
            in: folder, services: [ActivatableService(name: Wire.busName.string, executable: vsad)], environment: variables,
            log: places.busLog)
        environment.add(["DBUS_SESSION_BUS_ADDRESS": bus.address])
        let (service, address) = try await starting
        environment.add(["VSASIM_SERVICE_URL": address.url])
        if let token = address.adminToken { environment.add(["VSASIM_ADMIN_TOKEN": token]) }
        try await seed(bus: bus, address: address, places: places)
        environment.add(["VSASIM_SOFTWARE_STATEMENT": places.softwareStatement])
        return PrivateDevice(
            environment: environment.variables, bus: bus, service: service, cleanup: cleanup, places: places,
            keepsFolder: keepsFolder, instance: instance)
    }

    /// Trust both ways, and a software statement.
    private static func seed(bus: PrivateBus, address: ServiceAddress, places: SessionPlaces) async throws {
        let device = try await DeviceControl.connect(address: bus.address)
        let service = ServiceControl(address: address)
        _ = try await TrustExchange(device: device, service: service).perform()
        let usable = try await service.statements().first {
            $0.requestor == requestor && $0.name == statementName && !$0.revoked && $0.statement != nil
        }
        let statement: StatementRecord
        if let usable {
            statement = usable
        } else {
            statement = try await service.issueStatement(requestor: requestor, name: statementName)
        }
        try Data((statement.statement ?? "").utf8).write(to: URL(fileURLWithPath: places.softwareStatement))
        chmod(places.softwareStatement, 0o600)
        await device.connection.close()
    }

    /// Starts entitlementd and waits for the line that says where it listens.
    private static func startService(
        places: SessionPlaces, environment: [String: String]
    ) async throws -> (ChildProcess, ServiceAddress) {
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"), arguments: ["serve", "--listen", "127.0.0.1:0"], environment: environment,
            standardOutput: .pipe, standardError: .file(places.serviceLog))
        let announcement = "entitlementd listening on "
        guard let line = await process.standardOutput.next(), line.hasPrefix(announcement) else {
            let exit = await process.terminate()
            throw Failure(.setUpFailed, "entitlementd did not start (\(exit))", advice: lastLines(of: places.serviceLog))
        }
        let url = String(line.dropFirst(announcement.count))
        guard let address = try ServiceAddress.discover(environment: ["XDG_RUNTIME_DIR": places.runtime]), address.url == url
        else {
            await process.terminate()
            throw Failure(.setUpFailed, "entitlementd at \(url) left no runtime file in \(places.runtime)")
        }
        return (process, address)
    }

    /// Ends everything in order: the service, the bus with the device, whatever else belongs to the session, the folder.
    func end() async {
        await service.terminate()
        await bus.stop()
        await Self.finish(cleanup, folder: cleanup.folder, keepsFolder: keepsFolder)
    }

    /// Says when one of the daemons ends before its time; ends by being cancelled.
    func watch(_ say: @escaping @Sendable (String) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for (name, process) in [("the bus", bus.process), ("entitlementd", service)] {
                group.addTask {
                    while !Task.isCancelled {
                        guard let exit = await process.wait(atMost: .seconds(3600)) else { continue }
                        if !Task.isCancelled { say("vsactl: \(name) of this session ended (\(exit))") }
                        return
                    }
                }
            }
        }
    }

    /// Leaves the last step to the guard, and takes it itself when somebody killed the guard.
    private static func finish(_ cleanup: CleanupGuard, folder: TemporaryFolder, keepsFolder: Bool) async {
        await cleanup.finish()
        for (name, value) in cleanup.variables {
            for process in ProcessTable.processes(withEnvironment: name, value: value) { kill(process.id, SIGKILL) }
        }
        if !keepsFolder { folder.remove() }
    }
}

// MARK: - Failures of the set-up

extension PrivateDevice {
    private static func setUp<Result>(_ what: String, _ action: () throws -> Result) throws -> Result {
        do { return try action() } catch { throw Failure(.setUpFailed, "cannot \(what) for the session: \(error)") }
    }

    private static func setUpFailure(_ error: any Error) -> Failure {
        guard let failure = error as? Failure else { return Failure(.setUpFailed, "cannot set the session up: \(error)") }
        return Failure(.setUpFailed, "cannot set the session up: \(failure.message)", advice: failure.advice)
    }

    /// The end of a log, for an error's advice.
    private static func lastLines(of path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").suffix(10).joined(separator: "\n")
    }
}
