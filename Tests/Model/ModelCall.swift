/// A call of the API as the walk makes it.
public enum ModelCall: Sendable, Equatable {
    case setRequestor(String, [World.Service])
    case setOptions(handlesSVC: Bool)
    case checkAuthentication
    /// `identity` names the user of a promotional pass.
    case getAuthentication(isForced: Bool, shown: [String]?, featured: [String], identity: String?)
    case setSelectedProvider(String?)
    case handleExternalURL
    case checkAuthorization(String)
    case getAuthorization(String)
    case checkPreauthorizedResources([String], usesCache: Bool)
    case preauthorize([String], usesCache: Bool)
    case getMetadata(Metadata)
    case getSelectedProvider
    case logout

    /// What `getMetadata` requests.
    public enum Metadata: Sendable, Equatable {
        case authentication
        case authorization(String)
        case deviceID
        case user(String)
        case unknown
    }
}

/// What happens outside the app between its calls.
public enum Happening: Sendable, Equatable {
    case permission(World.Permission)
    /// A user signs in to the system account; nil: it is signed out.
    case account(String?)
    case accountExpires
    case accountIsRenewed
    case device(isReachable: Bool)
    case integration(String, Bool)
    case singleSignOn(String, Bool)
    case degradation(String, World.Degradation)
    case lifetime(String, milliseconds: Int64)
    case fault(World.Endpoint, World.Fault?)
    case refusesResponses(Bool)
    /// The storage is moved to another device.
    case moves(device: Int)
    case clock(isWrong: Bool)
    case fastest(World.Service)
    case elapse(milliseconds: Int64)
    /// The app is restarted with the same storage.
    case relaunch(World.Statement)
    /// The services reject every access token that they issued.
    case accessTokensEnd
    /// The services no longer know the app.
    case registrationsEnd
    /// The services no longer know any login.
    case loginsEnd
    /// The services no longer know any authorization.
    case authorizationsEnd
    /// The user logs in on the page that the app had to show.
    case pageLogin
}

/// What the user does during a prompt of the system, and how the prompt ends; and the end of a page in the system's browser.
public enum UserAction: Sendable, Equatable {
    /// The dialog appears.
    case dialogAppears
    /// The dialog disappears, without an answer so far.
    case dialogGoes
    case cancels
    case choosesOther
    /// The user picks a provider and signs in there if the app accepts it.
    case picks(String)
    /// The device crashes, or loses the prompt.
    case fails
    /// The permission is withdrawn.
    case permissionGoes(World.Permission)
    /// The system has not signed a user in, without a reason.
    case nothing
    /// The page that the library shows in the system's browser ends.
    case endsPage
}

extension Happening {
    /// Whether the tables specify its outcome. Other faults also lead to an answer, but not to a specified one.
    public var isInTables: Bool {
        guard case .fault(let endpoint, let fault?) = self else { return true }
        return switch (endpoint, fault) {
        case (_, .unreachable), (_, .otherDevice), (_, .status(500)), (_, .status(503)), (.configuration, .status(429)): true
        case (.register, .status(400)), (.token, .status(400)): true
        default: false
        }
    }
}

extension World {
    /// The change of an event in the world; the services' and the app's own state is not part of it.
    public mutating func apply(_ happening: Happening) {
        switch happening {
        case .permission(let permission): self.permission = permission
        case .account(let platformID): signIn(at: platformID)
        case .accountExpires: expireAccount()
        case .accountIsRenewed: renewAccount()
        case .device(let isReachable): isDeviceReachable = isReachable
        case .integration(let mvpd, let isOn): change(mvpd) { $0.isIntegrated = isOn }
        case .singleSignOn(let mvpd, let isOn): change(mvpd) { $0.hasSingleSignOn = isOn }
        case .degradation(let mvpd, let rule): change(mvpd) { $0.degradation = rule }
        case .lifetime(let mvpd, let milliseconds): change(mvpd) { $0.lifetime = milliseconds }
        case .fault(let endpoint, let fault): faults[endpoint] = fault
        case .refusesResponses(let refuses): refusesResponses = refuses
        case .moves(let device): self.device = device
        case .clock(let isWrong): isClockWrong = isWrong
        case .fastest(let service): fastest = service
        case .elapse(let milliseconds): now += milliseconds
        case .relaunch(let statement): self.statement = statement
        case .accessTokensEnd, .registrationsEnd, .loginsEnd, .authorizationsEnd, .pageLogin: break
        }
    }

    private mutating func change(_ mvpd: String, _ change: (inout Provider) -> Void) {
        guard let index = providers.firstIndex(where: { $0.mvpd == mvpd }) else { return }
        change(&providers[index])
    }
}
