import ServiceAccess

/// The contents of a `PreauthorizeResponse`.
struct PreauthorizeAnswer: Sendable, Equatable {
    /// A decision about one resource.
    struct Decision: Sendable, Equatable {
        let id: String
        let isAuthorized: Bool
        let error: Status?
    }

    /// The fields of `Status`.
    struct Status: Sendable, Equatable {
        var status: Int
        var code: String
        var message: String?
        var details: String?
        var helpURL: String?
        var trace: String?
        var action: String
    }

    var status: Status?
    var decisions: [Decision] = []
}

// The library's own errors, with the codes and actions of the API's documentation.
extension PreauthorizeAnswer {
    /// The failure if `setRequestor` was never called, is running, or has failed.
    static let requestorNotConfigured = failure(
        "requestor_not_configured", "The requestor is not configured yet: setRequestor has to complete first.", action: "retry")

    /// Returns the failure if the user is not logged in.
    static func noSession(isExpired: Bool) -> PreauthorizeAnswer {
        failure(
            isExpired ? "authentication_session_expired" : "authentication_session_missing",
            isExpired ? "The login has expired; the user has to log in again." : "The user is not logged in.",
            action: "authentication")
    }

    /// Returns the failure if the registration or the token request failed.
    static func accessTokenUnavailable(_ reason: String) -> PreauthorizeAnswer {
        failure("access_token_unavailable", "No access token is available; check the software statement.", details: reason)
    }

    /// The failure if the answer does not come from the service.
    static let unknownFormat = failure("server_response_format_unknown", "The service's answer cannot be read.")

    /// Returns the failure if the service is unreachable, or currently does not answer.
    static func networkError(_ reason: String) -> PreauthorizeAnswer {
        failure("network_error", "The service could not be reached; try again later.", details: reason)
    }

    private static func failure(
        _ code: String, _ message: String, details: String? = nil, action: String = "none"
    ) -> PreauthorizeAnswer {
        PreauthorizeAnswer(status: Status(status: 0, code: code, message: message, details: details, action: action))
    }
}

extension PreauthorizeAnswer.Status {
    /// Creates an enhanced error from JSON; a plain error lacks code and action.
    ///
    /// - Parameter answered: The status of the whole answer, if it was not successful.
    init(json: JSONValue, answered: Int? = nil) {
        let status = json["status"]?.integer.map(Int.init(clamping:)) ?? answered ?? 0
        self.init(
            status: status, code: json["code"]?.text ?? Self.code(of: status), message: json["message"]?.text,
            details: json["details"]?.text, helpURL: json["helpUrl"]?.text, trace: json["trace"]?.text,
            action: json["action"]?.text ?? (status == 412 ? "authentication" : "none"))
    }

    /// Returns the code for a plain error.
    private static func code(of status: Int) -> String {
        switch status {
        case 412: "preauthorization_authentication_session_missing"
        case 500...: "internal_error"
        case 400...: "bad_request"
        default: ""
        }
    }
}

/// The service's decisions about resources, cached for the duration of one login.
struct PreauthorizationCache: Sendable, Equatable {
    let login: Session
    var decisions: [String: PreauthorizeAnswer.Decision] = [:]

    /// Returns whether they belong to this login: another process may have logged in another user.
    func isAbout(_ session: Session) -> Bool { login.isSameLogin(as: session) }
}
