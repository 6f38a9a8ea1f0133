import TVWorld

/// Metadata with interruption: permission, line-up, account, provider, in the device's order.
extension RequestTurn {
    mutating func beginMetadata(_ metadata: MetadataRequest, _ run: inout RunningRequest) {
        let app = run.request.application
        let status = device.accessStatus(of: app)
        guard usageDescription(of: run.request) != nil else {
            return end(.fail(.usageDescriptionMissing(status, app: app)), &run)
        }
        if isVoucherUsed(app) { return store([.accessSet(app, .granted)], &run) }
        switch status {
        case .denied, .restricted: end(.fail(.accessNotGranted(status, app: app)), &run)
        case .granted: proceed(metadata, mayTellAccount: true, &run)
        case .notDetermined:
            guard device.isRegionSupported else { return end(.fail(.unsupportedRegion(device.region)), &run) }
            proceed(metadata, mayTellAccount: false, &run)
        }
    }

    /// Without access, everything that does not depend on the account is checked first, so that no answer without a prompt
    /// reveals whether a user is signed in. Then follows the permission prompt if a user is signed in (row E3), or the sign-in if
    /// not (row E4).
    private mutating func proceed(_ metadata: MetadataRequest, mayTellAccount: Bool, _ run: inout RunningRequest) {
        if let error = MetadataQuery.unavailability(of: metadata, in: device) { return end(.fail(error), &run) }
        if let token = metadata.accountProviderAuthenticationToken, !run.isAuthenticated {
            return signIn(token: token, metadata, &run)
        }
        if !mayTellAccount, device.storedAccount != nil { return askAccess(&run) }
        guard let account = MetadataQuery.account(for: metadata, in: device) else { return choose(metadata, &run) }
        let decision = MetadataQuery.decide(
            metadata, by: run.request.application, account: account, in: device, now: environment.now,
            isAuthenticated: run.isAuthenticated)
        switch decision {
        case .complete(let answer): end(.complete(.metadata(answer)), &run)
        case .fail(let error): end(.fail(error), &run)
        case .contactProvider(let contact):
            guard contact.refusal == .authenticationNeeded else { return self.contact(contact, &run) }
            ask(form(at: contact.provider, username: account.subscriber, metadata), &run)
        }
    }

    /// Asks the user to choose, because no account is signed in: in the picker, or in the form of the only provider (row E11).
    private mutating func choose(_ metadata: MetadataRequest, _ run: inout RunningRequest) {
        let rows = Picker.rows(for: metadata, in: device)
        if rows.count == 1, rows[0].isSupported, let provider = device.provider(id: rows[0].providerIdentifier) {
            return select(provider, metadata, &run)
        }
        askPicker(metadata, message: nil, &run)
    }

    mutating func askPicker(_ metadata: MetadataRequest, message: String?, _ run: inout RunningRequest) {
        run.hasShownPicker = true
        let question = PickerQuestion(
            rows: Picker.rows(for: metadata, in: device), offersOther: metadata.applicationAccountProviders.isEmpty,
            region: device.region, videoTitle: metadata.localizedVideoTitle, message: message)
        ask(.picker(question), &run)
    }

    /// Rows U1, U4, U6 and U7.
    mutating func answerPicker(_ answer: PromptAnswer, _ question: PickerQuestion, _ run: inout RunningRequest) {
        guard let metadata = run.request.metadata else { return }
        guard case .provider(let id) = answer, let row = question.rows.first(where: { $0.providerIdentifier == id }) else {
            let error =
                answer == .otherProvider
                ? VSError(.unsupportedProvider, "the user chose another TV provider")
                : .userCancelled("the user cancelled the picker")
            return end(.fail(error), &run)
        }
        if row.isApplicationProvider {
            return end(.fail(MetadataQuery.unsupported(id, "\(id) is a provider of the app, which signs in by itself")), &run)
        }
        // Removed since the picker was shown: the request starts again.
        guard let provider = device.provider(id: id) else { return begin(&run) }
        guard row.isSupported else { return remember(provider, &run) }
        select(provider, metadata, &run)
    }

    /// Stores a provider that is not supported for this app; it is remembered for all apps (row U6).
    private mutating func remember(_ provider: Provider, _ run: inout RunningRequest) {
        let error =
            provider.boarding == .supported
            ? MetadataQuery.noCommonScheme(provider)
            : MetadataQuery.unsupported(
                provider.id, "\(provider.id) does not take part in the platform's single sign-on")
        store([.providerRemembered(provider.id, now: environment.now)], then: .fail(error), &run)
    }

    /// Selects a supported provider: the app may reject it, otherwise the form follows.
    private mutating func select(_ provider: Provider, _ metadata: MetadataRequest, _ run: inout RunningRequest) {
        guard run.request.confirmsProvider else { return ask(form(at: provider, metadata), &run) }
        presentWindow(for: form(at: provider, metadata), &run)
        run.phase = .confirming(provider: provider.id, basis(ofProvider: provider.id, run))
        effects.append(.providerSelected(run.request.id, provider.id))
    }

    /// Row U5.
    mutating func confirm(_ allows: Bool, _ run: inout RunningRequest) {
        guard case .confirming(let id, _) = run.phase, let metadata = run.request.metadata else { return }
        run.phase = .running
        record(
            .providerConfirmed, run.request,
            [JournalDetail("account-provider-identifier", id), JournalDetail("allow", .flag(allows))])
        guard allows else {
            return end(.fail(MetadataQuery.unsupported(id, "the app does not accept \(id)")), &run)
        }
        guard let provider = device.provider(id: id) else { return begin(&run) }
        ask(form(at: provider, metadata), &run)
    }
}
