import DBus
import DeviceInterfaces
import Foundation

/// An object that manages the app's own accounts and its automatic sign-in on the device. Mirrors `VSUserAccountManager` of
/// VideoSubscriberAccount.
///
/// All data belongs to the app alone and survives restarts. All methods throw ``VSError``: ``VSError/rejected`` for what the
/// device rejects, ``VSError/serviceTemporarilyUnavailable`` if it cannot be reached, ``VSError/userCancelled`` if the task was
/// cancelled.
open class VSUserAccountManager: NSObject {
    /// The accounts that a query returns. Mirrors `VSUserAccountQueryOptions`; without options, the accounts of this device.
    public struct QueryOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: Int

        /// Creates options from a bit mask.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Include the accounts of the user's other devices. The simulator has one device, so there are none.
        public static let allDevices = QueryOptions(rawValue: 1)
    }

    // Safe because the object's only state is a `Sendable` constant; Apple's object may also be used from any thread.
    private nonisolated(unsafe) static let sharedManager = VSUserAccountManager(link: .shared)

    let link: DeviceLink

    /// The app's manager.
    open class var shared: VSUserAccountManager { sharedManager }

    /// Creates a manager like ``shared``, for mocks in the tests of an app.
    public override init() {
        link = .shared
        super.init()
    }

    /// Creates a manager on another bus, for tests.
    init(link: DeviceLink) {
        self.link = link
        super.init()
    }

    /// Registers the user's account with the app's service on the device, and replaces the previous one.
    ///
    /// - Throws: ``VSError``; ``VSError/rejected`` if ``VSUserAccount/accountProviderIdentifier`` is not the TV provider that is
    ///   signed in, or the app has no access to it.
    nonisolated(nonsending) public func update(_ account: VSUserAccount) async throws {
        try await call(UserAccountsInterface.Member.updateAccount, [account.details]) { _ in }
    }

    /// Returns the accounts that the app registered and that are not signed out.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func userAccounts(options: QueryOptions = []) async throws -> [VSUserAccount] {
        let options = UInt32(truncatingIfNeeded: options.rawValue)
        return try await call(UserAccountsInterface.Member.listAccounts, [options]) { message in
            try message.decode(as: [VariantDictionary].self).map { try VSUserAccount(details: $0) }
        }
    }

    /// Calls a member and reads its reply.
    nonisolated(nonsending) func call<Value>(
        _ member: MemberName, _ arguments: [any BusValueConvertible], _ read: (BusMessage) throws -> Value
    ) async throws -> Value {
        do {
            return try read(try await link.call(member, arguments, on: UserAccountsInterface.name))
        } catch {
            throw VSError(wire: error)
        }
    }

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
