import ServiceAccess

/// Polls the service, until the code expires, for a login on a second screen. Runs outside the queue of calls.
///
/// It polls every five seconds, less often if the service throttles or fails, and stops after an answer that rules out a login.
/// A login just before the code expires counts: the service is asked once more then.
struct SecondScreenPolling: Procedure {
    /// The first pause, in milliseconds.
    static let interval: Int64 = 5_000
    /// The longest pause, in milliseconds.
    static let longestInterval: Int64 = 60_000

    let provider: ProviderConfiguration
    let code: RegistrationCode
    var interval = Self.interval
    /// The expiration date of the code by the device's clock, which may be changed in the meantime.
    var end: Int64?
    /// Whether the code's lifetime is over in real time.
    var hasEnded = false
    var isAsking = false
    /// Whether the answer that it waits for is the last.
    var isLast = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(let outcome)):
            isAsking = false
            return answered(outcome, &machine)
        case .child(.elapsed) where !isAsking: return ask(&machine)
        case .child(.done):
            hasEnded = true
            return isAsking ? .waiting : ask(&machine)
        case .child: return .waiting
        default:
            end = machine.now + code.lifetime
            return .calling([Wait(milliseconds: code.lifetime, outcome: .done), Wait(milliseconds: interval)])
        }
    }

    private mutating func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .answer(let answer) where answer.isSuccess:
            guard let mvpd = answer.json?["mvpd"]?.text, let expires = answer.json?["expires"]?.integer else {
                return askLessOften(&machine)
            }
            return machine.openLogin?.formerTokens[mvpd] == expires ? askAgain(&machine) : finish(.loggedIn, &machine)
        case .answer(let answer) where [403, 404, 410].contains(answer.status): return askAgain(&machine)
        case .answer(let answer) where answer.status == 429 || answer.status >= 500: return askLessOften(&machine)
        case .unreachable, .noCredentials, .foreign: return askLessOften(&machine)
        case .answer, .notRegistered, .noAccessToken, .insecure, .otherDevice:
            return finish(.failed(outcome.loginStatuses), &machine)
        }
    }

    /// Polls again, unless the code has expired and no login is possible any more.
    private mutating func askAgain(_ machine: inout EntitlementMachine) -> Progress {
        if isLast { return finish(.expired, &machine) }
        if !hasEnded, let end, machine.now >= end { return finish(.expired, &machine) }
        return hasEnded ? ask(&machine) : .calling(Wait(milliseconds: interval))
    }

    private mutating func ask(_ machine: inout EntitlementMachine) -> Progress {
        isAsking = true
        isLast = hasEnded
        // The next poll repeats it anyway.
        return .calling(ServiceRequest(machine.apiRequest("/api/v1/tokens/authn", mvpd: provider.id), mayRepeat: false))
    }

    private mutating func askLessOften(_ machine: inout EntitlementMachine) -> Progress {
        interval = min(2 * interval, Self.longestInterval)
        return hasEnded ? askAgain(&machine) : .calling(Wait(milliseconds: interval))
    }

    private func finish(_ result: SecondScreen.Result, _ machine: inout EntitlementMachine) -> Progress {
        machine.goOn(withSecondScreen: code.code, result)
        return .done
    }
}

/// Continues a login after its second screen (row 3.16).
struct SecondScreenReturn: Procedure {
    let code: String
    let result: SecondScreen.Result

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        if case .child(.exchange(let outcome)) = input { return machine.finishLogin(outcome) }
        // The app may have cancelled the login in the meantime, or received another code.
        guard let login = machine.openLogin, let screen = login.secondScreen, screen.code == code else { return .done }
        switch result {
        case .loggedIn:
            return .calling(
                TokenRequest(
                    provider: screen.provider, source: .regular, formerTokens: login.formerTokens, mayBeAnother: true))
        case .expired: machine.endLogin(code: GENERIC_AUTHENTICATION_ERROR)
        case .failed(let statuses): machine.failLogin(statuses)
        }
        return .done
    }
}
