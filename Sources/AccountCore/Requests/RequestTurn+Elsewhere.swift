import TVWorld

/// Changes of the device while a prompt is open.
extension RequestTurn {
    /// Returns the basis of a prompt in the current state of the device.
    func basis(of question: Question) -> PromptBasis {
        // Automatic sign-in depends neither on access to the account nor on the region.
        if question == .autoSignIn {
            return PromptBasis(access: .notDetermined, autoSignIn: device.userAccounts.authorization(of: app))
        }
        var basis = PromptBasis(access: device.accessStatus(of: app), region: supportedRegion)
        if let metadata = run.request.metadata {
            basis.account = identity(of: device.storedAccount)
            if case .picker = question { basis.rows = Picker.rows(for: metadata, in: device) }
            basis.provider = question.provider.flatMap(device.provider(id:))
        }
        return basis
    }

    /// Returns the basis of a selected provider that the app has to confirm.
    func basis(ofProvider id: String) -> PromptBasis {
        PromptBasis(
            access: device.accessStatus(of: app), account: identity(of: device.storedAccount), region: supportedRegion,
            provider: device.provider(id: id))
    }

    /// Reconsiders an open prompt. If its basis has changed, the prompt is withdrawn and the request restarted, which ends it if
    /// the change answers the prompt.
    mutating func reconsider() {
        guard isOutdated else { return }
        withdraw("it was decided elsewhere")
        run.hasShownPicker = false
        run.isAuthenticated = false
        begin()
    }

    private var isOutdated: Bool {
        switch run.phase {
        case .asking(let open): open.basis != basis(of: open.prompt.question)
        case .confirming(let provider, let basis): basis != self.basis(ofProvider: provider)
        case .running, .held, .storing, .contacting, .ended: false
        }
    }

    private var supportedRegion: Region? { device.isRegionSupported ? device.region : nil }

    /// Returns an account without the values that change while the same user stays signed in.
    private func identity(of account: SystemAccount?) -> SystemAccount? {
        guard var account else { return nil }
        account.expiresAt = account.signedInAt
        return account
    }
}
