import TVWorld

/// The reason why the service rejected a call.
public struct Refusal: Error, Sendable, Equatable {
    /// The response's HTTP status.
    public var status: Int
    /// The enhanced error code.
    public var code: ErrorCode?
    /// The human-readable message, with the parameter and its accepted values.
    public var message: String
    /// The provider's or the programmer's own message.
    public var details: String?
    /// The error of a rejected access token.
    public var accessError: AccessError?
    /// The error of a registration or a token call.
    public var registrationError: RegistrationError?
    /// Whether the requestor receives enhanced errors; an unknown requestor does.
    public var isEnhanced: Bool
    /// Whether the call contains the registration code of no device of the requestor.
    public internal(set) var isWrongCode = false
    /// The address to which a page about the refusal leads back.
    public var returnURL: String?
    /// The changes to store despite the refusal.
    public var changes: [Change]

    /// Creates a refusal with an enhanced error code.
    public init(_ status: Int, _ code: ErrorCode, _ message: String, details: String? = nil, changes: [Change] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.isEnhanced = true
        self.changes = changes
    }

    /// Creates a refusal without an enhanced error code.
    private init(plain status: Int, _ message: String) {
        self.init(status, .badRequest, message)
        code = nil
        isEnhanced = false
    }

    /// Creates the refusal of an access token.
    public init(access accessError: AccessError, _ message: String) {
        self.init(plain: accessError.status, message)
        self.accessError = accessError
    }

    /// Creates the refusal of a registration.
    public init(registration registrationError: RegistrationError, _ message: String) {
        self.init(plain: 400, message)
        self.registrationError = registrationError
    }

    /// Returns the refusal of an administrative call for an unknown object.
    public static func notFound(_ message: String) -> Refusal { Refusal(plain: 404, message) }

    /// Returns the same refusal with another value of a property.
    func with<Value>(_ path: WritableKeyPath<Refusal, Value>, _ value: Value) -> Refusal {
        var refusal = self
        refusal[keyPath: path] = value
        return refusal
    }

    /// Returns the same refusal with an address to return to.
    func returning(to url: String?) -> Refusal { with(\.returnURL, url) }

    /// Returns the same refusal in the form that the requestor is configured for.
    public func enhanced(_ isEnhanced: Bool) -> Refusal { with(\.isEnhanced, isEnhanced) }
}

extension Requestor {
    /// Returns a refusal in the form that this requestor is configured for.
    func refusal(_ status: Int, _ code: ErrorCode, _ message: String, details: String? = nil) -> Refusal {
        Refusal(status, code, message, details: details).enhanced(hasEnhancedErrors)
    }
}

extension AccessError {
    /// The corresponding HTTP status.
    public var status: Int {
        switch self {
        case .invalidRequest: 400
        case .accessDenied: 401
        case .invalidClient: 403
        }
    }
}

extension PartnerVerdict {
    /// The refusal of a call that needs the system account; nil if it may be used.
    var refusal: Refusal? {
        let (code, reason): (ErrorCode, String)
        switch self {
        case .absent:
            code = .partnerAccessMissing
            reason = "is required: a Base64-encoded JSON object with frameworkPermissionInfo.accessStatus"
        case .undetermined:
            code = .partnerAccessUndetermined
            reason = "says that the user has not decided about access to the system account"
        case .denied: (code, reason) = (.partnerAccessDenied, "says that the app has no access to the system account")
        case .noProvider:
            code = .partnerProviderUndetermined
            reason = "names no provider of the service (frameworkProviderInfo.id)"
        case .otherProvider:
            code = .partnerProviderMismatch
            reason = "names another provider than the call (frameworkProviderInfo.id)"
        case .expired:
            code = .partnerSignInExpired
            reason = "says that the sign-in has expired (frameworkProviderInfo.expirationDate)"
        case .accepted: return nil
        }
        return Refusal(400, code, "AP-Partner-Framework-Status \(reason).")
    }
}
