import AccountCore
import DBus
import DeviceInterfaces
import StateDirectory
import TVWorld

/// The objects of a daemon with their dependencies.
struct Objects {
    let agentManager: AgentManagerObject
    let clockController: ClockController
    let expiry: ExpiryWatch
    let scenarioLoader: ScenarioLoader
    let applications: ApplicationServices
    private let driver: RequestDriver
    private let faults: Faults
    private let deviceObjects: DeviceObjects
    private let root: ExportedObject
    private let control: ExportedObject
    private let monitors: JournalMonitors

    /// - Parameter start: The setting of the clock with which the daemon was started.
    init(
        _ configuration: AccountDaemon.Configuration, folder: StateFolder, store: DeviceStore, monitors: JournalMonitors,
        start: ClockSetting, connection: Connection
    ) throws {
        self.monitors = monitors
        let callers = Callers(on: connection)
        let agents = Agents()
        deviceObjects = try DeviceObjects(device: store.device, agents: agents, callers: callers)
        let notifier = ChangeNotifier(store: store, callers: callers, objects: deviceObjects)
        let services = DeviceServices(
            notifier: notifier, clock: configuration.clock, bus: WeakConnection(connection: connection))
        faults = services.faults
        applications = ApplicationServices(notifier: notifier, desktopEntries: configuration.desktopEntries)
        let identifiers = IdentifierSource()
        let keys = ProviderKeys(folder: folder.keyFolder, pool: configuration.keyPool, isSynced: configuration.isSynced)
        let signers = ProviderSigners(
            ProviderKeyRing(keys, clock: services.clock, journal: services.journal), identifiers: identifiers,
            process: callers.process)
        let providers = ProviderClient(resetVerification: signers.resetVerification) { [faults] contact, sender in
            // A fault can delay the response, prevent it, or put a defect into it.
            try await signers.answer(contact, defect: faults.defect(of: contact, sender: sender), for: sender)
        }
        let prompts = AgentPrompts(agents: agents, calls: AgentCalls(bus: services.bus, isSandboxed: callers.findSandbox))
        let objects = RequestObjects(interface: try RequestInterface.described(), bus: services.bus, callers: callers)
        let driver = RequestDriver(services, providers: providers, objects: objects, agents: prompts)
        self.driver = driver
        notifier.observers.add { [weak driver] in driver?.reconsider() }
        let requests = RequestMethods(applications: applications, driver: driver, objects: objects, faults: faults)
        agentManager = AgentManagerObject(
            agents: agents, prompts: prompts, objects: deviceObjects, journal: services.journal, callers: callers)
        expiry = ExpiryWatch(services)
        notifier.observers.add { [weak expiry] in expiry?.lookIfNeeded() }
        clockController = ClockController(
            services: services, start: start, file: configuration.clockFile, expiry: expiry)
        scenarioLoader = ScenarioLoader(
            services: services, clockController: clockController, driver: driver, identifiers: identifiers)
        let account = SubscriberAccountObject(
            services: services, applications: applications, providers: providers, requests: requests)
        let userAccounts = UserAccountsObject(services: services, applications: applications, requests: requests)
        root = ExportedObject(
            interfaces: [try account.bound(), try userAccounts.bound(), try agentManager.bound()],
            objectManager: deviceObjects.manager)
        let settings = ControlObject(
            services: services, signers: signers, desktopEntries: configuration.desktopEntries,
            monitors: monitors, identifiers: identifiers, driver: driver, prompts: prompts,
            clockController: clockController, scenarioLoader: scenarioLoader, stateFolder: folder.path)
        control = ExportedObject(interfaces: [try settings.bound()])
    }

    /// Removes a connection that has left the bus, with everything that depends on it.
    func forget(_ sender: BusName, on connection: Connection) async {
        applications.callers.remove(sender)
        deviceObjects.remove(sender)
        monitors.remove(sender)
        await agentManager.forget(sender, on: connection)
        await driver.send(.callerGone(owner: sender.string))
        // Last, so that a request held up by a fault has already ended; otherwise it would proceed.
        faults.forget(sender)
    }

    /// Records the connections on the bus, now and later: a process that is younger than its connection has reused an ID.
    func watchArrivals(on connection: Connection) async throws {
        await connection.setArrivalWatch(applications.callers.see)
        for name in try await connection.uniqueNames() { applications.callers.see(name) }
    }

    /// Exports all objects.
    func export(on connection: isolated Connection) throws {
        connection.setGate(applications.callers.gate, process: applications.callers.process)
        try connection.export(root, at: SubscriberAccountInterface.path)
        try connection.export(control, at: ControlInterface.path)
        for kind in ObjectKind.allCases { deviceObjects.update(kind, on: connection) }
    }
}
