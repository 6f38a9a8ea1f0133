extension EntitlementMachine {
    /// Creates a machine that processes calls with the library's procedures.
    init(environment: Environment) { self.init(environment: environment, procedure: \.procedure) }
}

extension EntitlementMachine.Work {
    var procedure: any Procedure {
        switch self {
        case .call(let call, _), .reply(let call, _): call.procedure
        case .authorization(let call):
            Authorization(resource: call.resource, data: call.data, mayLogIn: true, isContinued: true)
        case .signIn(let request, let answer): PlatformSignIn(request: request, answer: answer)
        case .secondScreen(let code, let result): SecondScreenReturn(code: code, result: result)
        case .page(let request, let end): PageReturn(request: request, end: end)
        }
    }
}

extension Call {
    var procedure: any Procedure {
        switch self {
        case .setRequestor(let id, let services): SetRequestor(requestor: id, serviceProviders: services)
        case .checkAuthentication: CheckAuthentication()
        case .getAuthentication(let isForced, let data, let filter):
            GetAuthentication(isForced: isForced, data: data, filter: ProviderFilter(filter))
        case .setSelectedProvider(let mvpd): SetSelectedProvider(mvpd: mvpd)
        case .checkAuthorization(let resource, let data):
            Authorization(resource: resource, data: data, mayLogIn: false)
        case .getAuthorization(let resource, let data): Authorization(resource: resource, data: data, mayLogIn: true)
        case .checkPreauthorizedResources(let resources, let usesCache):
            CheckPreauthorizedResources(query: ResourceQuery(resources, usesCache: usesCache))
        case .preauthorize(let resources, let usesCache, let usesServiceCache):
            Preauthorize(query: ResourceQuery(resources, usesCache: usesCache, usesServiceCache: usesServiceCache))
        case .getMetadata(let arguments): GetMetadata(dictionary: arguments)
        case .getSelectedProvider: GetSelectedProvider()
        case .logout: Logout()
        case .handleExternalURL(let url): HandleExternalURL(url: url)
        case .setOptions: Nothing()
        }
    }
}
