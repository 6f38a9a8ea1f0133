/// The copy of a request that the queue processes.
struct MetadataQuery: Sendable, Equatable {
    var channelIdentifier: String?
    var supportedProviders: [String]
    var featuredProviders: [String]
    var verificationToken: String?
    var includesProvider: Bool
    var includesExpirationDate: Bool
    var videoTitle: String?
    var mayInterrupt: Bool
    var forcesAuthentication: Bool
    var attributeNames: [String]
    var schemes: [String]
    var authenticationToken: String?
    var applicationProviders: [ApplicationProvider]
    /// The app's window above which dialogs are shown.
    var parentWindow: String?

    /// A row that the app adds, with the identifier first, as on the bus.
    struct ApplicationProvider: Sendable, Equatable {
        var identifier: String
        var name: String
    }

    /// Copies the request in its current state.
    init(_ request: VSAccountMetadataRequest) {
        channelIdentifier = request.channelIdentifier
        supportedProviders = request.supportedAccountProviderIdentifiers
        featuredProviders = request.featuredAccountProviderIdentifiers
        verificationToken = request.verificationToken
        includesProvider = request.includeAccountProviderIdentifier
        includesExpirationDate = request.includeAuthenticationExpirationDate
        videoTitle = request.localizedVideoTitle
        mayInterrupt = request.isInterruptionAllowed
        forcesAuthentication = request.forceAuthentication
        attributeNames = request.attributeNames
        schemes = request.supportedAuthenticationSchemes.map(\.rawValue)
        authenticationToken = request.accountProviderAuthenticationToken
        applicationProviders = (request.applicationAccountProviders ?? [])
            .map { ApplicationProvider(identifier: $0.identifier, name: $0.localizedDisplayName) }
        parentWindow = mayInterrupt ? VSApplication.parentWindow : nil
    }
}
