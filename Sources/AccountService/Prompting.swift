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

    /// - Parameter agents: The registered agents, which are also exported as objects below the root.
    init(
        services: DeviceServices, applications: ApplicationServices, providers: ProviderClient, agents: Agents,
        authorizer: Authorizer
    ) throws {
        let calls = AgentCalls(bus: services.bus, isSandboxed: applications.callers.findSandbox)
        let prompts = AgentPrompts(agents: agents, calls: calls)
        let objects = RequestObjects(
            interface: try RequestInterface.described(), bus: services.bus, authorizer: authorizer)
        let driver = RequestDriver(services, providers: providers, objects: objects, agents: prompts)
        services.notifier.observers.add { [weak driver] in driver?.reconsider() }
        requests = RequestMethods(applications: applications, driver: driver, objects: objects, faults: services.faults)
        control = PromptControl(driver: driver, agents: prompts)
        agentManager = AgentManagerObject(
            agents: agents, prompts: prompts, objects: services.notifier.objects, journal: services.journal,
            authorizer: authorizer)
    }

    /// Removes a connection that has left the bus: its agents, then its requests.
    func forget(_ sender: BusName, on connection: Connection) async {
        await agentManager.forget(sender, on: connection)
        await control.driver.send(.callerGone(owner: sender.string))
    }
}
