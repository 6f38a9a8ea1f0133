import DBus
import DeviceInterfaces
import Foundation

/// Manages the app's own accounts and its automatic sign-in on the device. Mirrors `VSUserAccountManager` of
/// VideoSubscriberAccount.
///
/// All data belongs to the app alone and survives restarts. All methods throw ``VSError``: ``VSError/rejected`` for what the
/// device rejects, ``VSError/serviceTemporarilyUnavailable`` if it cannot be reached, ``VSError/userCancelled`` if the task was
/// cancelled.
open class VSUserAccountManager: NSObject {
    /// Which accounts a query returns. Mirrors `VSUserAccountQueryOptions`; without options, the accounts of this device.
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
}

extension VSUserAccountManager {
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
}
