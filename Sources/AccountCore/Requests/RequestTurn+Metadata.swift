import TVWorld

/// Metadata with interruption: permission, line-up, account, provider, in the device's order.
extension RequestTurn {
    mutating func beginMetadata() {
        guard admitPrompts() else { return }
        if isVoucherUsed { return store([.accessSet(app, .granted)]) }
        let status = device.accessStatus(of: app)
        switch status {
        case .denied, .restricted: end(.fail(.accessNotGranted(status, app: app)))
        case .granted: proceed(mayTellAccount: true)
        case .notDetermined:
            guard device.isRegionSupported else { return end(.fail(.unsupportedRegion(device.region))) }
            proceed(mayTellAccount: false)
        }
    }

    /// Continues a request whose access has not been rejected. Without access, everything that does not depend on the account is
    /// checked first, so that no answer without a prompt reveals whether a user is signed in. The permission prompt follows if a
    /// user is signed in or a provider is remembered (row E3), otherwise the sign-in (row E4).
    private mutating func proceed(mayTellAccount: Bool) {
        if let error = MetadataQuery.unavailability(of: metadata, in: device) { return end(.fail(error)) }
        if let token = metadata.accountProviderAuthenticationToken, !run.isAuthenticated { return signIn(token: token) }
        if !mayTellAccount, device.storedAccount != nil { return askAccess() }
        guard let account = MetadataQuery.account(for: metadata, in: device) else { return choose() }
        let decision = MetadataQuery.decide(
            metadata, by: app, account: account, in: device, now: environment.now, isAuthenticated: run.isAuthenticated)
        switch decision {
        case .complete(let answer): end(.complete(.metadata(answer)))
        case .fail(let error): end(.fail(error))
        case .contactProvider(let contact):
            guard contact.refusal == .authenticationNeeded else { return self.contact(contact) }
            ask(form(at: contact.provider, username: account.subscriber))
        }
    }

    /// Asks the user to choose, because no account is signed in: in the picker, or in the form of the only provider (row E11).
    private mutating func choose() {
        if let provider = onlyChoice { select(provider) } else { askPicker() }
    }

    /// The provider in the only row that a picker would have, if the platform can sign in to it.
    var onlyChoice: Provider? {
        let rows = Picker.rows(for: metadata, in: device)
        return rows.count == 1 && rows[0].isSupported ? device.provider(id: rows[0].providerIdentifier) : nil
    }

    mutating func askPicker(message: String? = nil) {
        run.hasShownPicker = true
        ask(
            .picker(
                PickerQuestion(
                    rows: Picker.rows(for: metadata, in: device), offersOther: metadata.applicationAccountProviders.isEmpty,
                    region: device.region, videoTitle: metadata.localizedVideoTitle, message: message)))
    }

    /// Processes the answer to the picker: rows U1, U4, U6 and U7.
    mutating func answerPicker(_ answer: PromptAnswer, _ question: PickerQuestion) {
        guard case .provider(let id) = answer, let row = question.rows.first(where: { $0.providerIdentifier == id }) else {
            let error =
                answer == .otherProvider
                ? VSError(.unsupportedProvider, "the user chose another TV provider")
                : .userCancelled("the user cancelled the picker")
            return end(.fail(error))
        }
        if row.isApplicationProvider {
            return end(.fail(MetadataQuery.unsupported(id, "\(id) is a provider of the app, which signs in by itself")))
        }
        // Removed since the picker was shown: the request starts again.
        guard let provider = device.provider(id: id) else { return begin() }
        if row.isSupported { select(provider) } else { remember(provider) }
    }

    /// Stores a provider that is not supported for this app; it is remembered for all apps (row U6).
    private mutating func remember(_ provider: Provider) {
        let error =
            provider.boarding == .supported
            ? MetadataQuery.noCommonScheme(provider)
            : MetadataQuery.unsupported(
                provider.id, "\(provider.id) does not take part in the platform's single sign-on")
        store([.providerRemembered(provider.id, now: environment.now)], then: .fail(error))
    }

    /// Selects a supported provider: the app may reject it, otherwise the form follows.
    private mutating func select(_ provider: Provider) {
        guard run.request.confirmsProvider else { return ask(form(at: provider)) }
        presentWindow(for: form(at: provider))
        run.phase = .confirming(provider: provider.id, basis(ofProvider: provider.id))
        effects.append(.providerSelected(run.request.id, provider.id))
    }

    /// Processes the app's decision about the selected provider: row U5.
    mutating func confirm(_ allows: Bool) {
        guard case .confirming(let id, _) = run.phase else { return }
        run.phase = .running
        record(.providerConfirmed, [JournalDetail("account-provider-identifier", id), JournalDetail("allow", .flag(allows))])
        guard allows else { return end(.fail(MetadataQuery.unsupported(id, "the app does not accept \(id)"))) }
        guard let provider = device.provider(id: id) else { return begin() }
        ask(form(at: provider))
    }
}
