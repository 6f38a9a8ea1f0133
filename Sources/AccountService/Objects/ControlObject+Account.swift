import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// Access, account, providers, and trusted service.
extension ControlObject {
    var accessMethods: [MemberName: MethodHandler] {
        [
            Member.setAccessStatus: .performing { call in
                let (id, text) = try call.decode(String.self, String.self)
                let status = try AccessStatus(text, field: "status")
                let app = try ApplicationID(id)
                let inUse = services.notifier.callers.applications
                try await perform(.accessSet(app, status, name: desktopEntries.name(of: app), inUse: inUse), for: call)
            },
            Member.resetAccess: .performing { call in
                let id = try call.decode(String.self)
                try await perform(.accessReset(id.isEmpty ? nil : ApplicationID(id)), for: call)
            },
            Member.listApplications: .returning { _ in
                let state = services.device.state
                return state.applications.sortedIDs.map(state.details)
            },
        ]
    }

    var accountMethods: [MemberName: MethodHandler] {
        [
            Member.signIn: .performing { call in
                let (provider, subscriber, options) = try call.decode(String.self, String.self, VariantDictionary.self)
                let signIn = SignIn(
                    provider: provider, subscriber: subscriber,
                    lifetime: try options.optional(Key.expiresIn) ?? SystemAccount.defaultLifetime,
                    now: services.clock.seconds(), seed: identifiers.bytes(16))
                try await perform(.signedIn(signIn), for: call)
            },
            Member.signOut: .performing { call in
                let keepsAccess: Bool? = try call.decode(VariantDictionary.self).optional(Key.keepAccess)
                try await perform(.signedOut(keepsAccess: keepsAccess ?? false), for: call)
            },
            Member.getAccount: .returning { _ in services.device.state.account?.details ?? [:] },
            Member.expireAccount: .performing { call in
                try await perform(.accountExpired(now: services.clock.seconds()), for: call)
            },
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
                    throw DeviceEventError.unknownProvider(id, known: providers.map(\.id))
                }
                return try await signers.keys.metadata(of: provider)
            },
            Member.setServiceMetadata: .performing { call in
                let trust = try await signers.trust(metadata: call.decode(String.self), for: call.sender)
                try await perform(.serviceTrusted(trust), for: call)
            },
            Member.getServiceMetadata: .returning { _ in services.device.state.trust?.metadata ?? "" },
        ]
    }
}
