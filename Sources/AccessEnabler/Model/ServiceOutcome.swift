import ServiceAccess

/// The outcome of a request that needs an access token; an error where something in the answer was needed.
enum ServiceOutcome: Error, Equatable {
    /// The service's answer, whatever its status.
    case answer(HTTPAnswer)
    /// The software statement is missing, invalid or revoked (R400).
    case notRegistered
    /// There is no access token, or none that the service accepts (R401).
    case noAccessToken
    /// The registration or token request was answered neither with credentials nor with their rejection (429, 5xx).
    case noCredentials(HTTPAnswer)
    /// No answer, with the reason.
    case unreachable(String)
    /// An answer that does not come from the service, such as a captive portal's page, with the reason.
    case foreign(String)
    /// TLS failed, with the reason.
    case insecure(String)
    /// According to the service, the login belongs to another device (SEC412). The library has removed all logins.
    case otherDevice(HTTPAnswer)

    /// Creates the outcome of a request without an answer of the service.
    init(without outcome: HTTPOutcome, from service: String) {
        self =
            switch outcome {
            case .unreachable(let reason), .interrupted(let reason): .unreachable(reason)
            case .insecure(let reason): .insecure(reason)
            case .answer:
                .foreign("The response of \(service) is not from the service, as in networks that require a login.")
            }
    }

    /// The advanced code of this kind of outcome, if it has one.
    var statuses: [StatusReport] {
        switch self {
        case .notRegistered: [StatusReport(.r400)]
        case .noAccessToken: [StatusReport(.r401)]
        case .answer, .noCredentials, .unreachable, .foreign: []
        case .insecure(let reason): [StatusReport(.sec420, message: reason)]
        case .otherDevice: [.otherDevice]
        }
    }

    /// The human-readable reason why there is no useful answer.
    var reason: String {
        switch self {
        case .answer(let answer), .noCredentials(let answer):
            if answer.status == 429 {
                "Too many requests (throttled by the service)."
            } else {
                answer.json.flatMap { ($0["details"] ?? $0["message"])?.text } ?? "The service answered \(answer.status)."
            }
        case .otherDevice(let answer): answer.json?["message"]?.text ?? "The login belongs to another device."
        case .notRegistered: "The software statement is missing, invalid or revoked."
        case .noAccessToken: "No access token could be obtained."
        case .unreachable(let reason), .foreign(let reason), .insecure(let reason): reason
        }
    }

    /// The service's answer to the request, or to one that preceded it; nil for all other outcomes.
    var received: HTTPAnswer? {
        switch self {
        case .answer(let answer), .noCredentials(let answer): answer
        case .notRegistered, .noAccessToken, .unreachable, .foreign, .insecure, .otherDevice: nil
        }
    }

    /// Whether the next attempt may have another outcome.
    var isTemporary: Bool { self != .notRegistered && self != .noAccessToken }
}

extension HTTPAnswer {
    /// Whether, according to the service, the device's identifier differs from the login's (SEC412). The documentation specifies
    /// no answer for this; it is expected where the service's other codes for the library are, in a header or as an enhanced
    /// error.
    var isAboutOtherDevice: Bool {
        status == 412 && (headers["authzf-error-code"] == "SEC412" || json?["code"]?.text == "device_id_mismatch")
    }
}

/// The outcome of a request for a token; an error where the token was needed.
enum ExchangeOutcome: Error, Equatable {
    /// The token is stored.
    case stored(Session)
    /// The MVPD is degraded: a token was issued without an exchange, and is stored.
    case degraded(Session)
    /// The system account provided no response.
    case accountFailed(AccountState)
    /// The service issued no token, with the reason.
    case refused(String)
    /// The service did not answer, or another server did.
    case failed(ServiceOutcome)

    /// Creates the outcome of an exchange from a failed request.
    init(without outcome: ServiceOutcome) {
        if case .answer(let answer) = outcome, (400...499).contains(answer.status), answer.status != 429 {
            self = .refused(outcome.reason)
        } else {
            self = .failed(outcome)
        }
    }
}
