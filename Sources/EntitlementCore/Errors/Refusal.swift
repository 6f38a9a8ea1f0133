import TVWorld

/// Why the service did not do what a call asked for.
public struct Refusal: Error, Sendable, Equatable {
    /// The answer's HTTP status.
    public var status: Int
    /// The enhanced error code.
    public var code: ErrorCode?
    /// What happened, for people; names the parameter and what is accepted.
    public var message: String
    /// The provider's or the programmer's own text.
    public var details: String?
    /// Set when the access token was not taken.
    public var accessError: AccessError?
    /// Set by registration and the token call.
    public var registrationError: RegistrationError?
    /// Whether the requestor gets enhanced errors; an unknown requestor does.
    public var isEnhanced: Bool
    /// Where a page about the refusal leads the person back to.
    public var returnURL: String?
    /// What the service remembers of the refusal.
    public var changes: [Change]

    /// A refusal with an enhanced error code.
    public init(_ status: Int, _ code: ErrorCode, _ message: String, details: String? = nil, changes: [Change] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.isEnhanced = true
        self.changes = changes
    }

    /// The refusal of an access token.
    public init(access accessError: AccessError, _ message: String) {
        self.init(accessError.status, .badRequest, message)
        self.code = nil
        self.accessError = accessError
        self.isEnhanced = false
    }

    /// The refusal of a registration.
    public init(registration registrationError: RegistrationError, _ message: String) {
        self.init(400, .badRequest, message)
        self.code = nil
        self.registrationError = registrationError
        self.isEnhanced = false
    }

    /// A refusal of the administration's calls: an unknown object.
    public static func notFound(_ message: String) -> Refusal {
        var refusal = Refusal(404, .badRequest, message)
        refusal.code = nil
        refusal.isEnhanced = false
        return refusal
    }

    /// The same refusal with a way back.
    func returning(to url: String?) -> Refusal {
        var refusal = self
        refusal.returnURL = url
        return refusal
    }

    /// The same refusal in the form that the requestor is configured for.
    public func enhanced(_ isEnhanced: Bool) -> Refusal {
        var refusal = self
        refusal.isEnhanced = isEnhanced
        return refusal
    }
}
