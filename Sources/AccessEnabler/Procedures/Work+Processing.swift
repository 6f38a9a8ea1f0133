extension EntitlementMachine {
    /// Creates a machine that processes calls as the decision tables say.
    init(environment: Environment) { self.init(environment: environment) { $1.process($0) } }

    private mutating func process(_ work: Work) {
        switch work {
        case .call(let call, _), .reply(let call, _): process(call)
        case .abandonment: abandonLogin()
        case .authorization(let call): getAuthorization(call, isContinued: true)
        case .signIn(let request, let answer): continueLogin(afterPrompt: request, answer)
        case .secondScreen(let code, let result): continueLogin(afterSecondScreen: code, result)
        case .page(let request, let end): continueLogin(afterPage: request, end)
        }
    }

    private mutating func process(_ call: Call) {
        switch call {
        case .setRequestor(let id, let services): setRequestor(id, serviceProviders: services)
        // It has been processed on arrival.
        case .setOptions: break
        case .checkAuthentication: checkAuthentication { $2.report($0, $1) }
        case .getAuthentication(let isForced, let data, let filter):
            getAuthentication(isForced: isForced, data: data, filter: ProviderFilter(filter))
        case .setSelectedProvider(let mvpd): setSelectedProvider(mvpd)
        case .handleExternalURL(let url): handleExternalURL(url)
        case .checkAuthorization(let resource, let data):
            checkAuthorization(LoginSession.Authorization(resource: resource, data: data))
        case .getAuthorization(let resource, let data):
            getAuthorization(LoginSession.Authorization(resource: resource, data: data, ticket: ticket))
        case .checkPreauthorizedResources(let resources, let usesCache):
            checkPreauthorizedResources(ResourceQuery(resources, usesCache: usesCache))
        case .preauthorize(let resources, let usesCache, let usesServiceCache):
            preauthorize(ResourceQuery(resources, usesCache: usesCache, usesServiceCache: usesServiceCache))
        case .getMetadata(let arguments): getMetadata(arguments)
        case .getSelectedProvider: getSelectedProvider()
        case .logout: logOut()
        }
    }
}
