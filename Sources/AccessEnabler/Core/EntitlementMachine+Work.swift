extension EntitlementMachine {
    /// What stands in the line.
    enum Work: Sendable {
        /// A call of the app.
        case call(Call, Ticket?)
        /// A call that answers what the login of a ticket has asked.
        case reply(Call, login: Ticket)
        /// An authorization that has waited for a login.
        case authorization(OpenLogin.Authorization)
        /// The system has asked the user; what came of it.
        case signIn(RequestID, AccountOutcome)
        /// What came of the login on a second screen for which a code was shown.
        case secondScreen(code: String, SecondScreen.Result)
        /// What came of a page that the library has shown.
        case page(RequestID, PageEnd)

        /// The ticket of the call that it goes on with.
        var ticket: Ticket? {
            switch self {
            case .call(_, let ticket): ticket
            case .authorization(let call): call.ticket
            default: nil
            }
        }

        /// Whether it ends every login.
        var isLogout: Bool {
            if case .call(.logout, _) = self { true } else { false }
        }

        /// What is done.
        var procedure: any Procedure {
            switch self {
            case .call(let call, _), .reply(let call, _): call.procedure
            case .authorization(let call): Authorization(continuing: call)
            case .signIn(let request, let answer): SystemSignIn(request: request, answer: answer)
            case .secondScreen(let code, let result): SecondScreenReturn(code: code, result: result)
            case .page(let request, let end): PageReturn(request: request, end: end)
            }
        }
    }

    /// A procedure under way.
    struct Running: Sendable {
        var procedure: any Procedure
        /// Those that wait for its outcome; none at the head of a call.
        var callers: [TaskID]
        /// The one at the head of the call that it belongs to.
        let head: TaskID
        /// The ticket of the call that it serves.
        let ticket: Ticket?
        /// The name under which others join it.
        let name: String?
    }

    /// Who waits for the answer to a question.
    struct Owner: Sendable {
        let task: TaskID
        /// What it gets when the answer is waited for no longer.
        let substitute: Input
    }
}

extension Call {
    /// What is done.
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
            CheckPreauthorizedResources(resources: resources, usesCache: usesCache)
        case .preauthorize(let resources, let usesCache, let usesServiceCache, let ticket):
            Preauthorize(
                ResourceQuery(resources, usesCache: usesCache, usesServiceCache: usesServiceCache), ticket: ticket)
        case .getMetadata(let arguments): GetMetadata(arguments: arguments)
        case .getSelectedProvider: GetSelectedProvider()
        case .logout: Logout()
        case .handleExternalURL(let url): HandleExternalURL(url: url)
        case .setOptions: Nothing()
        }
    }
}
