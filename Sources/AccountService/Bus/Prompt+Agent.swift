import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = AgentInterface.Key

extension Prompt {
    /// The method of an agent for this prompt, with its arguments.
    var agentCall: (member: MemberName, arguments: [any BusValueConvertible]) {
        let application = request.application
        switch question {
        case .access(let access):
            let own = details([Key.usageDescription: access.usageDescription, Key.providerName: access.providerName])
            return (AgentInterface.Member.requestAccess, [application.text, own])
        case .autoSignIn: return (AgentInterface.Member.authorizeAutoSignIn, [application.text, details([:])])
        case .picker(let picker):
            let own = details([
                Key.applicationID: application.text, Key.videoTitle: picker.videoTitle, Key.featured: picker.featured,
                Key.other: picker.offersOther, Key.region: picker.region.code, Key.message: picker.message,
            ])
            return (AgentInterface.Member.chooseProvider, [own, picker.rows.map(\.details)])
        case .signIn(let form):
            let own = details([
                Key.applicationID: application.text, Key.providerName: form.providerName, Key.username: form.username,
                Key.videoTitle: form.videoTitle, Key.attempt: UInt32(clamping: form.attempt),
                Key.errorField: form.error?.field.rawValue ?? "", Key.errorMessage: form.error?.message,
            ])
            return (AgentInterface.Member.signIn, [form.provider, own])
        }
    }

    /// Returns what every prompt has in common, and its own values.
    private func details(_ own: KeyValuePairs<String, (any BusValueConvertible)?>) -> VariantDictionary {
        let common = VariantDictionary(filled: [
            Key.request: request.id.objectPath, Key.applicationName: request.applicationName,
            Key.parentWindow: request.parentWindow,
        ])
        return common.merging(VariantDictionary(filled: own)) { _, own in own }
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
