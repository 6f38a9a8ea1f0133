import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = AgentInterface.Key

extension AgentQuestion {
    /// Creates a question from a call of the device.
    ///
    /// - Throws: `BusConversionError`, which becomes the reply `InvalidArgs`.
    init(_ call: MethodInvocation) throws {
        switch call.member {
        case AgentInterface.Member.requestAccess:
            let (application, details) = try call.decode(String.self, VariantDictionary.self)
            try self.init(
                application: application, details,
                .access(
                    usageDescription: try details.optional(Keys.usageDescription).nonEmpty,
                    providerName: try details.optional(Keys.providerName).nonEmpty))
        case AgentInterface.Member.chooseProvider:
            let (details, providers) = try call.decode(VariantDictionary.self, [VariantDictionary].self)
            try self.init(
                application: details.optional(Keys.applicationID) ?? "", details,
                .picker(PickerSubject(details, providers)))
        case AgentInterface.Member.signIn:
            let (provider, details) = try call.decode(String.self, VariantDictionary.self)
            try self.init(
                application: details.optional(Keys.applicationID) ?? "", details,
                .signIn(SignInSubject(provider: provider, details)))
        default:
            let (application, details) = try call.decode(String.self, VariantDictionary.self)
            try self.init(application: application, details, .autoSignIn)
        }
    }

    private init(application: String, _ details: VariantDictionary, _ subject: Subject) throws {
        self.init(
            request: try details.optional(Keys.request, as: ObjectPath.self)?.string, application: application,
            applicationName: try details.optional(Keys.applicationName).nonEmpty ?? application, subject: subject)
    }
}

extension PickerSubject {
    init(_ details: VariantDictionary, _ providers: [VariantDictionary]) throws {
        let rows = try providers.map { row in
            let id = try row.required(Keys.providerIdentifier, as: String.self)
            return Row(
                id: id, name: try row.optional(Keys.name).nonEmpty ?? id,
                isFeatured: try row.optional(Keys.featured) ?? false,
                isSupported: try row.optional(Keys.supported) ?? true,
                isOfApplication: try row.optional(Keys.applicationProvider) ?? false,
                isDeveloper: try row.optional(Keys.developer) ?? false)
        }
        self.init(
            rows: rows, videoTitle: try details.optional(Keys.videoTitle).nonEmpty,
            message: try details.optional(Keys.message).nonEmpty,
            offersOther: try details.optional(Keys.other) ?? !rows.contains(where: \.isOfApplication))
    }
}

extension SignInSubject {
    init(provider: String, _ details: VariantDictionary) throws {
        self.init(
            provider: provider, providerName: try details.optional(Keys.providerName).nonEmpty ?? provider,
            username: try details.optional(Keys.username).nonEmpty,
            videoTitle: try details.optional(Keys.videoTitle).nonEmpty,
            attempt: try details.optional(Keys.attempt) ?? 1,
            errorMessage: try details.optional(Keys.errorMessage).nonEmpty,
            errorField: try details.optional(Keys.errorField, as: String.self).flatMap(Field.init))
    }
}

extension PromptAnswer {
    /// Returns the arguments of the reply to a call for a kind of prompt.
    func results(for kind: PromptKind) -> [any BusValueConvertible] {
        switch kind {
        case .access, .autoSignIn: [text]
        case .picker:
            switch self {
            case .provider(let id): [AgentInterface.Choice.provider.rawValue, id]
            case .otherProvider: [AgentInterface.Choice.other.rawValue, ""]
            default: [AgentInterface.Choice.cancel.rawValue, ""]
            }
        case .signIn:
            switch self {
            case .credentials(let username, let password):
                [[Keys.username: BusVariant(username), Keys.password: BusVariant(password)] as VariantDictionary]
            default: [[Keys.cancel: BusVariant(true)] as VariantDictionary]
            }
        }
    }
}
