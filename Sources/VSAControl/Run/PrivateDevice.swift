import Administration
import DBus
import DeviceInterfaces
import FoundationEssentials
import Glibc
import PrivateSession
import TVWorld

/// A session's own device and service: bus, vsad by activation, entitlementd on a free port, with trust established between them.
struct PrivateDevice: Sendable {
    /// The environment for programs that use them.
    let environment: [String: String]
    let bus: PrivateBus
    let places: SessionPlaces

    /// Returns the session's journals that can be read at its end, and the reasons why others cannot.
    ///
    /// - Parameter withService: Whether the service's journal is requested.
    func readableJournals(withService: Bool) async -> (journals: TimelineJournals, absences: [String]) {
        var journals = TimelineJournals(library: LibraryJournal(path: places.journal))
        var absences: [String] = []
        do {
            let device = try await DeviceControl.connect(address: bus.address)
            var first = device
            first.patience = Self.patience
            _ = try await first.status()
            journals.device = device
        } catch {
            absences.append(error.shortMessage)
        }
        guard withService else { return (journals, absences) }
        do {
            var service = control
            service.patience = Self.patience
            try await service.checkHealth()
            journals.service = control
        } catch {
            absences.append(error.shortMessage)
        }
        return (journals, absences)
    }

    /// The time limit for the first answer of a daemon at the end, when the command has exited and the user waits.
    private static let patience = Duration.seconds(5)

    /// Shows events of the device and apps on the service's dashboard, until the task is cancelled.
    func share() async {
        let sharing = TimelineSharing(service: control) {
            TimelineJournals(
                device: try await DeviceControl.connect(address: bus.address), library: LibraryJournal(path: places.journal))
        }
        // The bus restarts a device that has exited; the session's watch reports other exits.
        repeat { try? await sharing.perform() } while await Waiting.pass(.seconds(1))
    }

    /// Passes lines of the dashboard's console to an `entitle` of the session, until the task is cancelled.
    func relayConsole() async {
        let console = ConsoleSession(service: control, environment: environment, storage: places.consoleStorage)
        repeat { try? await console.perform() } while await Waiting.pass(.seconds(1))
    }

    private let service: ChildProcess
    private let control: ServiceControl
    private let cleanup: CleanupGuard
    private let keys: SessionKeys?
    private let plan: SessionPlan

    private static let statementName = "vsactl run"

    /// Starts everything; it is ready and configured when this returns.
    ///
    /// - Throws: `Failure` with `ExitStatus.setUpFailed`, in which case nothing is left behind.
    static func start(_ plan: SessionPlan) async throws -> PrivateDevice {
        do {
            let cleanup = try CleanupGuard(socket: PrivateBus.socketName, keepsFolder: plan.keepsFolder)
            do { return try await start(plan, cleanup) } catch {
                await finish(cleanup)
                // The service may have created it already.
                _ = await plan.database?.remove(environment: plan.outer)
                throw error
            }
        } catch {
            throw setUpFailure(error)
        }
    }

    private static func start(_ plan: SessionPlan, _ cleanup: CleanupGuard) async throws -> PrivateDevice {
        let places = SessionPlaces(folder: cleanup.folder.path, instance: plan.instance?.folder)
        try places.make()
        let world = try SessionWorld.settle(plan.world, in: places)
        let authority = plan.usesTLS ? try SessionAuthority(in: places.folder, outer: plan.outer) : nil
        let isTemporary = plan.instance == nil
        var environment = SessionEnvironment(outer: plan.outer, places: places, programs: Executables.commandFolder)
        environment.add(cleanup.variables)
        environment.add(authority?.variables ?? [:])
        // A persistent instance generates its own keys, and must survive a power failure.
        let keys = isTemporary ? SessionKeys(environment: plan.outer) : nil
        environment.add(keys?.variables ?? [:])
        if isTemporary { environment.add(["VSASIM_SYNC": "off"]) }
        let serviceVariables = environment.variables.merging(Self.clock(plan.scenario?.serviceClock)) { $1 }
            .merging(plan.database?.variables ?? [:]) { $1 }
        environment.add(Self.clock(plan.scenario?.deviceClock))
        let variables = environment.variables
        // Before the device starts, which replaces it: the clock of an instance may have been changed in an earlier session.
        try SessionPlaces.write("\(variables["VSASIM_CLOCK"] ?? "real")\n".utf8, to: places.clock)
        let worldOption = world == nil ? [] : ["--world", places.world]
        let services = try await Self.services(options: worldOption, outer: plan.outer)
        async let starting = startService(
            places: places, options: worldOption + (authority?.serviceOptions ?? []), environment: serviceVariables)
        let bus = try await PrivateBus.start(in: cleanup.folder, services: services, environment: variables, log: places.busLog)
        // The device starts concurrently with the service.
        async let waking = wakeDevice(bus, log: places.busLog)
        environment.add(["DBUS_SESSION_BUS_ADDRESS": bus.address])
        let (service, address) = try await starting
        let (device, providers, metadata) = try await waking
        environment.add(["VSASIM_SERVICE_URL": address.url])
        if let token = address.adminToken { environment.add(["VSASIM_ADMIN_TOKEN": token]) }
        // The session's prepared statement is for the world's first requestor.
        let requestor = (world?.world ?? .builtIn).requestors.first?.id
        let control = ServiceControl(address: address, trustFile: authority?.bundle)
        let trust = TrustExchange(device: device, service: control, providers: providers, known: metadata)
        // On a busy machine, a service on PostgreSQL can be without its database for a moment.
        try await Waiting.until("ready", within: .seconds(10)) {
            async let writing: Void = writeStatement(control, requestor: requestor, isNew: isTemporary, places: places)
            _ = try await trust.perform()
            try await writing
        }
        await device.connection.close()
        if let scenario = plan.scenario { try await StateLoader(bus: bus.address, service: control).load(scenario) }
        if requestor != nil { environment.add(["VSASIM_SOFTWARE_STATEMENT": places.softwareStatement]) }
        // From now on, the device's clock may differ from the service's.
        environment.add(["VSASIM_CLOCK": places.clock])
        return PrivateDevice(
            environment: environment.variables, bus: bus, places: places, service: service, control: control,
            cleanup: cleanup, keys: keys, plan: plan)
    }

    /// Returns the variable that sets a program's clock; empty for the session's, and for one that is too far: what then rejects the
    /// scenario names its field, not the variable.
    private static func clock(_ setting: ClockSetting?) -> [String: String] {
        guard let setting, setting != .real,
            ClockSetting.representable.contains(setting.time(machine: SystemClock.machineMilliseconds()))
        else { return [:] }
        return ["VSASIM_CLOCK": setting.specification]
    }

    /// Returns the session bus's activatable services: the device, and the picker if it is installed and has a display.
    private static func services(options: [String], outer: [String: String]) async throws -> [ActivatableService] {
        let device = ActivatableService(
            name: SubscriberAccountInterface.busName.string, executable: try Executables.find("vsad"), arguments: options)
        return [device] + [await SessionPicker.service(outer: outer)].compactMap(\.self)
    }

    /// Starts the device, and has it generate its providers' keys.
    ///
    /// - Parameter log: The bus's log, which has what vsad writes to standard error.
    /// - Returns: The device, its providers, and the metadata of those that have some.
    private static func wakeDevice(
        _ bus: PrivateBus, log: String
    ) async throws -> (DeviceControl, [String], [String: String]) {
        let device = try await connect(bus, log: log)
        let providers: [String]
        do {
            providers = try await device.providers().map(\.id)
        } catch {
            throw Failure(.setUpFailed, "vsad did not start: \(error.shortMessage)", advice: LogEnd.lines(of: log))
        }
        let metadata = await withTaskGroup(of: (String, String?).self) { group in
            // A failure here recurs when trust is exchanged, and is reported then.
            for provider in providers { group.addTask { (provider, try? await device.providerMetadata(provider)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return (device, providers, metadata)
    }

    private static func connect(_ bus: PrivateBus, log: String) async throws -> DeviceControl {
        do { return try await DeviceControl.connect(address: bus.address) } catch {
            let user = geteuid()
            let advice =
                getpwuid(user) == nil
                ? "dbus-daemon rejects the user \(user), who has no entry in /etc/passwd: add one, or run as another user."
                : LogEnd.lines(of: log)
            throw Failure(.setUpFailed, "cannot connect to the session's bus: \(error.shortMessage)", advice: advice)
        }
    }

    /// Writes the software statement for a requestor, if there is one, to its file: that of an earlier session of the instance,
    /// or else a new one.
    ///
    /// - Parameter isNew: Whether the service has no statement yet.
    private static func writeStatement(
        _ service: ServiceControl, requestor: String?, isNew: Bool, places: SessionPlaces
    ) async throws {
        guard let requestor else { return }
        let usable =
            isNew
            ? nil
            : try await service.list(StatementResource.self).first {
                $0.requestor == requestor && $0.name == statementName && !$0.revoked
            }
        let statement =
            if let usable { usable } else { try await service.issueStatement(requestor: requestor, name: statementName) }
        try SessionPlaces.write(statement.statement.utf8, to: places.softwareStatement)
    }

    /// Starts entitlementd and waits for the line with its address.
    private static func startService(
        places: SessionPlaces, options: [String], environment: [String: String]
    ) async throws -> (ChildProcess, ServiceAddress) {
        let process = try ChildProcess.start(
            try Executables.find("entitlementd"),
            arguments: ["serve", "--listen", "127.0.0.1:0", "--test-users", "on"] + options,
            environment: environment, standardOutput: .pipe, standardError: .file(places.serviceLog))
        let announcement = "entitlementd listening on "
        guard let line = await process.standardOutput.next(), line.hasPrefix(announcement) else {
            let exit = await process.terminate()
            throw Failure(
                .setUpFailed, "entitlementd did not start (\(exit))",
                advice: LogEnd.lines(of: places.serviceLog) ?? fullDisk(places.folder))
        }
        let url = String(line.dropFirst(announcement.count))
        guard let address = try ServiceAddress.discover(environment: ["XDG_RUNTIME_DIR": places.runtime]), address.url == url
        else {
            await process.terminate()
            throw Failure(.setUpFailed, "entitlementd at \(url) left no runtime file in \(places.runtime)")
        }
        return (process, address)
    }

    /// Ends everything in order: the service concurrently with the bus and the device, which are independent of each other; the
    /// database's schema; other processes of the session; the folder. Then has keys generated for later sessions.
    func end() async {
        async let serviceEnd = service.terminate()
        await bus.stop()
        _ = await serviceEnd
        if let remark = await plan.database?.remove(environment: environment) { StandardStream.remark("vsactl: \(remark)") }
        await Self.finish(cleanup)
        keys?.refill(environment: plan.outer)
    }

    /// Reports if the bus or the service exits early, until the task is cancelled.
    func watch() async {
        await withTaskGroup(of: Void.self) { group in
            for (name, process, log) in [
                ("the bus", bus.process, places.busLog), ("entitlementd", service, places.serviceLog),
            ] {
                group.addTask {
                    while !Task.isCancelled {
                        guard let exit = await process.wait(atMost: .seconds(3600)) else { continue }
                        if !Task.isCancelled {
                            let end = LogEnd.lines(of: log).map { "; its log ends with:\n\($0)" } ?? ""
                            StandardStream.remark("vsactl: \(name) of this session ended (\(exit)) before its command\(end)")
                        }
                        return
                    }
                }
            }
        }
    }

    /// Ends the remaining processes of the session, including those that can no longer be identified as such.
    private static func finish(_ cleanup: CleanupGuard) async {
        await cleanup.finish()
        await Orphans.end()
    }
}

// MARK: - Failures of the setup

extension PrivateDevice {
    /// Returns the advice if the session's file system is full; nil if it is not.
    private static func fullDisk(_ folder: String) -> String? {
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return nil }
        let free = UInt64(system.f_bavail) * UInt64(system.f_frsize)
        guard free < 1 << 20 else { return nil }
        return "Only \(free >> 10) KiB are free in \(folder): free some space, or set TMPDIR to a folder elsewhere."
    }

    private static func setUpFailure(_ error: any Error) -> Failure {
        guard let failure = error as? Failure else { return Failure(.setUpFailed, "cannot set the session up: \(error)") }
        return Failure(.setUpFailed, "cannot set the session up: \(failure.message)", advice: failure.advice)
    }
}
