import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = UserAccountsInterface.Member

/// The root object's interface for apps' own accounts. Every app can see and change only its own. The calls of each sender are
/// processed sequentially.
struct UserAccountsObject: Sendable {
    let services: DeviceServices
    let resolver: CallerResolver
    let registry: ApplicationRegistry
    let requests: RequestMethods
    let errorBodies: ErrorBodies

    /// The interface with its handlers.
    func bound() throws -> BoundInterface {
        try BoundInterface(
            UserAccountsInterface.described(),
            methods: errorBodies.shaping([
                Member.updateAccount: ordered(updateAccount), Member.listAccounts: ordered(listAccounts),
                Member.setCurrentSubscription: ordered(setCurrentSubscription),
                Member.getAutoSignInToken: ordered(getAutoSignInToken),
                Member.requestAutoSignInAuthorization: .replyingItself(requests.requestAutoSignInAuthorization),
                Member.updateAutoSignInToken: ordered(updateAutoSignInToken),
                Member.deleteAutoSignInToken: ordered(deleteAutoSignInToken),
            ]))
    }

    /// Returns a handler that processes the calls of each sender in order. A call that a fault affects leaves that queue, so
    /// that the sender's other calls do not wait for its end.
    private func ordered(_ work: @escaping @Sendable (Invocation) async throws -> [any ValueConvertible]) -> Handler {
        .answering { invocation in
            guard services.faults.areInForce else { return .inOrder { try await work(invocation) } }
            return .later {
                let identity = try await resolver.identity(of: invocation)
                if let strike = services.faults.strike(.userAccounts, for: CallerContext(identity)) {
                    try await services.faults.apply(strike, at: .userAccounts, sender: invocation.sender)
                }
                return try await work(invocation)
            }
        }
    }

    @Sendable private func updateAccount(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let account = try UserAccount(invocation.decode(Details.self))
        try await perform(.updated(account), for: invocation)
        return []
    }

    @Sendable private func listAccounts(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        // Every account belongs to this device, so the option for all devices adds nothing.
        _ = try invocation.decode(UInt32.self)
        let app = try await resolver.identity(of: invocation).application
        return [services.device.state.userAccounts.accounts(of: app).map(\.details)]
    }

    @Sendable private func setCurrentSubscription(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let details = try invocation.decode(Details.self)
        try await perform(.subscriptionSet(details.isEmpty ? nil : Subscription(details)), for: invocation)
        return []
    }

    @Sendable private func getAutoSignInToken(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try invocation.decode()
        let app = try await resolver.identity(of: invocation).application
        return [(services.device.state.userAccounts[app] ?? ApplicationUserAccount()).tokenDetails]
    }

    @Sendable private func updateAutoSignInToken(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let (token, context) = try invocation.decode(String.self, String.self)
        try await perform(.autoSignInTokenUpdated(token, context: context), for: invocation)
        return []
    }

    @Sendable private func deleteAutoSignInToken(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        try invocation.decode()
        try await perform(.autoSignInTokenDeleted, for: invocation)
        return []
    }

    private func perform(_ event: UserAccountEvent, for invocation: Invocation) async throws {
        let identity = try await resolver.identity(of: invocation)
        // Only data of apps that the device knows is stored, because their number is limited.
        try await registry.remember(identity, on: invocation.connection)
        let announcements = try await services.store.perform([.userAccount(event, of: identity.application)])
        await services.notifier.publish(announcements, on: invocation.connection)
    }
}
