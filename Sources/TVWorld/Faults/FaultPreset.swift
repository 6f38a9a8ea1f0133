/// A common problem: a button on the dashboard, and a name for `vsactl fault preset`.
public enum FaultPreset: String, Sendable, CaseIterable {
    /// The service is down.
    case unavailable
    /// Responses are delayed.
    case slow
    /// Bodies arrive slowly.
    case slowDownload = "slow-download"
    /// Some calls fail.
    case flakyNetwork = "flaky-network"
    /// The service throttles its callers.
    case throttled
    /// One response is cut off.
    case connectionLost = "connection-lost"
    /// Calls receive no response.
    case hanging
    /// The providers' pages are down.
    case loginUnavailable = "login-unavailable"
    /// The providers' SAML responses are rejected.
    case expiredResponse = "expired-response"

    /// The label of the button.
    public var label: String {
        switch self {
        case .unavailable: "Service unavailable"
        case .slow: "Slow network"
        case .slowDownload: "Slow download"
        case .flakyNetwork: "Flaky network"
        case .throttled: "Too many requests"
        case .connectionLost: "Connection lost once"
        case .hanging: "No answer"
        case .loginUnavailable: "Login page down"
        case .expiredResponse: "Expired login"
        }
    }

    /// A description of the effect.
    public var explanation: String {
        switch self {
        case .unavailable: "every call of an app gets status 503"
        case .slow: "every response to an app comes three seconds later"
        case .slowDownload: "every body for an app arrives with 100 bytes per second"
        case .flakyNetwork: "three of ten responses to apps are cut, always the same ones"
        case .throttled: "every call of an app gets status 429"
        case .connectionLost: "the next response to an app is cut"
        case .hanging: "calls of apps wait until you release them"
        case .loginUnavailable: "the providers' pages get status 503"
        case .expiredResponse: "the providers' SAML responses have expired"
        }
    }

    /// The fault, without a name.
    public var fault: FaultRecord {
        var fault = FaultRecord(at: point.rawValue)
        switch self {
        case .unavailable, .loginUnavailable: fault.status = 503
        case .slow: fault.delay = 3_000
        case .slowDownload: fault.bandwidth = 100
        case .flakyNetwork: (fault.disconnect, fault.percent) = (true, 30)
        case .throttled: fault.status = 429
        case .connectionLost: (fault.disconnect, fault.times) = (true, 1)
        case .hanging: fault.hang = true
        case .expiredResponse: fault.saml = SAMLFault.expired.rawValue
        }
        return fault
    }

    private var point: FaultPoint {
        switch self {
        case .loginUnavailable: .providerPages
        case .expiredResponse: .providerSAML
        default: .service
        }
    }
}
