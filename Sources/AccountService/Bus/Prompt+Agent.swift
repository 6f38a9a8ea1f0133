import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = AgentInterface.Key

extension Prompt {
    /// The method of an agent for this prompt, with its arguments.
    var agentCall: (member: MemberName, arguments: [any BusValueConvertible]) {
        var details: VariantDictionary = [:]
        details[Key.request] = BusVariant(request.objectPath)
        details[Key.applicationName] = BusVariant(applicationName)
        details[Key.parentWindow] = parentWindow.map { BusVariant($0) }
        switch question {
        case .access(let access):
            details[Key.usageDescription] = BusVariant(access.usageDescription)
            details[Key.providerName] = access.providerName.map { BusVariant($0) }
            return (AgentInterface.Member.requestAccess, [application.text, details])
        case .autoSignIn: return (AgentInterface.Member.authorizeAutoSignIn, [application.text, details])
        case .picker(let picker):
            details[Key.applicationID] = BusVariant(application.text)
            picker.add(to: &details)
            return (AgentInterface.Member.chooseProvider, [details, picker.rows.map(\.details)])
        case .signIn(let form):
            details[Key.applicationID] = BusVariant(application.text)
            form.add(to: &details)
            return (AgentInterface.Member.signIn, [form.provider, details])
        }
    }
}

extension PickerQuestion {
    fileprivate func add(to details: inout VariantDictionary) {
        details[Key.videoTitle] = videoTitle.map { BusVariant($0) }
        details[Key.featured] = BusVariant(featured)
        details[Key.other] = BusVariant(offersOther)
        details[Key.region] = BusVariant(region.code)
        details[Key.message] = message.map { BusVariant($0) }
    }
}

extension PickerRow {
    /// The row in the form for agents.
    var details: VariantDictionary {
        [
            Key.providerIdentifier: BusVariant(providerIdentifier), Key.name: BusVariant(name), Key.logo: BusVariant(logoURL),
            Key.featured: BusVariant(isFeatured), Key.supported: BusVariant(isSupported),
            Key.applicationProvider: BusVariant(isApplicationProvider), Key.developer: BusVariant(isDeveloper),
        ]
    }
}

extension SignInQuestion {
    fileprivate func add(to details: inout VariantDictionary) {
        details[Key.providerName] = BusVariant(providerName)
        details[Key.username] = username.map { BusVariant($0) }
        details[Key.videoTitle] = videoTitle.map { BusVariant($0) }
        details[Key.attempt] = BusVariant(UInt32(clamping: attempt))
        details[Key.errorField] = BusVariant(error?.field.rawValue ?? "")
        details[Key.errorMessage] = error.map { BusVariant($0.message) }
    }
}

extension Question {
    /// Returns the answer in an agent's reply.
    ///
    /// - Throws: `BusConversionError` if it is invalid.
    func answer(in reply: BusMessage) throws -> PromptAnswer {
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
            let details = try reply.decode(as: VariantDictionary.self)
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
    /// - Throws: `BusConversionError` if there is no such outcome.
    fileprivate init(outcome: String) throws {
        guard let value = Self(rawValue: outcome) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusConversionError(reason: "the outcome \(outcome) is not one of \(names)")
        }
        self = value
    }
}
