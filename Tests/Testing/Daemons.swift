import Administration
import Foundation
import PrivateSession
import Synchronization
import TVWorld
import VSATesting

/// The whole system as a user runs it: a private bus that activates the real `vsad`, and the real `entitlementd`, each with its
/// own XDG folders, with trust as established by `vsactl service connect`.
package final class Daemons: Sendable {
    /// The folder of all files: `device/`, `service/`, `app/`, `logs/`.
    package let workspace: Workspace
    /// The bus.
    package let bus: PrivateBus
    /// The environment for apps and for `vsactl`: the one that `vsactl run` passes to its command.
    package let environment: [String: String]
    /// The world that a reset restores.
    package let world: World
    private let serviceEnvironment: [String: String]
    private let service: Mutex<RunningService>

    /// The running `entitlementd`.
    private struct RunningService {
        var process: ChildProcess
        var url: String
        var adminToken: String
    }

    /// The service's base URL.
    package var serviceURL: String { service.withLock { $0.url } }
    /// The token for `/admin/v1`.
    package var adminToken: String { service.withLock { $0.adminToken } }
    /// The running service.
    package var serviceProcess: ChildProcess { service.withLock { $0.process } }

    /// A client of `/admin/v1`.
    package var administration: ServiceClient {
        ServiceClient(baseURL: serviceURL, headers: ["Authorization": "Bearer \(adminToken)"])
    }

    private init(
        workspace: Workspace, bus: PrivateBus, environment: [String: String], serviceEnvironment: [String: String],
        world: World, service: RunningService
    ) {
        self.world = world
        self.workspace = workspace
        self.bus = bus
        self.environment = environment
        self.serviceEnvironment = serviceEnvironment
        self.service = Mutex(service)
    }

    /// Starts everything; it is ready when this returns.
    ///
    /// - Parameters:
    ///   - trust: Whether the daemons exchange metadata, and the app gets a software statement for the world's first requestor.
    ///   - world: The world of both daemons; nil for the built-in one.
    ///   - clock: `VSASIM_CLOCK` of both daemons and of the environment.
    ///   - serviceOptions: More options of `entitlementd serve`.
    /// - Throws: `DeadlinePassed`, `ConnectionError`, `RemoteError`, `UnexpectedAnswer`, or the reason why a program did not
    ///   start.
    package static func start(
        trust: Bool = true, world: World? = nil, clock: String? = nil, serviceOptions: [String] = []
    ) async throws -> Daemons {
        let workspace = try Workspace()
        do {
            return try await start(
                in: workspace, trust: trust, world: world, clock: clock.map { ["VSASIM_CLOCK": $0] } ?? [:],
                serviceOptions: serviceOptions)
        } catch {
            await DaemonLogs.report(workspace, force: true)
            await workspace.end()
            throw error
        }
    }

    private static func start(
        in workspace: Workspace, trust: Bool, world: World?, clock: [String: String], serviceOptions: [String]
    ) async throws -> Daemons {
        let options = try world.map { ["--world", try workspace.folder.write($0.document.serialized, to: "world.json")] } ?? []
        let logs = try workspace.folder.makeFolder("logs")
        let deviceEnvironment = try workspace.environment(rootedAt: "device").merging(clock) { $1 }
        let serviceEnvironment = try workspace.environment(rootedAt: "service").merging(clock) { $1 }
        let account = ActivatableService(name: accountName, executable: try Executables.find("vsad"), arguments: options)
        let bus = try await PrivateBus.start(
            in: workspace.folder, services: [account], environment: deviceEnvironment, log: "\(logs)/bus-and-vsad.log")
        let service = try await startService(
            options: options + serviceOptions, environment: serviceEnvironment, log: "\(logs)/entitlementd.log")
        var environment = try workspace.environment(rootedAt: "app").merging(clock) { $1 }
        environment["XDG_RUNTIME_DIR"] = serviceEnvironment["XDG_RUNTIME_DIR"]
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        environment["VSASIM_SERVICE_URL"] = service.url
        environment["VSASIM_SOFTWARE_STATEMENT"] = workspace.folder.path("statement.jwt")
        environment["VSASIM_JOURNAL"] = workspace.folder.path("journal.jsonl")
        let daemons = Daemons(
            workspace: workspace, bus: bus, environment: environment, serviceEnvironment: serviceEnvironment,
            world: world ?? .builtIn, service: service)
        if trust {
            try await daemons.withControl { try await daemons.exchangeTrust($0) }
            try workspace.folder.write(try await daemons.issueStatement(), to: "statement.jwt")
        }
        return daemons
    }

    private static func startService(
        listen: String = "127.0.0.1:0", options: [String], environment: [String: String], log: String
    ) async throws -> RunningService {
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"), arguments: ["serve", "--listen", listen] + options,
            environment: environment, standardOutput: .pipe, standardError: .file(log))
        let line = try await within(defaultDeadline, "line from entitlementd") { await process.standardOutput.next() }
        let prefix = "entitlementd listening on "
        guard let line, line.hasPrefix(prefix) else {
            throw DeadlinePassed("entitlementd did not print its URL but: \(line ?? "nothing")")
        }
        let runtime = try Runtime(folder: environment["XDG_RUNTIME_DIR"] ?? "")
        return RunningService(
            process: process, url: String(line.dropFirst(prefix.count)), adminToken: runtime.adminToken)
    }

    /// `XDG_RUNTIME_DIR/vsasim/entitlementd.json`
    private struct Runtime: Decodable {
        let adminToken: String

        init(folder: String) throws {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/vsasim/entitlementd.json"))
            self = try JSONDecoder().decode(Runtime.self, from: data)
        }
    }

    /// Restarts the service with the same state after it has exited. Its URL changes unless `listen` contains its port.
    ///
    /// - Throws: `DeadlinePassed`, or the reason why it did not start.
    package func restartService(listen: String = "127.0.0.1:0", options more: [String] = []) async throws {
        let log = workspace.folder.path("logs/entitlementd.log")
        let options = world == .builtIn ? [] : ["--world", workspace.folder.path("world.json")]
        let running = try await Self.startService(
            listen: listen, options: options + more, environment: serviceEnvironment, log: log)
        service.withLock { $0 = running }
    }

    /// The file with the setting of the device's clock, for `VSASIM_CLOCK` of apps that follow it.
    package var deviceClock: String { workspace.folder.path("device/runtime/vsasim/device-clock") }

    /// The environment with the service's current URL.
    package var presentEnvironment: [String: String] {
        environment.merging(["VSASIM_SERVICE_URL": serviceURL]) { $1 }
    }

    /// Issues a software statement for a requestor; by default the world's first.
    ///
    /// - Throws: `UnexpectedAnswer`, or the transport's error.
    package func issueStatement(requestor: String? = nil) async throws -> String {
        let requestor = requestor ?? world.requestors.first?.id ?? "*"
        let answer = try await administration.send("POST", "/admin/v1/statements", json: ["requestor": requestor])
        return try answer.expecting(201).decoded(as: StatementResource.self).statement
    }

    /// Runs one of the project's programs in the environment of an app, and waits for it.
    ///
    /// - Throws: The errors of `Tool.run`.
    package func run(
        _ program: String, _ arguments: [String], input: String? = nil, environment changes: [String: String] = [:]
    ) async throws -> ToolResult {
        let executable = program.contains("/") ? program : (try? Executables.find(program)) ?? program
        return try await Tool.run(
            executable, arguments, environment: presentEnvironment.merging(changes) { $1 }, input: input)
    }

    /// Runs `vsactl` and waits for it.
    ///
    /// - Throws: The errors of `Tool.run`.
    package func vsactl(_ arguments: String...) async throws -> ToolResult {
        try await run("vsactl", arguments)
    }

    /// Stops everything and removes all folders.
    package func stop() async {
        await DaemonLogs.report(workspace, force: false)
        await workspace.end()
    }
}
