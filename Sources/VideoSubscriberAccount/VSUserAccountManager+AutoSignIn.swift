import DBus
import Foundation

extension VSUserAccountManager {
    /// Whether the app may sign the user in by itself. Mirrors `VSUserAccountManager.AutoSignInAuthorization`.
    public enum AutoSignInAuthorization: Sendable, Hashable {
        /// The user has not decided.
        case notDetermined
        /// The user agreed.
        case granted
        /// The user refused.
        case denied
    }

    /// The token with which the app signs the user in. Mirrors `VSUserAccountManager.AutoSignInToken`.
    public struct AutoSignInToken {
        /// What the app stored; nil when there is nothing.
        public let value: String?
        /// What the user decided.
        public let authorization: AutoSignInAuthorization
    }

    /// What allows the app to store a token. Mirrors `VSUserAccountManager.AutoSignInTokenUpdateContext`.
    public struct AutoSignInTokenUpdateContext {
        /// What the user decided; with anything but `granted` the device stores nothing.
        public let authorization: AutoSignInAuthorization
        /// What the device recognizes the decision by.
        let identifier: String
    }

    /// The token that the app stored, and what the user decided about it.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public var autoSignInToken: AutoSignInToken {
        get async throws {
            do {
                let message = try await link.call(WireNames.getAutoSignInToken, [], on: WireNames.userAccountsInterface)
                let details = try message.decode(as: Details.self)
                return AutoSignInToken(
                    value: try details.read(WireNames.AutoSignInKey.value), authorization: try Self.authorization(in: details))
            } catch {
                throw VSError(wire: error)
            }
        }
    }

    /// Asks the user whether the app may sign in by itself from now on.
    ///
    /// - Returns: What the user decided, `notDetermined` for a question that went away, with which a token can be stored.
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func requestAutoSignInAuthorization() async throws -> AutoSignInTokenUpdateContext {
        do {
            var options: Details = [WireNames.errorInfo: Variant(true)]
            if let window = VSApplication.parentWindow { options.write(WireNames.RequestKey.parentWindow, window) }
            let call = InterruptingCall(
                interface: WireNames.userAccountsInterface, member: WireNames.requestAutoSignInAuthorization, options: options)
            let link = link
            let details = try await following { try await link.request(call) }
            return AutoSignInTokenUpdateContext(
                authorization: try Self.authorization(in: details),
                identifier: try details.read(WireNames.AuthorizationKey.updateContext) ?? "")
        } catch {
            throw VSError(wire: error)
        }
    }

    /// Stores a token, which has no end and is opaque to the device.
    ///
    /// - Parameters:
    ///   - newToken: Not blank, at most 65,536 bytes.
    ///   - updateContext: From the app's last ``requestAutoSignInAuthorization()``.
    /// - Throws: ``VSError``; ``VSError/rejected`` for a blank token, another context, or without the user's agreement.
    nonisolated(nonsending) public func updateAutoSignInToken(
        _ newToken: String, updateContext: AutoSignInTokenUpdateContext
    ) async throws {
        try await call(WireNames.updateAutoSignInToken, [newToken, updateContext.identifier])
    }

    /// Forgets the token and what the user decided.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func deleteAutoSignInToken() async throws {
        try await call(WireNames.deleteAutoSignInToken, [])
    }

    /// A decision that this version does not know is none.
    private static func authorization(in details: Details) throws(ConversionError) -> AutoSignInAuthorization {
        let text: String? = try details.read(WireNames.AuthorizationKey.authorization)
        return text.flatMap { WireNames.authorizations[$0] } ?? .notDetermined
    }
}
