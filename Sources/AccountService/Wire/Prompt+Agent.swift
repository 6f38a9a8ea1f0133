import AccountCore
import DBus

/// The keys of the details for agents.
enum AgentDetailKey: String, CaseIterable {
    case request
    case applicationID = "application-id"
    case applicationName = "application-name"
    case usageDescription = "usage-description"
    case providerName = "provider-name"
    case parentWindow = "parent-window"
    case videoTitle = "video-title"
    case featured
    case other
    case region
    case message
    case username
    case attempt
    case errorField = "error-field"
    case errorMessage = "error-message"
}

/// The keys of a row of `ChooseProvider`.
enum PickerRowKey: String, CaseIterable {
    case providerIdentifier = "provider-identifier"
    case name
    case logo
    case featured
    case supported
    case applicationProvider = "application-provider"
    case developer
}

/// The keys of the answer to `SignIn`.
enum SignInAnswerKey: String, CaseIterable {
    case username
    case password
    case cancel
}

extension Agent {
    /// The element of `ListAgents`.
    func details(prompts: Int) -> Details {
        var details: Details = [:]
        details[ControlKey.name] = Variant(name)
        details[ControlKey.sender] = Variant(owner.string)
        details[ControlKey.path] = Variant(path)
        details[ControlKey.processID] = Variant(processID ?? 0)
        details[ControlKey.program] = Variant(program ?? "")
        details[ControlKey.prompts] = Variant(UInt32(clamping: prompts))
        return details
    }
}

/// An agent's reply is invalid.
struct Nonsense: Error {
    var reason: String
}

extension Prompt {
    /// The method of an agent for this prompt, with its arguments.
    var agentCall: (member: MemberName, arguments: [any ValueConvertible]) {
        var details: Details = [:]
        details[AgentDetailKey.request] = Variant(RequestObjects.path(of: request))
        details[AgentDetailKey.applicationName] = Variant(applicationName)
        details[AgentDetailKey.parentWindow] = parentWindow.map { Variant($0) }
        switch question {
        case .access(let access):
            details[AgentDetailKey.usageDescription] = Variant(access.usageDescription)
            details[AgentDetailKey.providerName] = access.providerName.map { Variant($0) }
            return ("RequestAccess", [application.text, details])
        case .autoSignIn: return ("AuthorizeAutoSignIn", [application.text, details])
        case .picker(let picker):
            details[AgentDetailKey.applicationID] = Variant(application.text)
            picker.add(to: &details)
            return ("ChooseProvider", [details, picker.rows.map(\.details)])
        case .signIn(let form):
            details[AgentDetailKey.applicationID] = Variant(application.text)
            form.add(to: &details)
            return ("SignIn", [form.provider, details])
        }
    }
}

extension PickerQuestion {
    fileprivate func add(to details: inout Details) {
        details[AgentDetailKey.videoTitle] = videoTitle.map { Variant($0) }
        details[AgentDetailKey.featured] = Variant(featured)
        details[AgentDetailKey.other] = Variant(offersOther)
        details[AgentDetailKey.region] = Variant(region.code)
        details[AgentDetailKey.message] = message.map { Variant($0) }
    }
}

extension PickerRow {
    /// The row in the form for agents.
    var details: Details {
        var details: Details = [:]
        details[PickerRowKey.providerIdentifier] = Variant(providerIdentifier)
        details[PickerRowKey.name] = Variant(name)
        details[PickerRowKey.logo] = Variant(logoURL)
        details[PickerRowKey.featured] = Variant(isFeatured)
        details[PickerRowKey.supported] = Variant(isSupported)
        details[PickerRowKey.applicationProvider] = Variant(isApplicationProvider)
        details[PickerRowKey.developer] = Variant(isDeveloper)
        return details
    }
}

extension SignInQuestion {
    fileprivate func add(to details: inout Details) {
        details[AgentDetailKey.providerName] = Variant(providerName)
        details[AgentDetailKey.username] = username.map { Variant($0) }
        details[AgentDetailKey.videoTitle] = videoTitle.map { Variant($0) }
        details[AgentDetailKey.attempt] = Variant(UInt32(clamping: attempt))
        details[AgentDetailKey.errorField] = Variant(error?.field.rawValue ?? "")
        details[AgentDetailKey.errorMessage] = error.map { Variant($0.message) }
    }
}

extension Question {
    /// Returns the answer in an agent's reply.
    ///
    /// - Throws: `ConversionError` if it has the wrong types, `Nonsense` if its contents are invalid.
    func answer(in reply: Message) throws -> PromptAnswer {
        switch self {
        case .access, .autoSignIn:
            switch try reply.decode(as: String.self) {
            case "granted": return .granted
            case "denied": return .denied
            case "dismiss": return .dismissed
            case let text: throw Nonsense(reason: "the outcome \(text) is not one of granted, denied, dismiss")
            }
        case .picker:
            let (outcome, provider) = try reply.decode(as: String.self, String.self)
            switch outcome {
            case "provider": return .provider(provider)
            case "other": return .otherProvider
            case "cancel": return .cancelled
            default: throw Nonsense(reason: "the outcome \(outcome) is not one of provider, other, cancel")
            }
        case .signIn:
            let details = try reply.decode(as: Details.self)
            if try details.optional(SignInAnswerKey.cancel) == true { return .cancelled }
            return .credentials(
                username: try details.required(SignInAnswerKey.username.rawValue),
                password: try details.required(SignInAnswerKey.password.rawValue))
        }
    }
}
