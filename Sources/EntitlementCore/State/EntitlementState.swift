import TVWorld

/// What the service knows, as one decision sees it: the configuration whole, records by their key.
///
/// It is not `Sendable`: one that reads from a database is good only until the decision is taken. It changes through ``Change``
/// only.
public struct EntitlementState {
    /// What the service is set up with.
    public private(set) var configuration: EntitlementConfiguration
    /// What is remembered for a minute.
    public private(set) var transient: TransientState
    /// Records in memory, when they are not read from elsewhere.
    private var memory = MemoryRecords()
    private let source: (any RecordSource)?

    /// A service in memory that nobody has used.
    public init(baseline: World) {
        configuration = EntitlementConfiguration(baseline: baseline)
        transient = TransientState()
        source = nil
    }

    /// A service whose records lie elsewhere.
    public init(configuration: EntitlementConfiguration, transient: TransientState, records: any RecordSource) {
        self.configuration = configuration
        self.transient = transient
        source = records
    }

    /// The world that a reset returns to.
    public var baseline: World { configuration.baseline }
    /// The world with all integrations as they are now.
    public var world: World { configuration.world }
    /// Software statements by identifier.
    public var statements: [String: SoftwareStatement] { configuration.statements }
    /// The SAML metadata that providers are trusted by, by platform identifier.
    public var providerMetadata: [String: String] { configuration.providerMetadata }
    /// Degradation rules.
    public var degradationRules: DegradationRules { configuration.degradationRules }
    /// When devices were denied resources, in Unix milliseconds.
    public var denials: [DeviceKey: [String: [Int64]]] { transient.denials }

    /// Clients by identifier.
    public var clients: RecordTable<ClientRegistration> { table() }
    /// AuthnRequests by identifier.
    public var pendingRequests: RecordTable<PendingRequest> { table() }
    /// Authentications by device.
    public var authentications: RecordTable<AuthenticationRecord> { table() }
    /// Authorizations by device and resource.
    public var authorizations: RecordTable<AuthorizationRecord> { table() }
    /// Registration codes by the code itself, those that ended a short time ago too.
    public var registrationCodes: RecordTable<RegistrationCode> { table() }
    /// Browsers' sessions at providers by the digest of their cookie.
    public var loginSessions: RecordTable<LoginSession> { table() }

    /// Media tokens that were used, by their digest.
    public var mediaTokenUses: RecordTable<MediaTokenUse> { table() }

    /// Trials of temporary passes.
    public var temporaryPassUses: RecordTable<TemporaryPassUse> { table() }
    /// Which trial devices and users have.
    public var temporaryPassClaims: RecordTable<TemporaryPassClaim> { table() }

    private func table<Record: StoredRecord>() -> RecordTable<Record> { RecordTable(source ?? memory) }

    /// Takes a step, with records in memory; elsewhere it is the store that takes them.
    public mutating func apply(_ change: Change) {
        configuration.apply(change)
        transient.apply(change)
        for operation in change.operations { memory.apply(operation) }
    }
}
