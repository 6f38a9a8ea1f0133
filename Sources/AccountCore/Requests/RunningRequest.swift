import TVWorld

/// The facts on which a prompt is based. If one of them changes, the prompt is repeated or has become unnecessary.
struct PromptBasis: Sendable, Equatable {
    var access: AccessStatus
    /// The signed-in account, regardless of the state of the authentication.
    var account: SystemAccount?
    /// The region; nil if it has no television providers.
    var region: Region?
    var rows: [PickerRow]?
    /// The provider of the sign-in form, or that the app has to confirm.
    var provider: Provider?
    /// The decision about automatic sign-in.
    var autoSignIn: AutoSignInAuthorization?
}

/// A prompt that waits for its answer.
struct OpenPrompt: Sendable, Equatable {
    var prompt: Prompt
    var basis: PromptBasis
    /// The party that is being asked; nil if there is none.
    var source: PromptSource?
    /// Whether a fault may hold it up, so that no party is asked yet.
    var isHeld = false
    /// The parties that were asked without success.
    var tried: Set<Answerer> = []

    /// The agents among them.
    var triedAgents: Set<String> {
        Set(tried.compactMap { if case .agent(let name) = $0 { name } else { nil } })
    }
}

enum RequestEnding: Sendable, Equatable {
    case complete(RequestResult)
    case fail(VSError)
}

enum RequestPhase: Sendable, Equatable {
    /// At its start, or between two steps of one event.
    case running
    /// A fault holds it up before it begins.
    case held(StepID)
    /// A prompt is open.
    case asking(OpenPrompt)
    /// The app has to decide whether a provider is allowed.
    case confirming(provider: String, PromptBasis)
    /// Changes are being stored. Then the request ends with the value, or continues if that is nil.
    case storing(StepID, RequestEnding?)
    /// The provider has been contacted.
    case contacting(StepID, ProviderRequest)
    /// It has ended.
    case ended
}

struct RunningRequest: Sendable, Equatable {
    var request: InterruptingRequest
    var phase = RequestPhase.running
    /// Whether `Present` was sent.
    var isPresenting = false
    /// Whether the picker was shown, so that cancelling the form returns there.
    var hasShownPicker = false
    /// Whether the user has signed in for this request.
    var isAuthenticated = false
    var promptCount = 0

    /// The step that the request waits for.
    var step: StepID? {
        switch phase {
        case .asking(let open): open.prompt.id
        case .storing(let step, _), .contacting(let step, _), .held(let step): step
        case .running, .confirming, .ended: nil
        }
    }
}
