import AccountCore
import DBus
import DeviceInterfaces

private typealias Key = AgentInterface.Key

/// An agent's reply is invalid.
struct InvalidAgentReply: Error {
    var reason: String
}

extension Prompt {
    /// The method of an agent for this prompt, with its arguments.
    var agentCall: (member: MemberName, arguments: [any ValueConvertible]) {
        var details: Details = [:]
        details[Key.request] = Variant(request.objectPath)
        details[Key.applicationName] = Variant(applicationName)
        details[Key.parentWindow] = parentWindow.map { Variant($0) }
        switch question {
        case .access(let access):
            details[Key.usageDescription] = Variant(access.usageDescription)
            details[Key.providerName] = access.providerName.map { Variant($0) }
            return (AgentInterface.Member.requestAccess, [application.text, details])
        case .autoSignIn: return (AgentInterface.Member.authorizeAutoSignIn, [application.text, details])
        case .picker(let picker):
            details[Key.applicationID] = Variant(application.text)
            picker.add(to: &details)
            return (AgentInterface.Member.chooseProvider, [details, picker.rows.map(\.details)])
        case .signIn(let form):
            details[Key.applicationID] = Variant(application.text)
            form.add(to: &details)
            return (AgentInterface.Member.signIn, [form.provider, details])
        }
    }
}

extension PickerQuestion {
    fileprivate func add(to details: inout Details) {
        details[Key.videoTitle] = videoTitle.map { Variant($0) }
        details[Key.featured] = Variant(featured)
        details[Key.other] = Variant(offersOther)
        details[Key.region] = Variant(region.code)
        details[Key.message] = message.map { Variant($0) }
    }
}

extension PickerRow {
    /// The row in the form for agents.
    var details: Details {
        var details: Details = [:]
        details[Key.providerIdentifier] = Variant(providerIdentifier)
        details[Key.name] = Variant(name)
        details[Key.logo] = Variant(logoURL)
        details[Key.featured] = Variant(isFeatured)
        details[Key.supported] = Variant(isSupported)
        details[Key.applicationProvider] = Variant(isApplicationProvider)
        details[Key.developer] = Variant(isDeveloper)
        return details
    }
}

extension SignInQuestion {
    fileprivate func add(to details: inout Details) {
        details[Key.providerName] = Variant(providerName)
        details[Key.username] = username.map { Variant($0) }
        details[Key.videoTitle] = videoTitle.map { Variant($0) }
        details[Key.attempt] = Variant(UInt32(clamping: attempt))
        details[Key.errorField] = Variant(error?.field.rawValue ?? "")
        details[Key.errorMessage] = error.map { Variant($0.message) }
    }
}

extension Question {
    /// Returns the answer in an agent's reply.
    ///
    /// - Throws: `ConversionError` if it has the wrong types, `InvalidAgentReply` if its contents are invalid.
    func answer(in reply: Message) throws -> PromptAnswer {
        switch self {
        case .access, .autoSignIn:
            switch try AgentInterface.Decision(outcome: reply.decode(as: String.self)) {
            case .granted: return .granted
            case .denied: return .denied
            case .dismiss: return .dismissed
            }
        case .picker:
            let (outcome, provider) = try reply.decode(as: String.self, String.self)
            switch try AgentInterface.Choice(outcome: outcome) {
            case .provider: return .provider(provider)
            case .other: return .otherProvider
            case .cancel: return .cancelled
            }
        case .signIn:
            let details = try reply.decode(as: Details.self)
            if try details.optional(Key.cancel) == true { return .cancelled }
            return .credentials(
                username: try details.required(Key.username),
                password: try details.required(Key.password))
        }
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Creates the outcome that an agent replied with.
    ///
    /// - Throws: `InvalidAgentReply` if there is no such outcome.
    fileprivate init(outcome: String) throws {
        guard let value = Self(rawValue: outcome) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidAgentReply(reason: "the outcome \(outcome) is none of \(names)")
        }
        self = value
    }
}
