import TVWorld

/// A common trouble that one button of the dashboard adds as a fault.
enum FaultPreset: String, CaseIterable {
    case unavailable
    case slow
    case throttled
    case connectionLost = "connection-lost"
    case hanging
    case loginUnavailable = "login-unavailable"
    case expiredResponse = "expired-response"

    /// The button's label.
    var label: String {
        switch self {
        case .unavailable: "Service unavailable"
        case .slow: "Slow network"
        case .throttled: "Too many requests"
        case .connectionLost: "Connection lost once"
        case .hanging: "No answer"
        case .loginUnavailable: "Login page down"
        case .expiredResponse: "Expired login"
        }
    }

    /// What happens.
    var explanation: String {
        switch self {
        case .unavailable: "every call of an app gets status 503"
        case .slow: "every response to an app comes three seconds later"
        case .throttled: "every call of an app gets status 429"
        case .connectionLost: "the next response to an app is cut"
        case .hanging: "calls of apps wait until you release them"
        case .loginUnavailable: "the providers' pages get status 503"
        case .expiredResponse: "the providers' SAML responses have expired"
        }
    }

    /// The fault, as `POST /admin/v1/faults` accepts it.
    var fault: JSON {
        func fault(_ point: FaultPoint, _ key: String, _ value: JSON, _ more: JSON.Member...) -> JSON {
            .object([.init("at", .string(point.rawValue)), .init(key, value)] + more)
        }
        return switch self {
        case .unavailable: fault(.service, "status", .integer(503))
        case .slow: fault(.service, "delay", .integer(3_000))
        case .throttled: fault(.service, "status", .integer(429))
        case .connectionLost: fault(.service, "disconnect", true, .init("times", .integer(1)))
        case .hanging: fault(.service, "hang", true)
        case .loginUnavailable: fault(.providerPages, "status", .integer(503))
        case .expiredResponse: fault(.providerSAML, "saml", .string(SAMLFault.expired.rawValue))
        }
    }
}
