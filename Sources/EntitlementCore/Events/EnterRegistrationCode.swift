import TVWorld

/// Takes the code that a user enters on the activation page.
public struct EnterRegistrationCode: EntitlementEvent {
    /// What is known of the code.
    public enum Answer: Sendable, Equatable {
        /// It waits for a sign-in.
        case open(Activation)
        /// Somebody has signed in with it.
        case used(Activation)
        /// It has ended a short time ago.
        case ended
        /// It was never given out, was released, or ended long ago.
        case unknown
    }

    /// What a code is for.
    public struct Activation: Sendable, Equatable {
        /// The code.
        public var record: RegistrationCode
        /// The channel of the device's app.
        public var requestor: Requestor
        /// The channel's enabled integrations, in the order of the world's providers.
        public var providers: [Provider]
        /// The provider of the device's sign-in; nil when no user is signed in.
        public var signedInAt: Provider?
    }

    public static let journalEvent = JournalEvent.registrationCodeEntered

    /// What was entered.
    public var code: String

    /// A user with a code.
    public init(code: String) {
        self.code = code
    }

    public var journalDetails: [String: String] { ["code": code] }

    public static func outcome(_ answer: Answer) -> String {
        switch answer {
        // A used one is entered again by the page that tells that it worked.
        case .open, .used: "ok"
        case .ended, .unknown: ErrorCode.invalidCode.rawValue
        }
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        // What cannot be a code is looked up too, so that it takes the same time.
        let code = RegistrationCode.normalized(code) ?? ""
        guard let record = state.registrationCodes[code], let requestor = state.world.requestor(id: record.key.requestor) else {
            return Decision(.unknown)
        }
        guard context.now < record.expiresAt else {
            return Decision(context.now < record.expiresAt + RegistrationCode.retention ? .ended : .unknown)
        }
        var activation = Activation(
            record: record, requestor: requestor,
            providers: state.world.providers.filter { provider in
                state.world.integration(requestor: requestor.id, mvpd: provider.mvpd)?.isEnabled ?? false
            })
        if let token = state.authentications[record.key], context.now < token.expiresAt {
            activation.signedInAt = state.world.provider(mvpd: token.mvpd)
        }
        return Decision(record.isUsed ? .used(activation) : .open(activation))
    }
}
