import ServiceAccess

/// One MVPD of a requestor's configuration. Mirrors the objects under `mvpds` of `GET /api/v1/config/{requestor}`.
struct ProviderConfiguration: Sendable, Equatable {
    /// The service's identifier.
    let id: String
    let displayName: String
    let logoURL: String
    /// Whether the platform's single sign-on is enabled for this requestor and platform.
    let enablesPlatformServices: Bool
    /// `SUPPORTED` or `PICKER`; nil for a provider outside the platform's single sign-on.
    let boardingStatus: String?
    /// The platform's identifier of the provider.
    let platformID: String?
    /// The attributes that the service requests from the provider at login.
    let requiredAttributes: [String]
    /// Whether its login page must be shown by the system's browser (SFSafariViewController).
    let requiresSVC: Bool
    /// Whether a login is for one requestor only.
    let authenticatesPerRequestor: Bool
    /// Whether it is a temporary pass (TempPass) and not a provider.
    let isTemporaryPass: Bool
    /// Whether it is a temporary pass that requires a user identity in the data of `getAuthentication`.
    let needsIdentity: Bool
    /// Whether it can detect without a prompt that the user has logged in for another requestor.
    let authenticatesPassively: Bool
    /// The active degradation rule: `authn-all`, `authz-all`, `authz-none`.
    fileprivate(set) var degradation: String?
    /// The base URL of the service that was first to report this MVPD; later requests for it are sent there.
    let service: String

    /// Creates an MVPD from JSON; nil without an identifier.
    init?(json: JSONValue, service: String) {
        guard let id = json["id"]?.text, !id.isEmpty else { return nil }
        self.id = id
        self.service = service
        displayName = json["displayName"]?.text ?? id
        logoURL = (json["logoUrl"] ?? json["logoURL"])?.text ?? ""
        enablesPlatformServices = json["enablePlatformServices"]?.flag ?? false
        boardingStatus = json["boardingStatus"]?.text
        platformID = json["platformMappingId"]?.text
        requiredAttributes = json["requiredMetadataFields"]?.texts ?? []
        requiresSVC = json["requiresSVC"]?.flag ?? false
        authenticatesPerRequestor = json["authPerAggregator"]?.flag ?? false
        isTemporaryPass = json["isTempPass"]?.flag ?? false
        needsIdentity = json["isPromotional"]?.flag ?? false
        authenticatesPassively =
            requiresSVC && !isTemporaryPass && json["authPerAggregator"]?.flag ?? false
            && json["passiveAuthnEnabled"]?.flag ?? false
        degradation = json["degradation"]?.text
    }

    /// Whether single sign-on is enabled: the platform's picker may lead to this provider.
    var hasSingleSignOn: Bool {
        enablesPlatformServices && (boardingStatus == "SUPPORTED" || boardingStatus == "PICKER")
    }

    /// Whether the platform itself signs in at this provider.
    var isSupported: Bool { hasSingleSignOn && boardingStatus == "SUPPORTED" }

    /// Whether every user currently counts as authenticated (AuthNAll).
    var authenticatesAll: Bool { degradation == "authn-all" }
}

/// The service's configuration of a requestor. Mirrors `GET /api/v1/config/{requestor}`.
struct RequestorConfiguration: Sendable, Equatable {
    /// The requestor's identifier.
    let id: String
    /// The first of the requestor's web domains, which login pages require.
    let domain: String?
    /// The integrated MVPDs in order.
    private(set) var providers: [ProviderConfiguration]
    /// Whether `METADATA_DEVICE_ID` returns a value.
    private(set) var tellsDeviceID: Bool

    /// Creates a configuration from JSON; nil if the document is not one, so that a captive portal's page is not mistaken for
    /// one.
    init?(json: JSONValue, requestor: String, service: String) {
        let inner = json["requestor"] ?? json
        guard let list = (inner["mvpds"] ?? json["mvpds"])?.list else { return nil }
        id = requestor
        domain = inner["domains"]?.list?.first?["name"]?.text
        tellsDeviceID = inner["deviceIdMetadata"]?.flag ?? false
        var known: Set<String> = []
        providers = list.compactMap { ProviderConfiguration(json: $0, service: service) }.filter { known.insert($0.id).inserted }
    }

    /// Adds the MVPDs of another service. An MVPD that is already there stays bound to the faster service.
    mutating func merge(_ other: RequestorConfiguration) {
        let known = Set(providers.map(\.id))
        providers += other.providers.filter { !known.contains($0.id) }
        tellsDeviceID = tellsDeviceID || other.tellsDeviceID
    }

    /// Records an AuthNAll rule that was reported after the configuration was read, or its end.
    mutating func setAuthenticatesAll(_ isActive: Bool, mvpd: String) {
        guard let index = providers.firstIndex(where: { $0.id == mvpd }) else { return }
        providers[index].degradation = isActive ? "authn-all" : nil
    }

    /// Whether single sign-on is enabled for any MVPD.
    var hasSingleSignOn: Bool { providers.contains(where: \.hasSingleSignOn) }

    /// Returns the MVPD with an identifier of the service.
    func provider(id: String) -> ProviderConfiguration? { providers.first { $0.id == id } }

    /// Returns the MVPD with an identifier of the platform.
    func provider(platformID: String) -> ProviderConfiguration? { providers.first { $0.platformID == platformID } }
}
