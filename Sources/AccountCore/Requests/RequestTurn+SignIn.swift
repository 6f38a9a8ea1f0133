import TVWorld

/// The sign-in form and the provider's response: rows U2, U3, U8–U10, P2, P5, P7–P11, P14 and P15.
extension RequestTurn {
    func form(
        at provider: Provider, username: String? = nil, attempt: Int = 1, error: SignInError? = nil, _ metadata: MetadataRequest
    ) -> Question {
        .signIn(
            SignInQuestion(
                provider: provider.id, providerName: provider.name, username: username,
                videoTitle: metadata.localizedVideoTitle, attempt: attempt, error: error))
    }

    mutating func answerSignIn(_ answer: PromptAnswer, _ question: SignInQuestion, _ run: inout RunningRequest) {
        guard let metadata = run.request.metadata else { return }
        guard let provider = device.provider(id: question.provider) else { return begin(&run) }
        switch answer {
        case .credentials(let username, let password):
            guard let subscriber = device.subscriber(provider: provider.id, username: username) else {
                let message = username.isEmpty ? "Enter your user name." : "\(provider.name) does not know this user name."
                return askAgain(question, provider, username, SignInError(field: .username, message: message), &run)
            }
            guard subscriber.password == password else { return askForPassword(question, provider, username, &run) }
            signIn(subscriber, at: provider, metadata, &run)
        case .subscriber(let username):
            guard let subscriber = device.subscriber(provider: provider.id, username: username) else { return begin(&run) }
            signIn(subscriber, at: provider, metadata, &run)
        case .wrongPassword: askForPassword(question, provider, question.username, &run)
        default:
            if run.hasShownPicker { return askPicker(metadata, message: nil, &run) }
            end(.fail(.userCancelled("the user cancelled the sign-in")), &run)
        }
    }

    private mutating func askForPassword(
        _ question: SignInQuestion, _ provider: Provider, _ username: String?, _ run: inout RunningRequest
    ) {
        let error = SignInError(field: .password, message: "The password is not correct.")
        askAgain(question, provider, username, error, &run)
    }

    private mutating func askAgain(
        _ question: SignInQuestion, _ provider: Provider, _ username: String?, _ error: SignInError,
        _ run: inout RunningRequest
    ) {
        guard let metadata = run.request.metadata else { return }
        ask(form(at: provider, username: username, attempt: question.attempt + 1, error: error, metadata), &run)
    }

    /// Signs in after a correct password. If the provider rejects the user, the request returns to the picker, or to the app if
    /// there was none.
    private mutating func signIn(
        _ subscriber: Subscriber, at provider: Provider, _ metadata: MetadataRequest, _ run: inout RunningRequest
    ) {
        guard !subscriber.isSuspended else {
            guard !run.hasShownPicker else {
                return askPicker(metadata, message: "\(provider.name): \(ProviderRefusal.accountSuspended.message)", &run)
            }
            return refuse(subscriber, at: provider, metadata, &run)
        }
        let app = run.request.application
        var changes: [DeviceEvent] = [
            .signedIn(
                provider: provider.id, subscriber: subscriber.username, now: environment.now, seed: environment.random)
        ]
        if device.accessStatus(of: app) == .notDetermined { changes.append(.accessSet(app, .granted)) }
        run.isAuthenticated = true
        store(changes, &run)
    }

    /// Makes the provider itself reject the user.
    private mutating func refuse(
        _ subscriber: Subscriber, at provider: Provider, _ metadata: MetadataRequest, _ run: inout RunningRequest
    ) {
        guard let scheme = metadata.commonScheme(with: provider) else {
            return end(.fail(MetadataQuery.noCommonScheme(provider)), &run)
        }
        let now = environment.now
        let account = SystemAccount(
            provider: provider.id, subscriber: subscriber.username, signedInAt: now, expiresAt: now, seed: environment.random)
        contact(
            ProviderRequest(
                application: run.request.application, provider: provider, subscriber: subscriber, scheme: scheme,
                account: account, refusal: .accountSuspended, now: now, request: metadata, trust: device.trust), &run)
    }

    /// Signs in with the token of a provider's own app, without a window. The tokens of the simulated providers are their
    /// subscribers' user names.
    mutating func signIn(token: String, _ metadata: MetadataRequest, _ run: inout RunningRequest) {
        let app = run.request.application
        let rows = Picker.rows(for: metadata, in: device)
        guard device.storedAccount == nil, rows.count == 1, rows[0].isSupported,
            let provider = device.provider(id: rows[0].providerIdentifier),
            device.isDeveloperProvider(provider.id) || DeviceState.owns(provider.id, app)
        else {
            let message =
                "account-provider-authentication-token works only for exactly one provider, with nobody signed in, "
                + "and from that provider's own app"
            return end(.fail(VSError(.rejected, message)), &run)
        }
        guard let subscriber = device.subscriber(provider: provider.id, username: token) else {
            return end(.fail(VSError(.providerRejected, "\(provider.id) does not accept the authentication token")), &run)
        }
        signIn(subscriber, at: provider, metadata, &run)
    }

    mutating func contact(_ contact: ProviderRequest, _ run: inout RunningRequest) {
        let step = requests.nextStep()
        run.phase = .contacting(step, contact)
        effects.append(.contactProvider(step, contact, timeLimit: device.providerTimeLimit))
    }

    mutating func finish(with response: ProviderResponse, _ run: inout RunningRequest) {
        guard case .contacting(_, let contact) = run.phase else { return }
        run.phase = .running
        do throws(VSError) {
            let ending = RequestEnding.complete(.metadata(try MetadataQuery.finish(contact, with: response)))
            guard let until = contact.renewedUntil else { return end(ending, &run) }
            store([.accountRenewed(contact.account, until: until)], then: ending, &run)
        } catch {
            end(.fail(error), &run)
        }
    }
}
