import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The parts that serve requests that may interrupt the user.
struct Prompting: Sendable {
    /// The root object's methods that create requests.
    let requests: RequestMethods
    /// The members of `Control` for prompts.
    let control: PromptControl
    /// The root object's interface for agents.
    let agentManager: AgentManagerObject
    private let driver: RequestDriver
    private let usages: UsageDescriptions

    /// - Parameters:
    ///   - agents: The registered agents, which are also exported as objects below the root.
    ///   - changes: Applies the changes of requests; the requests become its notifier's observers.
    init(
        opened: DeviceStore.Opened, clock: any WorldClock, providers: ProviderClient, callers: Callers,
        registry: ApplicationRegistry, usages: UsageDescriptions, agents: Agents, changes: RequestChanges, authorizer: Authorizer,
        faults: Faults
    ) throws {
        let prompts = AgentPrompts(agents: agents, calls: AgentCalls(bus: changes.bus, isSandboxed: callers.findSandbox))
        let objects = RequestObjects(
            interface: try RequestInterface.described(), bus: changes.bus, authorizer: authorizer)
        let driver = RequestDriver(
            device: opened.store.device, journal: opened.journal, clock: clock, changes: changes,
            providers: providers, objects: objects, agents: prompts, faults: faults)
        changes.notifier.observers.add { [weak driver] in Task { await driver?.send(.deviceChanged) } }
        requests = RequestMethods(
            callers: callers, registry: registry, usages: usages, driver: driver, objects: objects,
            faults: faults)
        control = PromptControl(driver: driver, agents: prompts)
        agentManager = AgentManagerObject(
            agents: agents, prompts: prompts, objects: changes.notifier.objects, journal: opened.journal,
            authorizer: authorizer)
        self.driver = driver
        self.usages = usages
    }

    /// Removes a connection that has left the bus: its agents, then its requests.
    func forget(_ sender: BusName, on connection: Connection) async {
        await agentManager.forget(sender, on: connection)
        await driver.send(.callerGone(owner: sender.string))
        usages[sender] = nil
    }
}
