/// A common problem: a button on the dashboard, and a name for `vsactl fault preset`.
public enum FaultPreset: String, Sendable, CaseIterable {
    case unavailable
    case slow
    case slowDownload = "slow-download"
    case flakyNetwork = "flaky-network"
    case throttled
    case connectionLost = "connection-lost"
    case hanging
    case loginUnavailable = "login-unavailable"
    case expiredResponse = "expired-response"

    /// The label of the button.
    public var label: String { declaration.label }

    /// A description of the effect.
    public var explanation: String { declaration.explanation }

    /// The point of the fault.
    public var point: FaultPoint { declaration.point }

    /// The fault, without a name.
    public var fault: FaultRecord {
        var fault = FaultRecord(at: point.rawValue)
        declaration.add(&fault)
        return fault
    }

    private var declaration: (label: String, explanation: String, point: FaultPoint, add: (inout FaultRecord) -> Void) {
        switch self {
        case .unavailable: ("Service unavailable", "every call of an app gets status 503", .service, { $0.status = 503 })
        case .slow: ("Slow network", "every response to an app is delayed by three seconds", .service, { $0.delay = 3_000 })
        case .slowDownload:
            ("Slow download", "every body for an app arrives at 100 bytes per second", .service, { $0.bandwidth = 100 })
        case .flakyNetwork:
            (
                "Flaky network", "three of ten responses to apps are cut off, always the same ones", .service,
                { ($0.disconnect, $0.percent) = (true, 30) }
            )
        case .throttled: ("Too many requests", "every call of an app gets status 429", .service, { $0.status = 429 })
        case .connectionLost:
            (
                "Connection lost once", "the next response to an app is cut off", .service,
                { ($0.disconnect, $0.times) = (true, 1) }
            )
        case .hanging: ("No answer", "calls of apps wait until you release them", .service, { $0.hang = true })
        case .loginUnavailable:
            ("Login page down", "the providers' pages get status 503", .providerPages, { $0.status = 503 })
        case .expiredResponse:
            (
                "Expired login", "the providers' SAML responses have expired", .providerSAML,
                { $0.saml = SAMLFault.expired.rawValue }
            )
        }
    }
}
