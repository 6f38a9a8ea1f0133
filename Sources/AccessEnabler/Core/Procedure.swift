/// A part of what a call needs done, written down as a value: it is resumed with what it waited for, and says how it goes on.
///
/// Procedures call each other as functions do. Nothing in them waits, reads a clock or does I/O.
protocol Procedure: Sendable {
    /// Goes on after `input`.
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress
}

/// What a procedure is resumed with.
enum Input: Sendable {
    /// Its begin.
    case start
    /// The answer to its request to a service.
    case http(HTTPOutcome)
    /// The answer of the system account.
    case account(AccountOutcome)
    /// Its wait is over.
    case elapsed
    /// One of the procedures that it called has finished.
    case child(Outcome)
}

/// How a procedure goes on.
enum Progress {
    /// It has asked for something and is resumed with the answer.
    case waiting
    /// Others run side by side; it is resumed with the outcome of each.
    case calling([any Procedure])
    /// Another one runs that several may need at the same time: under one name only one runs, and all are resumed with its
    /// outcome.
    case sharing(String, any Procedure)
    /// It is over.
    case finished(Outcome)

    /// One other procedure runs.
    static func calling(_ procedure: some Procedure) -> Progress { .calling([procedure]) }

    /// It is over and has nothing to say.
    static let done = Progress.finished(.done)
}

/// What a procedure has to say to the one that called it.
enum Outcome: Sendable {
    /// Nothing.
    case done
    /// `Wait`
    case elapsed
    /// `ServiceRequest`
    case service(ServiceOutcome)
    /// `CredentialRenewal`: nil when there are new credentials, else what the request ends with.
    case credentials(ServiceOutcome?)
    /// `ConfigurationRequest`
    case configuration(ConfigurationOutcome)
    /// `RegistrationCodeRequest`
    case registrationCode(RegistrationCodeOutcome)
    /// `AccountCheck`
    case account(AccountState)
    /// `SilentExchange`, `DegradedAuthentication`
    case exchange(ExchangeOutcome)
    /// `AuthenticationCheck`: the session that may be used, or the codes that say why there is none.
    case check(Session?, [StatusReport])
    /// `Login`
    case login(LoginOutcome)
}

/// Lets time pass: the timer of a procedure that does something else meanwhile.
struct Wait: Procedure {
    let milliseconds: Int64

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .elapsed = input else { return machine.wait(milliseconds: milliseconds) }
        return .finished(.elapsed)
    }
}
