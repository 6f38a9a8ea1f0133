/// `preauthorize`: answers its own callback object, never the delegate.
///
/// Calls `onResponse` if the service has answered, with decisions or an error; `onFailure` if the library could not send the
/// request or read the answer.
struct Preauthorize: Procedure {
    private let query: ResourceQuery
    private let ticket: Int
    private var session: Session?

    init(_ query: ResourceQuery, ticket: Int) {
        self.query = query
        self.ticket = ticket
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session?, _)):
            self.session = session
            if let decisions = query.cached(for: session, &machine) {
                return answer(PreauthorizeAnswer(decisions: decisions), isServiced: true, &machine)
            }
            return .calling(query.request(for: session, machine))
        case .child(.check(nil, _)): return fail(.noSession(isExpired: machine.isNewestSessionExpired), &machine)
        case .child(.service(let outcome)): return answered(outcome, &machine)
        default: return .calling(AuthenticationCheck())
        }
    }

    private func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .unreachable, .insecure: return fail(.networkError(outcome.reason), &machine)
        case .foreign: return fail(.unknownFormat, &machine)
        // Throttling has no status of its own.
        case .answer(let received) where received.status == 429: return fail(.networkError(outcome.reason), &machine)
        case .noCredentials(let received) where received.status == 429: return fail(.networkError(outcome.reason), &machine)
        case .notRegistered, .noAccessToken, .noCredentials: return fail(.accessTokenUnavailable(outcome.reason), &machine)
        // The service's own error; the next call reports that the logins were cleared.
        case .answer(let received), .otherDevice(let received): return read(received, &machine)
        }
    }

    private func read(_ received: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        if let session, let decisions = query.decisions(in: received) {
            query.remember(decisions, for: session, &machine)
            return answer(PreauthorizeAnswer(decisions: decisions), isServiced: true, &machine)
        }
        guard let json = received.json, let error = json["status"]?.object == nil ? json : json["status"], error.object != nil,
            !received.isSuccess || error != json
        else { return fail(.unknownFormat, &machine) }
        if let session, received.status == 412 { machine.forget(session) }
        let status = PreauthorizeAnswer.Status(json: error, answered: received.status)
        return answer(PreauthorizeAnswer(status: status), isServiced: true, &machine)
    }

    private func answer(
        _ answer: PreauthorizeAnswer, isServiced: Bool, _ machine: inout EntitlementMachine
    ) -> Progress {
        machine.callBack(.preauthorize(ticket: ticket, isServiced: isServiced, answer))
        return .done
    }

    private func fail(_ failure: PreauthorizeAnswer, _ machine: inout EntitlementMachine) -> Progress {
        answer(failure, isServiced: false, &machine)
    }
}

extension EntitlementMachine {
    /// Whether the requestor's most recently stored login has expired.
    fileprivate var isNewestSessionExpired: Bool {
        situation.sessions.values.max { ($0.storedAt, $0.mvpd) < ($1.storedAt, $1.mvpd) }.map { $0.expires <= now } ?? false
    }
}

// The library's own errors, with the codes and actions of the API's documentation.
extension PreauthorizeAnswer {
    /// `setRequestor` was never called, is running, or has failed.
    static let requestorNotConfigured = failure(
        "requestor_not_configured", "The requestor is not configured yet: setRequestor has to complete first.", action: "retry")

    /// The user is not logged in.
    static func noSession(isExpired: Bool) -> PreauthorizeAnswer {
        failure(
            isExpired ? "authentication_session_expired" : "authentication_session_missing",
            isExpired ? "The login has expired; the user has to log in again." : "Nobody is logged in.", action: "authentication")
    }

    /// The registration or the token request failed.
    static func accessTokenUnavailable(_ reason: String) -> PreauthorizeAnswer {
        failure("access_token_unavailable", "There is no access token; check the software statement.", details: reason)
    }

    /// The answer does not come from the service.
    static let unknownFormat = failure("server_response_format_unknown", "The service's answer cannot be read.")

    /// The service is unreachable, or does not answer at the moment.
    static func networkError(_ reason: String) -> PreauthorizeAnswer {
        failure("network_error", "The service could not be asked; try again later.", details: reason)
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
