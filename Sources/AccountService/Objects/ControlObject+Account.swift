import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// Access, account, providers, and trusted service.
extension ControlObject {
    var accessMethods: [MemberName: MethodHandler] {
        [
            Member.setAccessStatus: changing { call in
                let (id, text) = try call.decode(String.self, String.self)
                let status = try AccessStatus(text, field: "status")
                let app = try ApplicationID(id, field: "application")
                let inUse = services.notifier.callers.applications
                return .accessSet(app, status, name: desktopEntries.name(of: app), inUse: inUse)
            },
            Member.resetAccess: changing { call in
                let id = try call.decode(String.self)
                return .accessReset(id.isEmpty ? nil : try ApplicationID(id, field: "application"))
            },
            Member.listApplications: .returning { _ in
                let state = services.device.state
                return state.applications.sortedIDs.map(state.details)
            },
        ]
    }

    var accountMethods: [MemberName: MethodHandler] {
        [
            Member.signIn: changing { call in
                let (provider, subscriber, options) = try call.decode(String.self, String.self, VariantDictionary.self)
                return .signedIn(
                    provider: provider, subscriber: subscriber,
                    lifetime: try options.optional(Key.expiresIn) ?? Scenario.Account.defaultLifetime,
                    now: services.clock.seconds(), seed: identifiers.bytes(16))
            },
            Member.signOut: changing { call in
                let keepsAccess: Bool? = try call.decode(VariantDictionary.self).optional(Key.keepAccess)
                return .signedOut(keepsAccess: keepsAccess ?? false)
            },
            Member.getAccount: .returning { _ in services.device.state.account?.details ?? [:] },
            Member.expireAccount: changing { _ in .accountExpired(now: services.clock.seconds()) },
        ]
    }

    var providerMethods: [MemberName: MethodHandler] {
        [
            Member.listProviders: .returning { _ in
                let state = services.device.state
                return state.signInProviders.map(state.details)
            },
            Member.getProviderMetadata: .returning { call in
                let id = try call.decode(String.self)
                let providers = services.device.state.signInProviders
                guard let provider = providers.first(where: { $0.id == id }) else {
                    throw Refusal.unknown("provider", id, known: providers.map(\.id))
                }
                return try await signers.keys.metadata(of: provider)
            },
            Member.setServiceMetadata: changing { call in
                .serviceTrusted(try await signers.trust(metadata: call.decode(String.self), for: call.sender))
            },
            Member.getServiceMetadata: .returning { _ in services.device.state.trust?.metadata ?? "" },
        ]
    }
}
