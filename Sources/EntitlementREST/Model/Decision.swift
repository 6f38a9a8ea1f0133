import Foundation
import ServiceAccess

/// The proof of one permission, verified by the programmer's backend. It expires soon and is never stored.
public struct MediaToken: Sendable, Hashable {
    /// The token as passed to the backend.
    public let serialized: String
    /// The period of validity.
    public let validity: Validity

    init(_ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "the token")
        serialized = try reader.text("serializedToken")
        validity = try reader.validity()
    }
}

/// A decision about one resource. A denial is a decision, too.
public struct Decision: Sendable, Hashable, Identifiable {
    /// The resource.
    public let resource: String
    /// The provider.
    public let mvpd: String
    /// The service provider.
    public let serviceProvider: String
    /// The source of the decision.
    public let source: DecisionSource
    /// Whether the resource may be played.
    public let isAuthorized: Bool
    /// The proof, in the answer of ``EntitlementClient/authorize(_:at:)`` if the resource may be played.
    public let mediaToken: MediaToken?
    /// The period of validity of the permission, if the service provides one.
    public let validity: Validity?
    /// The reason for a denial; `details` is the text for the user.
    public let error: EnhancedError?
    /// The decision as received.
    package let json: JSONValue

    /// The resource.
    public var id: String { resource }

    init(_ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "a decision")
        self.json = json
        resource = try reader.text("resource")
        mvpd = try reader.text("mvpd")
        serviceProvider = try reader.text("serviceProvider")
        source = DecisionSource(try reader.text("source"))
        isAuthorized = try reader.required("authorized", \.flag)
        mediaToken = if let json = json["token"] { try MediaToken(json) } else { nil }
        validity = try reader.optionalValidity()
        error = if let json = json["error"] { try EnhancedError(json) } else { nil }
    }

    /// Reads the decisions of an answer.
    ///
    /// - Parameter isTokenDue: Whether permits must contain a token.
    static func all(in json: JSONValue, isTokenDue: Bool) throws(EntitlementClientError) -> [Decision] {
        let decisions = try Reader(json, "the answer").objects("decisions", Decision.init)
        if isTokenDue, let permit = decisions.first(where: { $0.isAuthorized && $0.mediaToken == nil }) {
            throw .unreadable("The permit for \(permit.resource.prefix(100)) lacks token.")
        }
        return decisions
    }
}

/// The source of a decision.
public struct DecisionSource: OpenVocabulary {
    /// The provider.
    public static let provider = Self("mvpd")
    /// A degradation rule.
    public static let degradation = Self("degradation")
    /// A temporary pass.
    public static let temporaryPass = Self("temppass")
    /// A feature that does not contact the provider.
    public static let dummy = Self("dummy")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}
