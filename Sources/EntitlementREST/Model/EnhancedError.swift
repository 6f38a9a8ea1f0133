import Foundation
import ServiceAccess

/// An error reported by the service, about a request or one decision.
public struct EnhancedError: Error, Sendable, Hashable {
    /// The action that the service recommends.
    public let action: ErrorAction
    /// The HTTP status; in a decision, the status that the error would have by itself.
    public let status: Int
    /// The code.
    public let code: ErrorCode
    /// The message, for developers.
    public let message: String
    /// The text for the user, often the provider's.
    public let details: String?
    /// The URL of an explanation of the error.
    public let helpURL: String?
    /// The identifier of the request.
    public let trace: String?
    /// The error as received.
    package let json: JSONValue

    /// Creates an error from JSON.
    ///
    /// - Parameter status: The status of the answer, used if the error contains none.
    init(_ json: JSONValue, status: Int? = nil) throws(EntitlementClientError) {
        let reader = try Reader(json, "the error")
        self.json = json
        code = ErrorCode(try reader.text("code"))
        action = try reader.optionalText("action").map(ErrorAction.init) ?? .nothing
        self.status = try reader.optional("status") { $0.integer.flatMap(Int.init(exactly:)) } ?? status ?? 0
        message = try reader.optionalText("message") ?? ""
        details = try reader.optionalText("details")
        helpURL = try reader.optionalText("helpUrl")
        trace = try reader.optionalText("trace")
    }
}

extension EnhancedError: LocalizedError, CustomStringConvertible {
    /// The code and the message.
    public var description: String { message.isEmpty ? code.word : "\(code.word): \(message)" }

    /// The text for the user, or else the message.
    public var errorDescription: String? { details ?? description }
}

/// The action that the service recommends after an error.
public struct ErrorAction: OpenVocabulary {
    /// No action helps.
    public static let nothing = Self("none")
    /// The configuration must be corrected at the service.
    public static let configuration = Self("configuration")
    /// The request may be repeated.
    public static let retry = Self("retry")
    /// The user must sign in.
    public static let authentication = Self("authentication")
    /// The app needs a new access token or registration.
    public static let applicationRegistration = Self("application-registration")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}
