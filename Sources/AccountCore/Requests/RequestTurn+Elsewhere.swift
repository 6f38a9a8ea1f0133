import TVWorld

/// Decisions that are made elsewhere while a prompt is open.
extension RequestTurn {
    /// What a question is built on, as the device is now.
    func basis(of question: Question, _ run: RunningRequest) -> PromptBasis {
        let app = run.request.application
        var basis = PromptBasis(access: device.accessStatus(of: app))
        switch (question, run.request.kind) {
        case (.autoSignIn, _):
            // Access to the account has nothing to do with automatic sign-in.
            basis.access = .notDetermined
            basis.autoSignIn = device.userAccounts.authorization(of: app)
        case (_, .metadata(let metadata, _)):
            basis.account = identity(of: device.accounts.current)
            if case .picker = question { basis.rows = Picker.rows(for: metadata, in: device) }
            basis.provider = question.provider.flatMap(device.provider(id:))
        default: break
        }
        return basis
    }

    /// The basis of a provider that waits for the app's word.
    func basis(ofProvider id: String, _ run: RunningRequest) -> PromptBasis {
        PromptBasis(
            access: device.accessStatus(of: run.request.application), account: identity(of: device.accounts.current),
            provider: device.provider(id: id))
    }

    /// Looks at every open prompt again. One whose basis has changed is withdrawn, and its request starts again: that ends it
    /// when the decision made elsewhere answers it.
    mutating func reconsider() {
        for app in requests.runningApplications {
            work(on: app) { turn, run in
                guard turn.isOutdated(run) else { return }
                turn.withdraw("it was decided elsewhere", &run)
                run.hasShownPicker = false
                run.isAuthenticated = false
                turn.begin(&run)
            }
        }
    }

    private func isOutdated(_ run: RunningRequest) -> Bool {
        switch run.phase {
        case .asking(let open): open.basis != basis(of: open.prompt.question, run)
        case .confirming(let provider, let basis): basis != self.basis(ofProvider: provider, run)
        case .running, .held, .storing, .contacting, .ended: false
        }
    }

    /// An account without what changes while the same person stays signed in.
    private func identity(of account: SystemAccount?) -> SystemAccount? {
        guard var account else { return nil }
        account.expiresAt = account.signedInAt
        return account
    }
}
