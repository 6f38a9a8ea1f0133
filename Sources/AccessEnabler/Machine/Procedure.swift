import ServiceAccess

/// A step of a call, as a value: it is resumed with the input that it waited for, and returns how it continues.
///
/// Procedures call each other like functions. They do not block, read a clock or do I/O.
protocol Procedure: Sendable {
    /// Continues with `input`.
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress
}

/// The input with which a procedure is resumed.
enum Input: Sendable {
    /// The start of the procedure.
    case start
    /// The answer to its request to a service.
    case http(HTTPOutcome)
    /// The answer to its query to the system account.
    case account(AccountOutcome)
    /// The end of its wait.
    case elapsed
    /// The outcome of a procedure that it called.
    case child(Outcome)
}

/// How a procedure continues.
enum Progress {
    /// It has made a request and is resumed with the answer.
    case waiting
    /// It calls others, which run concurrently; it is resumed with the outcome of each.
    case calling([any Procedure])
    /// It calls a procedure that several may need at the same time: only one runs under a name, and all are resumed with its
    /// outcome.
    case sharing(String, any Procedure)
    /// It has ended.
    case finished(Outcome)

    /// Calls one other procedure.
    static func calling(_ procedure: some Procedure) -> Progress { .calling([procedure]) }

    /// Ends without an outcome.
    static let done = Progress.finished(.done)
}

/// The outcome of a procedure, passed to the one that called it.
enum Outcome: Sendable {
    /// No outcome.
    case done
    /// `Wait`
    case elapsed
    /// `ServiceRequest`
    case service(ServiceOutcome)
    /// `UserMetadataRequest`
    case userMetadata(ServiceOutcome)
    /// `CredentialRenewal`: nil if there are new credentials, otherwise the outcome of the request.
    case credentials(ServiceOutcome?)
    /// `ConfigurationRequest`
    case configuration(ConfigurationOutcome)
    /// `RegistrationCodeRequest`
    case registrationCode(Result<RegistrationCode, ServiceOutcome>)
    /// `AccountCheck`
    case account(AccountState)
    /// `PlatformSSOExchange`, `DegradedAuthentication`
    case exchange(ExchangeOutcome)
    /// `AuthenticationCheck`: the usable session, or the codes of the reasons why there is none.
    case check(Session?, [StatusReport])
    /// `Login`
    case login(LoginOutcome)
}

/// Waits: the timer of a procedure that does something else at the same time.
struct Wait: Procedure {
    let milliseconds: Int64
    /// Its outcome, by which a procedure tells several timers apart.
    var outcome = Outcome.elapsed

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .elapsed = input else { return machine.wait(milliseconds: milliseconds) }
        return .finished(outcome)
    }
}
