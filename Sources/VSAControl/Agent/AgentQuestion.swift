import DBus
import DeviceInterfaces
import TVWorld

/// A prompt that the device passes to an agent. Its strings come from apps and providers and are not trusted.
struct AgentQuestion: Sendable, Equatable {
    enum Subject: Sendable, Equatable {
        /// Whether the app may access the subscription, with its reason, and the signed-in provider.
        case access(usageDescription: String?, providerName: String?)
        case picker(PickerSubject)
        case signIn(SignInSubject)
        case autoSignIn
    }

    /// The object path of the request that it belongs to; nil if the device does not provide it.
    var request: String?
    var application: String
    /// The app's name; its identifier if it has none.
    var applicationName: String
    var subject: Subject

    /// The kind, as named in commands and documents.
    var kind: PromptKind {
        switch subject {
        case .access: .access
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: .autoSignIn
        }
    }
}

struct PickerSubject: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        var id: String
        var name: String
        var isFeatured = false
        /// Whether the device can sign in to it for this app.
        var isSupported = true
        /// Whether the app added the row.
        var isOfApplication = false
        var isDeveloper = false
    }

    /// The rows, in display order.
    var rows: [Row]
    var videoTitle: String?
    /// The reason why the picker is shown again.
    var message: String?
    /// Whether there is a row "Other TV Provider".
    var offersOther = true
}

struct SignInSubject: Sendable, Equatable {
    enum Field: String, Sendable { case username, password }

    var provider: String
    var providerName: String
    /// The prefilled user name.
    var username: String?
    var videoTitle: String?
    /// The number of the attempt, starting at 1.
    var attempt: UInt32 = 1
    /// The error of the previous attempt.
    var errorMessage: String?
    /// The field that the error concerns; nil: none.
    var errorField: Field?
}

extension PromptAnswer {
    /// Returns the answer for closing a kind of prompt without a decision.
    static func closing(_ kind: PromptKind) -> PromptAnswer {
        switch kind {
        case .access, .autoSignIn: .dismissed
        case .picker, .signIn: .cancelled
        }
    }
}

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
