import ServiceAccess

// The polling of the service, until the code expires, for a login on a second screen. It runs outside the queue of calls.
//
// The service is polled every five seconds, less often if it throttles or fails, and not after an answer that rules out a login.
// A login just before the code expires counts: the service is polled once more then.
extension EntitlementMachine {
    /// The longest pause, in milliseconds.
    private static let longestInterval: Int64 = 60_000

    private var screen: SecondScreen? {
        get { openLogin?.secondScreen }
        set { openLogin?.secondScreen = newValue }
    }

    /// Starts the polling.
    ///
    /// - Parameter lifetime: The lifetime of the code, in milliseconds.
    mutating func startPolling(lifetime: Int64) -> StrandID {
        startBeside { machine in
            machine.wait(milliseconds: lifetime) { machine in
                machine.screen?.hasEnded = true
                if machine.screen?.isAsking == false { machine.poll() }
            }
            machine.pausePolling(SecondScreen.firstInterval)
        }
    }

    private mutating func pausePolling(_ interval: Int64) {
        wait(milliseconds: interval) { machine in
            if machine.screen?.isAsking == false { machine.poll() }
        }
    }

    private mutating func poll() {
        guard var screen else { return }
        screen.isAsking = true
        screen.isLast = screen.hasEnded
        self.screen = screen
        // The next poll repeats it anyway.
        let request = apiRequest("/api/v1/tokens/authn", mvpd: screen.provider.id)
        requestService(request, mayRepeat: false) { outcome, machine in
            machine.screen?.isAsking = false
            machine.continuePolling(after: outcome)
        }
    }

    private mutating func continuePolling(after outcome: ServiceOutcome) {
        switch outcome {
        case .answer(let answer) where answer.isSuccess:
            guard let mvpd = answer.json?["mvpd"]?.text, let expires = answer.json?["expires"]?.integer else {
                return pollLessOften()
            }
            if openLogin?.formerTokens[mvpd] == expires { pollAgain() } else { endPolling(.loggedIn) }
        case .answer(let answer) where [403, 404, 410].contains(answer.status): pollAgain()
        case .answer(let answer) where answer.status == 429 || answer.status >= 500: pollLessOften()
        case .unreachable, .noCredentials, .foreign: pollLessOften()
        case .answer, .notRegistered, .noAccessToken, .insecure, .otherDevice: endPolling(.failed(outcome.loginStatuses))
        }
    }

    /// Polls again, unless the code has expired and no login is possible any more.
    private mutating func pollAgain() {
        guard let screen else { return }
        if screen.isLast || !screen.hasEnded && now >= screen.end { return endPolling(.expired) }
        if screen.hasEnded { poll() } else { pausePolling(screen.interval) }
    }

    private mutating func pollLessOften() {
        guard var screen else { return }
        screen.interval = min(2 * screen.interval, Self.longestInterval)
        self.screen = screen
        if screen.hasEnded { pollAgain() } else { pausePolling(screen.interval) }
    }

    private mutating func endPolling(_ result: SecondScreen.Result) {
        guard let screen else { return }
        giveUp(strand: screen.polling)
        goOn(with: [.secondScreen(code: screen.code, result)])
    }

    /// Continues a login after its second screen (row 3.16).
    mutating func continueLogin(afterSecondScreen code: String, _ result: SecondScreen.Result) {
        // The app may have cancelled the login in the meantime, or received another code.
        guard let login = openLogin, let screen = login.secondScreen, screen.code == code else { return }
        switch result {
        case .loggedIn:
            let request = TokenRequest(
                provider: screen.provider, source: .regular, formerTokens: login.formerTokens, mayBeAnother: true)
            fetch(request) { $1.finishLogin($0) }
        case .expired: endLogin(code: GENERIC_AUTHENTICATION_ERROR)
        case .failed(let statuses): failLogin(statuses)
        }
    }
}
