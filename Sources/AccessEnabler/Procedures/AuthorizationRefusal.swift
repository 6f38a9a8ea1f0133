import ServiceAccess

/// The reason why there is no media token, as reported to the app.
struct AuthorizationRefusal: Sendable, Equatable {
    /// The advanced codes.
    let statuses: [StatusReport]
    /// The description in `tokenRequestFailed`: the MVPD's or the service's message.
    let description: String
    /// Whether the service no longer knows the login.
    let isSessionLost: Bool

    /// Creates a refusal from the outcome of `authorize` or `tokens/media`.
    init(_ outcome: ServiceOutcome, resource: String) {
        guard let answer = outcome.received else {
            let known = outcome.statuses
            description = known.isEmpty ? "Network: \(outcome.reason)" : outcome.reason
            isSessionLost = false
            statuses = known.or(StatusReport(.z120, message: description, resource: resource))
            return
        }
        let json = answer.json
        let details = json?["details"]?.text ?? ""
        let text = details.isEmpty ? json?["message"]?.text ?? "" : details
        guard let code = Self.code(of: answer) else {
            description = ""
            isSessionLost = true
            statuses = [StatusReport(.n000, resource: resource)]
            return
        }
        isSessionLost = false
        description = Self.description(text, code: code, status: answer.status)
        statuses = [StatusReport(errorID: code, message: description, resource: resource)]
    }

    /// Returns the advanced code: from the service's header, or else from the enhanced code; nil if the session is unknown.
    static func code(of answer: HTTPAnswer) -> String? {
        if let code = answer.headers["authzf-error-code"], !code.isEmpty { return code }
        let json = answer.json
        let code = answer.headers["authzf-sub-error-code"] ?? json?["code"]?.text
        if let code { return advancedCode(code)?.rawValue }
        let status: StatusCode? =
            switch answer.status {
            case 412: nil
            // A plain refusal in the service's oldest form: only the MVPD's message.
            case 403 where json?.object != nil: .z100
            case 429: .z100
            // The resource is too long for a request.
            case 414, 431: .z130
            default: .z500
            }
        return status?.rawValue
    }

    private static func advancedCode(_ code: String) -> StatusCode? {
        switch code {
        case "authentication_session_missing", "authentication_session_expired", "authentication_session_invalidated",
            "authentication_session_issuer_mismatch":
            nil
        case "authorization_denied_by_mvpd", "authorization_denied_by_parental_controls",
            "identity_not_recognized_by_mvpd", "authorization_denied_by_hba_policies",
            "authorization_denied_by_session_invalidated", "preauthorization_denied_by_mvpd":
            .z100
        case "authorization_denied_by_repeated_denials": .z110
        case "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded": .z120
        case "malformed_authz_request", "missing_resource": .z130
        case "authorization_denied_by_degradation_rule": .z169
        case "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded": .n111
        default: .z500
        }
    }

    private static func description(_ text: String, code: String, status: Int) -> String {
        switch code {
        case "Z100" where status == 429: "Too many requests (throttled by the service)."
        case "Z120" where text.isEmpty: "Network: the provider cannot be reached."
        case "Z120" where !text.lowercased().hasPrefix("network"): "Network: \(text)"
        case "Z130" where text.isEmpty: "The service rejects the resource."
        case "Z500" where text.isEmpty: "The service answered \(status)."
        default: text
        }
    }
}
