import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = UserAccountsInterface.Member

/// The root object's interface for apps' own accounts. Every app can see and change only its own. The calls of each sender are
/// processed sequentially.
struct UserAccountsObject: Sendable {
    let services: DeviceServices
    let applications: ApplicationServices
    let requests: RequestMethods

    func bound() throws -> BoundInterface {
        try BoundInterface(
            UserAccountsInterface.described(),
            replaceError: applications.reply,
            methods: [
                Member.updateAccount: changing { call in .updated(try UserAccount(call.decode(VariantDictionary.self))) },
                Member.listAccounts: reading { call, app in
                    // Every account belongs to this device, so the option for all devices has no effect.
                    _ = try call.decode(UInt32.self)
                    return services.device.state.userAccounts.accounts(of: app).map(\.details)
                },
                Member.setCurrentSubscription: changing { call in
                    let details = try call.decode(VariantDictionary.self)
                    return details.isEmpty ? .subscriptionEnded : .updated(try UserAccount(subscription: details))
                },
                Member.getAutoSignInToken: reading { call, app in
                    try call.decode()
                    return (services.device.state.userAccounts[app] ?? ApplicationUserAccount()).tokenDetails
                },
                Member.requestAutoSignInAuthorization: requests.opening { _ in .autoSignIn },
                Member.updateAutoSignInToken: changing { call in
                    let (token, context) = try call.decode(String.self, String.self)
                    return .autoSignInTokenUpdated(token, context: context)
                },
                Member.deleteAutoSignInToken: changing { call in
                    try call.decode()
                    return .autoSignInTokenDeleted
                },
            ])
    }

    private func reading(
        _ read: @escaping @Sendable (MethodInvocation, ApplicationID) throws -> any BusValueConvertible
    ) -> MethodHandler {
        ordered { call in [try read(call, try await applications.identity(of: call).application)] }
    }

    private func changing(_ event: @escaping @Sendable (MethodInvocation) throws -> UserAccountEvent) -> MethodHandler {
        ordered { call in
            let event = try event(call)
            let identity = try await applications.identity(of: call)
            // Data is stored only for apps that the device knows, because their number is limited.
            try await applications.remember(identity, on: call.connection)
            try await services.notifier.perform([.userAccount(event, of: identity.application)], on: call.connection)
            return []
        }
    }

    /// Returns a handler that processes the calls of each sender in order. A call that is affected by a fault leaves the queue,
    /// so that the sender's other calls do not wait for it.
    private func ordered(_ work: @escaping @Sendable (MethodInvocation) async throws -> [any BusValueConvertible])
        -> MethodHandler
    {
        .deciding { invocation in
            guard services.faults.areInForce else { return .inOrder { try await work(invocation) } }
            return try applications.answer(invocation, isOrdered: true) { identity in
                guard let strike = services.faults.strike(.userAccounts, for: CallerContext(identity)) else {
                    return .inOrder { try await work(invocation) }
                }
                return .later {
                    try await services.faults.apply(strike, at: .userAccounts, sender: invocation.sender)
                    return try await work(invocation)
                }
            }
        }
    }
}
