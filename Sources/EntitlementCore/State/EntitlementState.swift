import TVWorld

/// The state of the service for one decision: the complete configuration, and records by key.
///
/// It is not `Sendable`: one that reads from a database is valid only until the decision is made. It changes only through
/// ``Change``.
public struct EntitlementState {
    /// The configuration of the service.
    public private(set) var configuration: EntitlementConfiguration
    /// The state that is kept only for a short time.
    public private(set) var transient: TransientState
    /// The records in memory, unless they are read from elsewhere.
    private var memory = MemoryRecords()
    private var source: (any RecordSource)?

    /// Creates an empty service in memory.
    public init(baseline: World) {
        configuration = EntitlementConfiguration(baseline: baseline)
        transient = TransientState()
        source = nil
    }

    /// Creates a service whose records are stored elsewhere.
    public init(configuration: EntitlementConfiguration, transient: TransientState, records: any RecordSource) {
        self.configuration = configuration
        self.transient = transient
        source = records
    }

    /// The world with all integrations in their current state.
    public var world: World { configuration.world }
    /// Software statements by identifier.
    public var statements: [String: SoftwareStatement] { configuration.statements }
    /// The SAML metadata of trusted providers, by platform identifier.
    public var providerMetadata: [String: String] { configuration.providerMetadata }
    /// Degradation rules.
    public var degradationRules: DegradationRules { configuration.degradationRules }
    /// Returns the dates of denials of a device, in Unix milliseconds, by resource; nil if there are none.
    public func denials(of key: DeviceKey) -> [DeniedResource: [Int64]]? {
        transient.isStored ? (table() as RecordTable<DenialRecord>)[key]?.denials : transient.denials[key]
    }

    /// Clients by identifier.
    public var clients: RecordTable<ClientRegistration> { table() }
    /// SAML requests by identifier.
    public var pendingRequests: RecordTable<PendingRequest> { table() }
    /// Authentications by device.
    public var authentications: RecordTable<AuthenticationRecord> { table() }
    /// Authorizations by device and resource.
    public var authorizations: RecordTable<AuthorizationRecord> { table() }
    /// Registration codes by code, including those that have expired recently.
    public var registrationCodes: RecordTable<RegistrationCode> { table() }
    /// Browsers' sessions at providers, by the digest of the cookie.
    public var loginSessions: RecordTable<LoginSession> { table() }

    /// Used media tokens, by digest.
    public var mediaTokenUses: RecordTable<MediaTokenUse> { table() }

    /// Temporary passes that have started.
    public var startedTemporaryPasses: RecordTable<StartedTemporaryPass> { table() }
    /// The assignments of these passes to devices and users.
    public var temporaryPassAssignments: RecordTable<TemporaryPassAssignment> { table() }

    /// Profiles of REST v2 by owner and provider.
    public var profiles: RecordTable<ProfileRecord> { table() }
    /// The authorizations of these profiles.
    public var profileAuthorizations: RecordTable<ProfileAuthorization> { table() }
    /// The profile that an identity shares for a provider.
    public var sharedSignIns: RecordTable<SharedSignIn> { table() }
    /// The open session of a client on a device.
    public var openSessions: RecordTable<OpenSession> { table() }
    /// Logouts that a browser has yet to perform.
    public var pendingLogouts: RecordTable<PendingLogout> { table() }

    private func table<Record: StoredRecord>() -> RecordTable<Record> { RecordTable(source ?? memory) }

    /// Applies a change to records in memory; a store applies it to its own records.
    public mutating func apply(_ change: Change) {
        configuration.apply(change)
        transient.apply(change)
        for operation in change.operations { memory.apply(operation) }
    }

    /// Returns the state with changes that are not stored yet, for the next step of a decision.
    func applying(_ changes: [Change]) -> EntitlementState {
        guard !changes.isEmpty else { return self }
        var state = self
        for change in changes {
            state.configuration.apply(change)
            state.transient.apply(change)
        }
        state.source = ChangedRecords(base: source ?? memory, operations: changes.flatMap(\.operations))
        return state
    }

    /// Returns the addresses to which a requestor's logins may return: with the application's domains, if it has any, or else the
    /// requestor's.
    ///
    /// - Parameter statement: The statement of the client that logs in; nil: any valid statement that covers the requestor, as in
    ///   a logout, which names no client.
    func returnAddresses(of requestor: Requestor, statement: SoftwareStatement?) -> ReturnAddresses {
        let applications: [SoftwareStatement]
        let domains: [String]
        if let statement {
            applications = [statement]
            domains = statement.domains ?? requestor.domains
        } else {
            applications = statements.values.filter { !$0.isRevoked && $0.covers(requestor: requestor.id) }
            // Any application may log out; an unregistered one has the requestor's domains.
            domains = requestor.domains + applications.flatMap { $0.domains ?? [] }
        }
        return ReturnAddresses(
            schemes: applications.flatMap(\.schemes) + requestor.customSchemes, domains: domains,
            // In a file of an earlier version, it may be any text.
            standard: requestor.defaultRedirectURL.flatMap { TextRule.redirectURL.accepts($0) ? $0 : nil })
    }

    /// Returns the addresses of a client's logins; nil if the client may not act for the requestor.
    func loginAddresses(of clientID: String, _ requestor: Requestor) -> ReturnAddresses? {
        guard let client = clients[clientID], let statement = statements[client.statement], !statement.isRevoked,
            statement.covers(requestor: requestor.id)
        else { return nil }
        var addresses = returnAddresses(of: requestor, statement: statement)
        addresses.redirectURIs = client.redirectURIs
        addresses.loginDomains = requestor.domains + addresses.domains
        return addresses
    }
}
