import TVWorld

/// The configuration of the service, as opposed to the data of devices. It is small, and kept entirely in memory.
public struct EntitlementConfiguration: Sendable, Equatable {
    /// The world with which the service was started.
    public let startWorld: World
    /// The scenario that was loaded last; nil if there is none.
    public private(set) var scenario: LoadedScenario?
    /// The world that a reset restores: the scenario's, or else the initial one.
    public var baseline: World { scenario?.scenario.world ?? startWorld }
    /// The world with all integrations in their current state.
    public private(set) var world: World
    /// The last setting of the clock; nil if it was never set.
    public private(set) var clock: ClockRecord?
    /// Software statements by identifier.
    public private(set) var statements: [String: SoftwareStatement] = [:]
    /// The SAML metadata of trusted providers, by platform identifier.
    public private(set) var providerMetadata: [String: String] = [:]

    /// The administration's changes to requestors, by the requestor's identifier.
    public private(set) var requestorSettings: [String: RequestorSettings] = [:]
    /// The certificates of requestors, by the record's key.
    public private(set) var certificates: [String: RequestorCertificate] = [:]
    /// Keys for the tokens of shared identities, by identifier.
    public private(set) var identityKeys: [String: IdentityKey] = [:]
    /// Degradation rules.
    public private(set) var degradationRules = DegradationRules()

    /// Returns the certificates of a requestor, oldest first.
    public func certificates(of requestor: String) -> [RequestorCertificate] {
        certificates.values.filter { $0.requestor == requestor }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Returns the keys for the tokens of a platform, or of a requestor's identity service, oldest first.
    public func identityKeys(_ kind: SharedIdentity.Kind, of requestor: String?) -> [IdentityKey] {
        identityKeys.values.filter { $0.kind == kind && $0.requestor == requestor }
            .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Creates a configuration without changes.
    public init(baseline: World) {
        startWorld = baseline
        world = baseline
    }

    /// Applies a change; changes to records have no effect here.
    public mutating func apply(_ change: Change) {
        switch change {
        case .save(let record): if type(of: record).isConfiguration { save(record) }
        case .remove(is RequestorCertificate.Type, let key as String):
            if let removed = certificates.removeValue(forKey: key) { setUp(removed.requestor) }
        case .remove(is IdentityKey.Type, let id as String): identityKeys[id] = nil
        case .remove(is DegradationRule.Type, let id as String): degradationRules.remove(id: id)
        case .returnToBaseline: returnToBaseline()
        default: break
        }
    }

    private mutating func save(_ record: any StoredRecord) {
        switch record {
        case let clock as ClockRecord: self.clock = clock
        case let statement as SoftwareStatement: statements[statement.id] = statement
        case let integration as Integration: save(integration)
        case let metadata as ProviderMetadata: providerMetadata[metadata.id] = metadata.xml
        case let settings as RequestorSettings:
            requestorSettings[settings.id] = settings
            setUp(settings.id)
        case let certificate as RequestorCertificate:
            certificates[certificate.recordKey] = certificate
            setUp(certificate.requestor)
        case let key as IdentityKey: identityKeys[key.id] = key
        case let rule as DegradationRule: degradationRules.save(rule)
        case let loaded as LoadedScenario:
            scenario = loaded
            returnToBaseline()
        default: assertionFailure("\(type(of: record)) belongs to the configuration, but is not applied")
        }
    }

    private mutating func returnToBaseline() {
        world = baseline
        requestorSettings = [:]
        certificates = [:]
        identityKeys = [:]
        degradationRules = DegradationRules()
    }

    /// Rebuilds a requestor from the baseline and its settings. The newest certificate that is marked for this purpose encrypts
    /// its user metadata.
    private mutating func setUp(_ id: String) {
        // Stored values may belong to a world other than the one with which the service was started.
        guard var requestor = baseline.requestor(id: id), let index = world.requestors.firstIndex(where: { $0.id == id }) else {
            return
        }
        if let settings = requestorSettings[id] { requestor = settings.applied(to: requestor) }
        if let certificate = certificates(of: id).last(where: \.encryptsMetadata) {
            var encryption = requestor.metadataEncryption ?? MetadataEncryption(certificate: certificate.pem)
            encryption.certificate = certificate.pem
            requestor.metadataEncryption = encryption
        }
        world.requestors[index] = requestor
    }

    private mutating func save(_ integration: Integration) {
        // A stored integration may belong to a world other than the one with which the service was started.
        guard world.requestor(id: integration.requestor) != nil, world.provider(mvpd: integration.mvpd) != nil else { return }
        let index = world.integrations.firstIndex {
            $0.requestor == integration.requestor && $0.mvpd == integration.mvpd
        }
        if let index {
            world.integrations[index] = integration
        } else {
            world.integrations.append(integration)
        }
    }
}
