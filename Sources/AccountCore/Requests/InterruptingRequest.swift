import TVWorld

/// What a request that may wait for a user wants.
public enum RequestKind: Sendable, Equatable {
    /// `RequestAccess`: the permission. Mirrors `checkAccessStatus` with `VSCheckAccessOption.prompt`.
    case access
    /// `RequestMetadata`. Mirrors `enqueue` with `isInterruptionAllowed`, which the machine takes as set. With `confirmsProvider`
    /// the app has a say about the provider that was picked, as
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

/// A request that may interrupt the user, as the caller made it; later changes of the caller's have no effect.
public struct InterruptingRequest: Sendable, Equatable {
    /// Its name.
    public var id: RequestID
    /// The app that asks.
    public var application: ApplicationID
    /// The app's name as people read it; its identifier when there is no better one.
    public var applicationName: String
    /// How the app was recognized, for the journal.
    public var identification: Identification?
    /// The window over which questions belong, as desktop portals write it: `x11:…`, `wayland:…`. Handed on unread.
    public var parentWindow: String?
    /// What it wants.
    public var kind: RequestKind
    /// What goes wrong with it before it begins; nil: nothing.
    public var strike: FaultTable.Strike?
    /// The app's name of the action that it belongs to, for the journal; empty when it gave none.
    public var correlation: String

    /// A request.
    public init(
        id: RequestID, application: ApplicationID, applicationName: String? = nil, identification: Identification? = nil,
        parentWindow: String? = nil, kind: RequestKind, strike: FaultTable.Strike? = nil,
        correlation: String = ""
    ) {
        self.id = id
        self.application = application
        self.applicationName = applicationName ?? application.text
        self.identification = identification
        self.parentWindow = parentWindow
        self.kind = kind
        self.strike = strike
        self.correlation = correlation
    }

    /// What the app asked about the account; nil when it asked for something else.
    public var metadata: MetadataRequest? { if case .metadata(let request, _) = kind { request } else { nil } }

    /// Whether the app wants to be asked about the provider that was picked.
    var confirmsProvider: Bool { if case .metadata(_, true) = kind { true } else { false } }
}

/// Why a request was not taken: the call itself fails and no request object comes to be.
public enum RequestRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// A request with this name is not finished: `org.freedesktop.DBus.Error.ObjectPathInUse`.
    case pathInUse(RequestID)
    /// So many requests of the app wait already: `org.freedesktop.DBus.Error.LimitsExceeded`.
    case tooManyWaiting(limit: Int)

    public var description: String {
        switch self {
        case .pathInUse(let id): "token: a request at \(id) is not finished"
        case .tooManyWaiting(let limit): "at most \(limit) requests of one app may wait"
        }
    }
}
