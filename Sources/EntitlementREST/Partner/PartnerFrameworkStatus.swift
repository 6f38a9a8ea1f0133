import Foundation
import ServiceAccess

/// The app's permission and the sign-in to the device's account, as reported to the service (`AP-Partner-Framework-Status`).
public struct PartnerFrameworkStatus: Sendable, Hashable {
    /// The app's permission to use the device's account.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// The user granted it.
        case granted
        /// The user denied it.
        case denied
        /// The device does not allow the user to decide.
        case restricted
        /// The user has not been asked.
        case notDetermined
    }

    /// An error of the device's account.
    public struct Failure: Error, Sendable, Hashable {
        /// The code, as a string.
        public let code: String
        /// The message.
        public let message: String

        /// Creates an error.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// The permission.
    public let access: Access
    /// The reason for the missing permission.
    public let accessFailure: Failure?
    /// The platform's identifier of the provider; nil if no user is signed in.
    public let provider: String?
    /// The expiration date of the provider's authentication; nil if it is unknown.
    public let expirationDate: Date?
    /// The reason for the missing provider.
    public let providerFailure: Failure?

    /// Creates a status.
    public init(
        access: Access, accessFailure: Failure? = nil, provider: String? = nil, expirationDate: Date? = nil,
        providerFailure: Failure? = nil
    ) {
        self.access = access
        self.accessFailure = accessFailure
        self.provider = provider
        self.expirationDate = expirationDate
        self.providerFailure = providerFailure
    }

    /// Whether the permission is granted and a user is signed in, even if the authentication has expired.
    public var isSignedIn: Bool { access == .granted && provider?.isEmpty == false }

    /// Returns whether a user is signed in and the authentication has not expired at a time.
    public func isValid(at time: Date) -> Bool { isSignedIn && (expirationDate.map { $0 > time } ?? true) }

    /// The value of the header: Base64, in one line, of a JSON object.
    public var headerValue: String { Digest.base64(json.serialized) }

    package var json: JSONValue {
        var permission: [String: JSONValue] = ["accessStatus": .text(access.rawValue)]
        permission["error"] = accessFailure.map(Self.json)
        var information: [String: JSONValue] = [:]
        if access == .granted {
            information["id"] = provider.map(JSONValue.text)
            // A string, not a number.
            information["expirationDate"] = expirationDate.map { .text(String($0.milliseconds)) }
            information["error"] = providerFailure.map(Self.json)
        }
        return .object(["frameworkPermissionInfo": .object(permission), "frameworkProviderInfo": .object(information)])
    }

    private static func json(_ failure: Failure) -> JSONValue {
        .object(["code": .text(failure.code), "message": .text(failure.message)])
    }
}
