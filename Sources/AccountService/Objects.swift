import DBus
import DeviceInterfaces
import StateDirectory
import TVWorld

/// The objects of a daemon with their dependencies.
struct Objects {
    let prompting: Prompting
    let clockController: ClockController
    let expiry: ExpiryWatch
    let scenarioLoader: ScenarioLoader
    private let callers: Callers
    private let faults: Faults
    private let errorBodies = ErrorBodies()
    private let deviceObjects: DeviceObjects
    private let root: ExportedObject
    private let control: ExportedObject
    private let monitors: JournalMonitors

    init(
        folder: StateFolder, opened: DeviceStore.Opened, monitors: JournalMonitors, keyPool: KeyPool?, isSynced: Bool,
        clock: AdjustableClock, start: ClockSetting, clockFile: ClockFile?, connection: Connection
    ) throws {
        let device = opened.store.device
        callers = Callers(on: connection)
        let authorizer = Authorizer.outsideSandboxes(callers)
        let agents = Agents()
        deviceObjects = try DeviceObjects(
            device: device, agents: agents, interfaces: ObjectKind.interfaces(), authorizer: authorizer)
        let observers = ChangeObservers()
        let notifier = ChangeNotifier(device: device, callers: callers, objects: deviceObjects, observers: observers)
        let identifiers = IdentifierSource()
        let signer = ProviderSigner(
            folder: folder, keyPool: keyPool, isSynced: isSynced, clock: clock, journal: opened.journal, identifiers: identifiers)
        let registry = ApplicationRegistry(device: device, store: opened.store, notifier: notifier)
        let resolver = CallerResolver(callers: callers, registry: registry)
        faults = Faults(device: device, journal: opened.journal, clock: clock) { await $0.wait() }
        let providers = ProviderClient(signer, faults: faults, process: callers.process)
        let usages = UsageDescriptions()
        prompting = try Prompting(
            opened: opened, clock: clock, providers: providers, callers: callers, registry: registry, usages: usages,
            agents: agents, changes: RequestChanges(store: opened.store, notifier: notifier, bus: WeakConnection(connection)),
            authorizer: authorizer, faults: faults)
        let services = DeviceServices(
            device: device, store: opened.store, journal: opened.journal, notifier: notifier, faults: faults, clock: clock)
        let account = SubscriberAccountObject(
            services: services, providers: providers, callers: callers, registry: registry, resolver: resolver,
            usages: usages, errorBodies: errorBodies, requests: prompting.requests)
        let userAccounts = UserAccountsObject(
            services: services, resolver: resolver, registry: registry, requests: prompting.requests,
            errorBodies: errorBodies)
        expiry = ExpiryWatch(store: opened.store, notifier: notifier, bus: WeakConnection(connection), clock: clock)
        observers.add { [weak expiry] in Task { await expiry?.look() } }
        clockController = ClockController(
            clock: clock, start: start, store: opened.store, file: clockFile, journal: opened.journal, expiry: expiry)
        scenarioLoader = ScenarioLoader(
            store: opened.store, notifier: notifier, faults: faults, clockController: clockController,
            driver: prompting.control.driver,
            identifiers: identifiers)
        let settings = ControlObject(
            services: services, signer: signer, authorizer: authorizer, monitors: monitors, identifiers: identifiers,
            prompts: prompting.control, clockController: clockController, scenarioLoader: scenarioLoader, stateFolder: folder.path
        )
        root = ExportedObject(
            interfaces: [
                try account.bound(), try userAccounts.bound(), try prompting.agentManager.bound(),
            ],
            objectManager: deviceObjects.manager)
        control = ExportedObject(interfaces: [try settings.bound()])
        self.monitors = monitors
    }

    /// Removes a connection that has left the bus, with everything that depends on it.
    func forget(_ sender: BusName, on connection: Connection) async {
        callers.remove(sender)
        deviceObjects.remove(sender)
        monitors.remove(sender)
        faults.forget(sender)
        errorBodies[sender] = false
        await prompting.forget(sender, on: connection)
    }

    /// Records the connections on the bus and those that appear later: a later connection must be younger than its process.
    func watchArrivals(on connection: Connection) async throws {
        await connection.setArrivalWatch(callers.see)
        for name in try await connection.uniqueNames() { callers.see(name) }
    }

    /// Exports all objects.
    func export(on connection: isolated Connection) throws {
        connection.setGate(callers.gate, process: callers.process)
        try connection.export(root, at: SubscriberAccountInterface.path)
        try connection.export(control, at: ControlInterface.path)
        for kind in ObjectKind.allCases { deviceObjects.update(kind, on: connection) }
    }
}
