import AccountCore
import DBus
import TVWorld

/// The objects of a daemon, put together.
struct Objects {
    let callers: Callers
    let deviceObjects: DeviceObjects
    let requests: RequestDriver
    private let root: ExportedObject
    private let control: ExportedObject

    init(folder: StateFolder, opened: DeviceStore.Opened, clock: any WorldClock, connection: Connection) throws {
        let device = opened.store.device
        let authorizer = Authorizer.everybody
        let callers = Callers(evidence: [ExecutableEvidence()]) { [weak connection] name in
            guard let connection else { throw ConnectionError.disconnected }
            return try await connection.credentials(of: name)
        }
        let deviceObjects = try DeviceObjects(
            device: device, interfaces: Interface.parse(xml: InterfaceDocuments.objects), authorizer: authorizer)
        let followers = DeviceFollowers()
        let publisher = Publisher(device: device, callers: callers, objects: deviceObjects, followers: followers)
        let signer = ProviderSigner(folder: folder, clock: clock, journal: opened.journal)
        let introductions = Introductions(device: device, store: opened.store, publisher: publisher)
        let recognition = Recognition(callers: callers, introductions: introductions)
        let bus = BusReference(connection)
        let agents = AgentPrompts()
        let requestObjects = RequestObjects(interface: try Self.interface(InterfaceDocuments.request), bus: bus)
        let requests = RequestDriver(
            device: device, journal: opened.journal, clock: clock,
            changes: RequestChanges(store: opened.store, publisher: publisher, bus: bus), providers: ProviderLine(signer),
            objects: requestObjects, agents: agents)
        followers.add { [weak requests] in Task { await requests?.send(.deviceChanged) } }
        let requestMethods = RequestMethods(
            callers: callers, introductions: introductions, driver: requests, objects: requestObjects)
        let account = SubscriberAccountObject(
            device: device, store: opened.store, journal: opened.journal, signer: signer, callers: callers,
            publisher: publisher, introductions: introductions, recognition: recognition, requests: requestMethods, clock: clock)
        let userAccounts = UserAccountsObject(
            device: device, store: opened.store, recognition: recognition, introductions: introductions, publisher: publisher)
        let settings = ControlObject(
            device: device, store: opened.store, signer: signer, publisher: publisher, authorizer: authorizer, clock: clock,
            prompts: PromptControl(driver: requests, agents: agents), version: AccountDaemon.version, stateFolder: folder.path)
        root = ExportedObject(
            interfaces: [
                try account.bound(to: Self.interface(InterfaceDocuments.subscriberAccount)),
                try userAccounts.bound(to: Self.interface(InterfaceDocuments.userAccounts)),
            ],
            objectManager: deviceObjects.manager)
        control = ExportedObject(interfaces: [try settings.bound(to: Self.interface(InterfaceDocuments.control))])
        self.callers = callers
        self.deviceObjects = deviceObjects
        self.requests = requests
    }

    /// Makes everything visible.
    func export(on connection: isolated Connection) throws {
        try connection.export(root, at: BusNames.root)
        try connection.export(control, at: BusNames.control)
        for kind in ObjectKind.allCases { deviceObjects.update(kind, on: connection) }
    }

    private static func interface(_ document: String) throws -> Interface {
        guard let interface = try Interface.parse(xml: document).first else {
            preconditionFailure("an interface document has an interface")
        }
        return interface
    }
}
