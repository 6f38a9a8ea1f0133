import DBus
import Foundation

/// Keeps the app's own accounts and its automatic sign-in on the device. Mirrors `VSUserAccountManager` of VideoSubscriberAccount.
///
/// Everything is the app's alone and survives restarts. All methods throw ``VSError``: ``VSError/rejected`` for what the
/// device refuses, ``VSError/serviceTemporarilyUnavailable`` when it cannot be reached, ``VSError/userCancelled`` when the
/// task was cancelled.
open class VSUserAccountManager: NSObject {
    /// Which accounts a query is for. Mirrors `VSUserAccountQueryOptions`; without any of them those of this device.
    public struct QueryOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Options given as bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Those of the user's other devices as well. The simulator has one device, so that there are none.
        public static let allDevices = QueryOptions(rawValue: 1)
    }

    // Sound because the object has no state but a constant that is `Sendable`; Apple's is used from every thread as well.
    private nonisolated(unsafe) static let sharedManager = VSUserAccountManager(link: .shared)

    let link: DeviceLink

    /// The app's manager.
    open class var shared: VSUserAccountManager { sharedManager }

    /// A manager like ``shared``, for stand-ins in the tests of an app.
    public override init() {
        link = .shared
        super.init()
    }

    /// A manager on another bus, for tests.
    init(link: DeviceLink) {
        self.link = link
        super.init()
    }
}

extension VSUserAccountManager {
    /// Tells the device of the user's account with the app's service, in place of what it was told before.
    ///
    /// - Throws: ``VSError``; ``VSError/rejected`` when ``VSUserAccount/accountProviderIdentifier`` is not the TV provider that
    ///   is signed in, or the app has no access to it.
    nonisolated(nonsending) public func update(_ account: VSUserAccount) async throws {
        try await call(WireNames.updateAccount, [account.details])
    }

    /// The accounts that the app told of and that are not signed out.
    ///
    /// - Throws: ``VSError``
    nonisolated(nonsending) public func userAccounts(options: QueryOptions = []) async throws -> [VSUserAccount] {
        do {
            let message = try await link.call(
                WireNames.listAccounts, [UInt32(truncatingIfNeeded: options.rawValue)], on: WireNames.userAccountsInterface)
            return try message.decode(as: [Details].self).map { try VSUserAccount(details: $0) }
        } catch {
            throw VSError(wire: error)
        }
    }

    /// Calls a member that answers nothing.
    nonisolated(nonsending) func call(_ member: MemberName, _ arguments: [any ValueConvertible]) async throws {
        do {
            try await link.call(member, arguments, on: WireNames.userAccountsInterface)
        } catch {
            throw VSError(wire: error)
        }
    }
}
