import DBus
import TVWorld

extension AgentQuestion {
    /// Creates a question from a call of the device.
    ///
    /// - Throws: `ConversionError`, which becomes the reply `InvalidArgs`.
    init(_ call: Invocation) throws {
        switch call.member {
        case AgentInterface.requestAccess:
            let (application, details) = try call.decode(String.self, Details.self)
            try self.init(
                application: application, details,
                .access(
                    AccessSubject(
                        usageDescription: try details.optional(Wire.Key.usageDescription).nonEmpty,
                        providerName: try details.optional(Wire.Key.providerName).nonEmpty)))
        case AgentInterface.chooseProvider:
            let (details, providers) = try call.decode(Details.self, [Details].self)
            try self.init(
                application: details.optional(Wire.Key.application) ?? "", details,
                .picker(PickerSubject(details, providers)))
        case AgentInterface.signIn:
            let (provider, details) = try call.decode(String.self, Details.self)
            try self.init(
                application: details.optional(Wire.Key.application) ?? "", details,
                .signIn(SignInSubject(provider: provider, details)))
        default:
            let (application, details) = try call.decode(String.self, Details.self)
            try self.init(application: application, details, .autoSignIn)
        }
    }

    private init(application: String, _ details: Details, _ subject: Subject) throws {
        self.init(
            request: try details.optional(Wire.Key.request, as: ObjectPath.self)?.string, application: application,
            applicationName: try details.optional(Wire.Key.applicationName).nonEmpty ?? application, subject: subject)
    }
}

extension PickerSubject {
    init(_ details: Details, _ providers: [Details]) throws {
        let rows = try providers.map { row in
            let id = try row.required(Wire.Key.provider, as: String.self)
            return Row(
                id: id, name: try row.optional(Wire.Key.name).nonEmpty ?? id,
                isFeatured: try row.optional(Wire.Key.featured) ?? false,
                isSupported: try row.optional(Wire.Key.supported) ?? true,
                isOfApplication: try row.optional(Wire.Key.applicationProvider) ?? false,
                isDeveloper: try row.optional(Wire.Key.developer) ?? false)
        }
        self.init(
            rows: rows, videoTitle: try details.optional(Wire.Key.videoTitle).nonEmpty,
            message: try details.optional(Wire.Key.message).nonEmpty,
            offersOther: try details.optional(Wire.Key.other) ?? !rows.contains(where: \.isOfApplication))
    }
}

extension SignInSubject {
    init(provider: String, _ details: Details) throws {
        self.init(
            provider: provider, providerName: try details.optional(Wire.Key.providerName).nonEmpty ?? provider,
            username: try details.optional(Wire.Key.username).nonEmpty,
            videoTitle: try details.optional(Wire.Key.videoTitle).nonEmpty,
            attempt: try details.optional(Wire.Key.attempt) ?? 1,
            errorMessage: try details.optional(Wire.Key.errorMessage).nonEmpty,
            errorField: try details.optional(Wire.Key.errorField, as: String.self).flatMap(Field.init))
    }
}

extension AgentAnswer {
    /// Returns the arguments of the reply to a call for a kind of prompt.
    func results(for kind: PromptKind) -> [any ValueConvertible] {
        switch kind {
        case .access, .autoSignIn: [text]
        case .picker:
            switch self {
            case .provider(let id): ["provider", id]
            case .otherProvider: ["other", ""]
            default: ["cancel", ""]
            }
        case .signIn:
            switch self {
            case .credentials(let username, let password):
                [[Wire.Key.username: Variant(username), Wire.Key.password: Variant(password)] as Details]
            default: [[Wire.Key.cancel: Variant(true)] as Details]
            }
        }
    }
}
