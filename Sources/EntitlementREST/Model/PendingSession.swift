import Foundation
import ServiceAccess

/// A login in progress, identified by a code.
public struct PendingSession: Sendable, Hashable {
    /// The code: a user enters it on another screen, and the device polls with it.
    public let code: String
    /// The address that a browser must open to log in; nil while parameters are missing.
    public let url: URL?
    /// The parameters that ``EntitlementClient/resumeSession(code:mvpd:domainName:redirectURL:)`` must add.
    public let missingParameters: [SessionParameter]
    /// The provider, if it is known.
    public let mvpd: String?
    /// The reason for the service's answer.
    public let reason: SessionReason
    /// The service's identifier for tracking.
    public let sessionID: String?
    /// The period of validity of the code.
    public let validity: Validity
    /// The answer as received.
    package let json: JSONValue
}

/// A request that the provider of the device's account answers.
public struct PartnerRequest: Sendable, Hashable {
    /// The provider.
    public let mvpd: String
    /// The request, in Base64, which is passed on unchanged.
    public let request: String
    /// The names of the requested attributes.
    public let attributeNames: [String]

    init(_ json: JSONValue?, mvpd: String) throws(EntitlementClientError) {
        let reader = try Reader(json, "authenticationRequest")
        guard try reader.text("type").lowercased() == "saml" else {
            throw .unreadable("type in authenticationRequest is not saml.")
        }
        self.mvpd = mvpd
        request = try reader.text("request")
        attributeNames = try reader.texts("attributesNames")
    }
}

/// The next step after a session was created or resumed.
public enum SessionStep: Sendable, Hashable {
    /// A browser must open the session's address; meanwhile the device polls.
    case authenticate(PendingSession)
    /// The session lacks parameters.
    case resume(PendingSession)
    /// The app can request decisions for this provider.
    case authorize(mvpd: String, SessionReason)
    /// The provider of the device's account must answer a request.
    case partnerProfile(PartnerRequest)
    /// A value of a newer service.
    case unknown(String)
}

/// The answer to a session request, with the next step.
package struct SessionAnswer: Sendable {
    package let step: SessionStep
    /// The answer as received.
    package let json: JSONValue

    init(_ answer: (json: JSONValue, service: String)) throws(EntitlementClientError) {
        let reader = try Reader(answer.json, "the session")
        json = answer.json
        let name = try reader.text("actionName")
        let mvpd = try reader.optionalText("mvpd")
        let reason = try reader.optionalText("reasonType").map { SessionReason($0) } ?? .ordinary
        switch name {
        case "authenticate":
            let pending = try Self.pending(reader, mvpd: mvpd, reason: reason, service: answer.service)
            guard pending.url != nil else { throw .unreadable("the session lacks url.") }
            step = .authenticate(pending)
        case "resume", "retry":
            step = .resume(try Self.pending(reader, mvpd: mvpd, reason: reason, service: answer.service, isOpen: true))
        case "authorize": step = .authorize(mvpd: try reader.text("mvpd"), reason)
        case "partner_profile":
            step = .partnerProfile(try PartnerRequest(json["authenticationRequest"], mvpd: try reader.text("mvpd")))
        default: step = .unknown(name)
        }
    }

    /// - Parameter isOpen: Whether the address in the answer is not yet one for a browser.
    private static func pending(
        _ reader: Reader, mvpd: String?, reason: SessionReason, service: String, isOpen: Bool = false
    ) throws(EntitlementClientError) -> PendingSession {
        var url: URL?
        if let text = try reader.optionalText("url") {
            url = ServiceAddress.resolve(text, at: service)
            if url == nil { throw .unreadable("url in the session is not an address.") }
        }
        return PendingSession(
            code: try reader.text("code"), url: isOpen ? nil : url,
            missingParameters: try reader.texts("missingParameters").map(SessionParameter.init), mvpd: mvpd, reason: reason,
            sessionID: try reader.optionalText("sessionId"), validity: try reader.validity(), json: reader.json)
    }
}

/// The service's information about a code, for the screen on which the user enters it.
public struct SessionInformation: Sendable, Hashable {
    /// The known parameters by name, such as `mvpd` and `domainName`.
    public let existingParameters: [String: String]
    /// The parameters that are missing.
    public let missingParameters: [SessionParameter]
    /// The period of validity of the code.
    public let validity: Validity
    /// The answer as received.
    package let json: JSONValue

    /// The provider, if one was chosen on the device.
    public var mvpd: String? { existingParameters["mvpd"] }

    init(_ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "the session information")
        self.json = json
        let known = try reader.required("existingParameters", \.object)
        var existing: [String: String] = [:]
        for (name, value) in known where value != .null {
            guard let text = value.text else { throw .unreadable("\(name) in existingParameters has the wrong type.") }
            // One sample in the documentation has `domain`.
            existing[name == "domain" ? "domainName" : name] = text
        }
        existingParameters = existing
        missingParameters = try reader.texts("missingParameters").map(SessionParameter.init)
        validity = try reader.validity()
    }
}

/// The reason for the answer to a session request.
public struct SessionReason: OpenVocabulary {
    /// No special reason.
    public static let ordinary = Self("none")
    /// The user is signed in.
    public static let authenticated = Self("authenticated")
    /// The user is signed in by single sign-on.
    public static let authenticatedSSO = Self("authenticatedSSO")
    /// A degradation rule admits every user.
    public static let degraded = Self("degraded")
    /// The provider is a temporary pass.
    public static let temporary = Self("temporary")
    /// The service could not use the status of the device's account.
    public static let partnerStatusFallback = Self("pfs_fallback")
    /// Single sign-on is not configured for this provider or platform.
    public static let configurationFallback = Self("configuration_fallback")
    /// A parameter of the basic flow is missing.
    public static let missingParametersFallback = Self("missing_parameters_fallback")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}

/// A parameter that a session may lack.
public struct SessionParameter: OpenVocabulary {
    /// The provider.
    public static let mvpd = Self("mvpd")
    /// The domain of the programmer. The documentation also calls it `domain`.
    public static let domainName = Self("domainName")
    /// The address at which the login ends.
    public static let redirectURL = Self("redirectUrl")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word == "domain" ? "domainName" : word }
}
