/// Asks the service, until the code ends, whether somebody has logged the device in on a second screen. Runs beside the line.
///
/// It asks every five seconds, less often when the service is throttled or not well, and does not go on after an answer that says
/// that it will never get one.
struct SecondScreenPolling: Procedure {
    /// The first pause, in milliseconds.
    static let interval: Int64 = 5_000
    /// The longest pause, in milliseconds.
    static let longestInterval: Int64 = 60_000

    private let provider: ProviderConfiguration
    private let code: RegistrationCode
    private let formerTokens: [String: Int64]
    private var interval = Self.interval
    /// When the code ends by the device's clock, which may be moved meanwhile.
    private var end: Int64?

    init(provider: ProviderConfiguration, code: RegistrationCode, formerTokens: [String: Int64]) {
        self.provider = provider
        self.code = code
        self.formerTokens = formerTokens
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(let outcome)): return answered(outcome, &machine)
        case .child: return finish(.expired, &machine)
        default:
            end = machine.now + code.lifetime
            return .calling([Wait(milliseconds: code.lifetime), Question(provider: provider, pause: interval)])
        }
    }

    private mutating func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .answer(let answer) where answer.isSuccess:
            guard let mvpd = answer.json?["mvpd"]?.text, let expires = answer.json?["expires"]?.integer else {
                return askLessOften()
            }
            return formerTokens[mvpd] == expires ? askAgain(&machine) : finish(.loggedIn, &machine)
        case .answer(let answer) where [403, 404, 410].contains(answer.status): return askAgain(&machine)
        case .answer(let answer) where answer.status == 429 || answer.status >= 500: return askLessOften()
        case .unreachable, .noCredentials, .foreign: return askLessOften()
        case .answer, .notRegistered, .noAccessToken, .insecure, .otherDevice:
            return finish(.failed(outcome.loginStatuses), &machine)
        }
    }

    /// The service has not heard of a login: nobody can log in after the code's end.
    private func askAgain(_ machine: inout EntitlementMachine) -> Progress {
        if let end, machine.now >= end { finish(.expired, &machine) } else { ask() }
    }

    private func ask() -> Progress { .calling(Question(provider: provider, pause: interval)) }

    private mutating func askLessOften() -> Progress {
        interval = min(2 * interval, Self.longestInterval)
        return ask()
    }

    private func finish(_ result: SecondScreen.Result, _ machine: inout EntitlementMachine) -> Progress {
        machine.goOn(withSecondScreen: code.code, result)
        return .done
    }

    /// One question, after a pause.
    private struct Question: Procedure {
        let provider: ProviderConfiguration
        let pause: Int64

        mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
            switch input {
            // It comes back by itself.
            case .elapsed:
                .calling(
                    ServiceRequest(
                        machine.apiRequest("GET", "/api/v1/tokens/authn", mvpd: provider.id), mayRepeat: false))
            case .child(let outcome): .finished(outcome)
            default: machine.wait(milliseconds: pause)
            }
        }
    }
}

/// Goes on with a login after its second screen (row 3.16).
struct SecondScreenReturn: Procedure {
    let code: String
    let result: SecondScreen.Result

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        if case .child(.exchange(let outcome)) = input { return machine.finishLogin(outcome) }
        // Meanwhile the app may have given the login up, or have got another code.
        guard let screen = machine.openLogin?.secondScreen, screen.code == code else { return .done }
        switch result {
        case .loggedIn:
            return .calling(
                TokenRequest(
                    provider: screen.provider, source: .regular, formerTokens: screen.formerTokens, mayBeAnother: true))
        case .expired: machine.endLogin(code: GENERIC_AUTHENTICATION_ERROR)
        case .failed(let statuses): machine.failLogin(statuses)
        }
        return .done
    }
}
