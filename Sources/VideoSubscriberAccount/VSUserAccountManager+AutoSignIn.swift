import DBus
import DeviceInterfaces
import Foundation

extension VSUserAccountManager {
    /// Whether the app may sign the user in automatically. Mirrors `VSUserAccountManager.AutoSignInAuthorization`.
    public enum AutoSignInAuthorization: Sendable, Hashable {
        /// The user has not decided.
        case notDetermined
        /// The user agreed.
        case granted
        /// The user declined.
        case denied
    }

    /// A token with which the app signs the user in. Mirrors `VSUserAccountManager.AutoSignInToken`.
    public struct AutoSignInToken {
        /// The stored token; nil if there is none.
        public let value: String?
        /// The user's decision.
        public let authorization: AutoSignInAuthorization
    }

    /// A context that allows the app to store a token. Mirrors `VSUserAccountManager.AutoSignInTokenUpdateContext`.
    public struct AutoSignInTokenUpdateContext {
        /// The user's decision; the device stores a token only if it is `granted`.
        public let authorization: AutoSignInAuthorization
        /// The identifier by which the device recognizes the decision.
        let identifier: String
    }

    /// The token that the app stored, and the user's decision.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public var autoSignInToken: AutoSignInToken {
        get async throws {
            try await call(UserAccountsInterface.Member.getAutoSignInToken, []) { message in
                let details = try message.decode(as: VariantDictionary.self)
                return AutoSignInToken(
                    value: try details.optional(UserAccountsInterface.Key.value),
                    authorization: try Self.authorization(in: details))
            }
        }
    }

    /// Asks the user whether the app may sign in automatically from now on.
    ///
    /// - Returns: A context for storing a token, with the user's decision: `notDetermined` if the prompt closed without an
    ///   answer.
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func requestAutoSignInAuthorization() async throws -> AutoSignInTokenUpdateContext {
        do {
            let options = VariantDictionary(filled: [
                SubscriberAccountInterface.Key.errorInfo: true,
                SubscriberAccountInterface.Key.parentWindow: VSApplication.parentWindow,
            ])
            let link = link
            let details = try await following {
                try await link.request(
                    UserAccountsInterface.Member.requestAutoSignInAuthorization, options, on: UserAccountsInterface.name)
            }
            return AutoSignInTokenUpdateContext(
                authorization: try Self.authorization(in: details),
                identifier: try details.optional(RequestInterface.Key.updateContext) ?? "")
        } catch {
            throw VSError(wire: error)
        }
    }

    /// Stores a token, which does not expire and is opaque to the device.
    ///
    /// - Parameters:
    ///   - newToken: A token that is not blank and has at most 65,536 bytes.
    ///   - updateContext: The context of the app's last ``requestAutoSignInAuthorization()``.
    /// - Throws: ``VSError``; ``VSError/rejected`` for a blank token, an outdated context, or without the user's agreement.
    nonisolated(nonsending) public func updateAutoSignInToken(
        _ newToken: String, updateContext: AutoSignInTokenUpdateContext
    ) async throws {
        try await call(UserAccountsInterface.Member.updateAutoSignInToken, [newToken, updateContext.identifier]) { _ in }
    }

    /// Deletes the token and the user's decision.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func deleteAutoSignInToken() async throws {
        try await call(UserAccountsInterface.Member.deleteAutoSignInToken, []) { _ in }
    }

    /// Returns the decision; one that this version does not know counts as none.
    private static func authorization(in details: VariantDictionary) throws(BusConversionError) -> AutoSignInAuthorization {
        let text: String? = try details.optional(UserAccountsInterface.Key.authorization)
        return Vocabulary.value(of: text, in: Vocabulary.authorizations) ?? .notDetermined
    }
}
