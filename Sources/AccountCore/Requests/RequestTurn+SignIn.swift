import TVWorld

/// The sign-in form and the provider's response: rows U2, U3, U8–U10, P2, P5, P7–P11, P14 and P15.
extension RequestTurn {
    func form(at provider: Provider, username: String? = nil, attempt: Int = 1, error: SignInError? = nil) -> Question {
        .signIn(
            SignInQuestion(
                provider: provider.id, providerName: provider.name, username: username,
                videoTitle: metadata.localizedVideoTitle, attempt: attempt, error: error))
    }

    mutating func answerSignIn(_ answer: PromptAnswer, _ question: SignInQuestion) {
        guard let provider = device.provider(id: question.provider) else { return begin() }
        func form(_ username: String?, _ field: SignInField, _ message: String) -> Question {
            self.form(
                at: provider, username: username, attempt: question.attempt + 1,
                error: SignInError(field: field, message: message))
        }
        let wrongPassword = "The password is not correct."
        switch answer {
        case .credentials(let username, let password):
            guard let subscriber = device.subscriber(provider: provider.id, username: username) else {
                let message = username.isEmpty ? "Enter your user name." : "\(provider.name) does not know this user name."
                return ask(form(username, .username, message))
            }
            guard subscriber.password == password else { return ask(form(username, .password, wrongPassword)) }
            signIn(subscriber, at: provider)
        case .subscriber(let username):
            guard let subscriber = device.subscriber(provider: provider.id, username: username) else { return begin() }
            signIn(subscriber, at: provider)
        case .wrongPassword: ask(form(question.username, .password, wrongPassword))
        default:
            if run.hasShownPicker { return askPicker() }
            end(.fail(.userCancelled("the user cancelled the sign-in")))
        }
    }

    /// Signs in after a correct password. If the provider rejects the user, the request returns to the picker, or to the app if
    /// there was none.
    private mutating func signIn(_ subscriber: Subscriber, at provider: Provider) {
        guard !subscriber.isSuspended else {
            guard run.hasShownPicker else { return refuse(subscriber, at: provider) }
            return askPicker(message: "\(provider.name): \(ProviderRefusal.accountSuspended.message)")
        }
        var changes: [DeviceEvent] = [
            .signedIn(
                provider: provider.id, subscriber: subscriber.username, now: environment.now, seed: environment.random)
        ]
        if device.accessStatus(of: app) == .notDetermined { changes.append(.accessSet(app, .granted)) }
        run.isAuthenticated = true
        store(changes)
    }

    /// Makes the provider itself reject the user.
    private mutating func refuse(_ subscriber: Subscriber, at provider: Provider) {
        guard let scheme = metadata.commonScheme(with: provider) else {
            return end(.fail(MetadataQuery.noCommonScheme(provider)))
        }
        let now = environment.now
        let account = SystemAccount(
            provider: provider.id, subscriber: subscriber.username, signedInAt: now, expiresAt: now, seed: environment.random)
        contact(
            ProviderRequest(
                application: app, provider: provider, subscriber: subscriber, scheme: scheme, account: account,
                refusal: .accountSuspended, now: now, request: metadata, trust: device.trust))
    }

    /// Signs in with the token of a provider's own app, without a window. The tokens of the simulated providers are their
    /// subscribers' user names.
    mutating func signIn(token: String) {
        guard device.signedInAccount == nil, let provider = onlyChoice,
            device.isDeveloperProvider(provider.id) || DeviceState.owns(provider.id, app)
        else {
            let message =
                "account-provider-authentication-token works only for exactly one provider, while no user is signed in, "
                + "and from that provider's own app"
            return end(.fail(VSError(.rejected, message)))
        }
        guard let subscriber = device.subscriber(provider: provider.id, username: token) else {
            return end(.fail(VSError(.providerRejected, "\(provider.id) does not accept the authentication token")))
        }
        signIn(subscriber, at: provider)
    }

    mutating func contact(_ contact: ProviderRequest) {
        let step = requests.nextStep()
        var contact = contact
        contact.correlation = run.request.correlation
        run.phase = .contacting(step, contact)
        effects.append(.contactProvider(step, contact, timeLimit: device.providerTimeLimit))
    }

    mutating func finish(with response: ProviderResponse) {
        guard case .contacting(_, let contact) = run.phase else { return }
        run.phase = .running
        do throws(VSError) {
            let ending = RequestEnding.complete(.metadata(try MetadataQuery.finish(contact, with: response)))
            guard let until = contact.renewedUntil else { return end(ending) }
            store([.accountRenewed(contact.account, until: until)], then: ending)
        } catch {
            end(.fail(error))
        }
    }
}
