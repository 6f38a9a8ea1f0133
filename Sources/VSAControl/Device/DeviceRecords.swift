import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// The device's status.
struct DeviceStatus: Sendable, Equatable, JSONConvertible {
    var version: String
    var processID: Int64
    var region: String
    var applications: Int64
    var isSignedIn: Bool
    var serviceEntityID: String?
    var stateFolder: String?
    /// The policy for a prompt without a queued answer.
    var unanswered: String?

    var json: JSON {
        .members([
            "version": version, "processID": processID, "region": region, "applications": applications, "signedIn": isSignedIn,
            "serviceEntityID": serviceEntityID, "stateFolder": stateFolder,
        ])
    }
}

extension DeviceStatus {
    init(_ details: VariantDictionary) throws {
        version = try details.required(Keys.version, as: String.self)
        processID = Int64(try details.optional(Keys.processID, as: UInt32.self) ?? 0)
        region = try details.optional(Keys.region) ?? ""
        applications = Int64(try details.optional(Keys.applications, as: UInt32.self) ?? 0)
        isSignedIn = try details.optional(Keys.signedIn) ?? false
        serviceEntityID = try details.optional(Keys.serviceEntityID).nonEmpty
        stateFolder = try details.optional(Keys.stateFolder).nonEmpty
        unanswered = try details.optional(Keys.unanswered).nonEmpty
    }
}

/// The signed-in account, or the provider that the device remembers.
struct AccountRecord: Sendable, Equatable, JSONConvertible {
    var provider: String
    /// The subscriber; nil if the provider is only remembered.
    var subscriber: String?
    var signedInAt: Int64?
    var expiresAt: Int64?
    /// Whether no user is signed in, but a provider that the platform cannot sign in to was selected.
    var isRemembered: Bool = false

    /// The user of the provider on the device, as the first part of a message.
    var usage: String {
        guard let subscriber else { return "the device remembers \(provider) as the user's provider" }
        return "\(subscriber) is signed in at \(provider) on the device"
    }

    /// Returns whether the sign-in has expired at a time in Unix seconds.
    func hasExpired(at time: Int64) -> Bool { expiresAt.map { $0 <= time } ?? false }

    var json: JSON {
        .members([
            "provider": provider, "subscriber": subscriber, "signedInAt": signedInAt.map(Timestamp.text(unixSeconds:)),
            "expiresAt": expiresAt.map(Timestamp.text(unixSeconds:)), "remembered": isRemembered,
        ])
    }
}

extension AccountRecord {
    /// Creates an account; nil if no user is signed in: the device's reply is then empty.
    init?(_ details: VariantDictionary) throws {
        guard !details.isEmpty else { return nil }
        provider = try details.required(Keys.accountProviderIdentifier, as: String.self)
        isRemembered = try details.optional(Keys.remembered) ?? false
        subscriber =
            isRemembered ? try details.optional(Keys.subscriber).nonEmpty : try details.required(Keys.subscriber)
        signedInAt = try details.optional(Keys.signedInAt)
        expiresAt = try details.optional(Keys.authenticationExpirationDate)
    }
}

/// An app that the device knows.
struct ApplicationRecord: Sendable, Equatable, JSONConvertible {
    var id: String
    var name: String?
    var access: String
    var identifiedBy: String?
    var usageDescription: String?
}

extension ApplicationRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.applicationID, as: String.self)
        name = try details.optional(Keys.applicationName).nonEmpty
        access = try details.required(Keys.accessStatus, as: String.self)
        identifiedBy = try details.optional(Keys.identifiedBy).nonEmpty
        usageDescription = try details.optional(Keys.usageDescription).nonEmpty
    }
}

/// A provider in the device's world.
struct ProviderRecord: Sendable, Equatable, JSONConvertible {
    var id: String
    var name: String
    var mvpd: String
    var boardingStatus: String = "SUPPORTED"
    var isInLineUp: Bool = true
    var subscribers: [String] = []
    var schemes: [String] = ["SAML"]
    var isDeveloper: Bool = false
    /// Only for developer providers.
    var authenticationURL: String?
    /// Only for developer providers.
    var requiresSystemTrust: Bool?

    var json: JSON {
        .members([
            "id": id, "name": name, "mvpd": mvpd, "boardingStatus": boardingStatus, "inLineUp": isInLineUp,
            "subscribers": subscribers, "schemes": schemes, "developer": isDeveloper, "authenticationURL": authenticationURL,
            "requiresSystemTrust": requiresSystemTrust,
        ])
    }
}

extension ProviderRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.providerIdentifier, as: String.self)
        name = try details.required(Keys.name, as: String.self)
        mvpd = try details.optional(Keys.mvpd) ?? ""
        boardingStatus = try details.optional(Keys.boardingStatus) ?? "none"
        isInLineUp = try details.optional(Keys.lineUp) ?? false
        subscribers = try details.optional(Keys.subscribers) ?? []
        schemes = try details.optional(Keys.supportedAuthenticationSchemes) ?? []
        isDeveloper = try details.optional(Keys.developer) ?? false
        authenticationURL = try details.optional(Keys.authenticationURL)
        requiresSystemTrust = try details.optional(Keys.requiresSystemTrust)
    }
}

/// An unfinished request.
struct RequestRecord: Sendable, Equatable, JSONConvertible {
    /// The path of the request object.
    var request: String
    var application: String
    var identifiedBy: String?
    /// `access`, `metadata` or `auto-sign-in`
    var kind: String
    /// The stage, which names what it waits for.
    var stage: String
    /// The kind of its open prompt.
    var prompt: String?
    /// The party that is asked to answer the prompt.
    var asked: String?
}

extension RequestRecord {
    init(_ details: VariantDictionary) throws {
        request = try details.required(Keys.request, as: ObjectPath.self).string
        application = try details.required(Keys.applicationID, as: String.self)
        identifiedBy = try details.optional(Keys.identifiedBy).nonEmpty
        kind = try details.required(Keys.kind, as: String.self)
        stage = try details.required(Keys.stage, as: String.self)
        prompt = try details.optional(Keys.prompt).nonEmpty
        asked = try details.optional(Keys.asked).nonEmpty
    }
}

/// An agent that is registered with the device.
struct AgentRecord: Sendable, Equatable, JSONConvertible {
    var name: String
    var sender: String
    var path: String
    var processID: UInt32 = 0
    /// The executable of its process; empty if the device does not know it.
    var program: String = ""
    /// The number of its current and waiting prompts.
    var prompts: UInt32 = 0
}

extension AgentRecord {
    init(_ details: VariantDictionary) throws {
        name = try details.optional(Keys.name) ?? ""
        sender = try details.required(Keys.sender, as: String.self)
        path = try details.optional(Keys.path, as: ObjectPath.self)?.string ?? ""
        processID = try details.optional(Keys.processID) ?? 0
        program = try details.optional(Keys.program) ?? ""
        prompts = try details.optional(Keys.prompts) ?? 0
    }
}

/// A queued answer.
struct AnswerRecord: Sendable, Equatable, JSONConvertible {
    /// The number; 0 before it is queued.
    var id: UInt32 = 0
    var prompt: PromptKind
    var answer: String
    /// The app whose prompts it answers; nil: any.
    var application: String?
    /// The provider whose sign-in forms it answers; nil: any.
    var provider: String?
    /// Milliseconds.
    var delay: Int64 = 0
    /// The number of prompts that it answers; 0: all.
    var times: UInt32 = 1
    /// The number of prompts that it has answered.
    var used: UInt32 = 0

    /// The form in which it is queued.
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Keys.prompt: prompt.rawValue, Keys.answer: answer, Keys.delay: delay, Keys.times: times,
            Keys.applicationID: application, Keys.provider: provider,
        ])
    }
}

extension AnswerRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.id, as: UInt32.self)
        let kind = try details.required(Keys.prompt, as: String.self)
        guard let prompt = PromptKind(rawValue: kind) else {
            throw Failure(.failed, "the device's answer has a prompt of an unknown kind: \(kind)")
        }
        self.prompt = prompt
        answer = try details.required(Keys.answer, as: String.self)
        application = try details.optional(Keys.applicationID).nonEmpty
        provider = try details.optional(Keys.provider).nonEmpty
        delay = try details.optional(Keys.delay) ?? 0
        times = try details.optional(Keys.times) ?? 1
        used = try details.optional(Keys.used) ?? 0
    }
}
