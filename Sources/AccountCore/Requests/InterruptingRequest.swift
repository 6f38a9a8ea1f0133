import TVWorld

/// The kind of a request that may prompt the user.
public enum RequestKind: Sendable, Equatable {
    /// `RequestAccess`: the permission. Mirrors `checkAccessStatus` with `VSCheckAccessOption.prompt`.
    case access
    /// `RequestMetadata`. Mirrors `enqueue` with `isInterruptionAllowed`, which is implied. With `confirmsProvider`, the app
    /// decides whether the selected provider is allowed, as in
    /// `accountManager(_:shouldAuthenticateAccountProviderWithIdentifier:)`.
    case metadata(MetadataRequest, confirmsProvider: Bool)
    /// `RequestAutoSignInAuthorization`. Mirrors `VSUserAccountManager.requestAutoSignInAuthorization()`.
    case autoSignIn

    /// The name in the journal: `access`, `metadata`, `auto-sign-in`.
    public var name: String {
        switch self {
        case .access: "access"
        case .metadata: "metadata"
        case .autoSignIn: "auto-sign-in"
        }
    }
}

/// A request that may interrupt the user, as created by the caller; later changes by the caller have no effect.
public struct InterruptingRequest: Sendable, Equatable {
    /// The identifier.
    public var id: RequestID
    /// The requesting app.
    public var application: ApplicationID
    /// The app's display name; its identifier if there is no better one.
    public var applicationName: String
    /// The app's usage description when it made the request; nil: the one that the device knows. A reset of the device forgets
    /// its apps, but not what they reported about themselves.
    public var usageDescription: String?
    /// How the app was identified, for the journal.
    public var identification: Identification?
    /// The window above which prompts are shown, in the form of desktop portals: `x11:…`, `wayland:…`. Passed on without being
    /// interpreted.
    public var parentWindow: String?
    /// The kind.
    public var kind: RequestKind
    /// The fault that affects it before it begins; nil: none.
    public var strike: FaultTable.Strike?
    /// The app's identifier of the action that the request belongs to, for the journal; empty if there is none.
    public var correlation: String

    /// Creates a request.
    public init(
        id: RequestID, application: ApplicationID, applicationName: String? = nil, usageDescription: String? = nil,
        identification: Identification? = nil,
        parentWindow: String? = nil, kind: RequestKind, strike: FaultTable.Strike? = nil,
        correlation: String = ""
    ) {
        self.id = id
        self.application = application
        self.applicationName = applicationName ?? application.text
        self.usageDescription = usageDescription
        self.identification = identification
        self.parentWindow = parentWindow
        self.kind = kind
        self.strike = strike
        self.correlation = correlation
    }

    /// The app's metadata request; nil for other kinds.
    public var metadata: MetadataRequest? { if case .metadata(let request, _) = kind { request } else { nil } }

    /// Whether the app decides about the selected provider.
    var confirmsProvider: Bool { if case .metadata(_, true) = kind { true } else { false } }
}
