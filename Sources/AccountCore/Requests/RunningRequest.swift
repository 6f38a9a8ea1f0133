import TVWorld

/// What a question is built on. When something of it changes elsewhere, the question is asked again or has become superfluous.
struct PromptBasis: Sendable, Equatable {
    /// The app's access.
    var access: AccessStatus
    /// Who is signed in, whatever the state of the authentication.
    var account: SystemAccount?
    /// The rows of the picker.
    var rows: [PickerRow]?
    /// The provider of the sign-in form.
    var provider: Provider?
    /// The decision about automatic sign-in.
    var autoSignIn: AutoSignInAuthorization?
}

/// A prompt that waits for its answer.
struct OpenPrompt: Sendable, Equatable {
    var prompt: Prompt
    var basis: PromptBasis
    /// Who is being asked; nil while nobody is.
    var source: PromptSource?
    /// Who has been asked in vain.
    var tried: Set<Answerer> = []

    /// The agents among those.
    var triedAgents: Set<String> {
        Set(tried.compactMap { if case .agent(let name) = $0 { name } else { nil } })
    }
}

/// How a request ends.
enum RequestEnding: Sendable, Equatable {
    case complete(RequestResult)
    case fail(VSError)
}

/// What a request does once its changes are stored.
enum Continuation: Sendable, Equatable {
    /// It ends.
    case end(RequestEnding)
    /// It goes on with the state that is now.
    case proceed
}

/// Where a running request is.
enum RequestPhase: Sendable, Equatable {
    /// At its beginning, or between two steps of one event.
    case running
    /// A fault holds it up before it begins.
    case held(StepID)
    /// A question is open.
    case asking(OpenPrompt)
    /// The app has to say whether a provider may be signed in to.
    case confirming(provider: String, PromptBasis)
    /// Changes are being stored.
    case storing(StepID, Continuation)
    /// The provider is answering.
    case contacting(StepID, ProviderContact)
    /// It is over.
    case ended
}

/// The request of an app that is at its turn.
struct RunningRequest: Sendable, Equatable {
    var request: InterruptingRequest
    var phase = RequestPhase.running
    /// Whether `Present` was sent.
    var isPresenting = false
    /// Whether the user chose the provider in the picker, so that cancelling the form leads back there.
    var hasShownPicker = false
    /// Whether the user has signed in for this request.
    var isAuthenticated = false
    /// How many prompts it has opened.
    var promptCount = 0

    init(_ request: InterruptingRequest) {
        self.request = request
    }

    /// The step that it waits for.
    var step: StepID? {
        switch phase {
        case .asking(let open): open.prompt.id
        case .storing(let step, _), .contacting(let step, _), .held(let step): step
        case .running, .confirming, .ended: nil
        }
    }
}
