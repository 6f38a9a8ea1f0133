import Administration
import ArgumentParser
import TVWorld

/// `vsactl session`
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Sign-ins at the service: which device has a token of which user.",
        subcommands: [List.self, SignIn.self, Revoke.self])

    /// `vsactl session list`
    struct List: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List sign-ins, newest first.")
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @Option(help: "Only this provider's, by its identifier at the service.", completion: .live(.mvpds)) var provider: String?
        @Option(help: "Only this user's, by the provider's identifier.") var user: String?
        @Option(help: "Only this device's.") var device: String?
        @Option(help: "in-force, ended or all.") var state: LifeState = .inForce
        @Option(help: "The maximum number of sign-ins.") var limit = 100
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit takes a whole number of at least 1.") }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            Report(
                try await service.sessions(
                    requestor: requestor, mvpd: provider, user: user, device: device, state: state.rawValue, limit: limit))
        }
    }

    /// `vsactl session sign-in REQUESTOR PROVIDER SUBSCRIBER --device ID`
    struct SignIn: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Sign a device in at the service, without an app and without pages.",
            discussion: """
                Does what a device without a browser and its user do: requests a registration code, enters it on the activation \
                page, and logs in at the provider.

                Example:
                  vsactl session sign-in REF30 AlphaCable alice --device tv-1
                """)
        @Argument(help: "The requestor of the app.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The provider, by either identifier.", completion: .live(.mvpds)) var provider: String
        @Argument(help: "The subscriber's user name.", completion: .live(.subscribers)) var subscriber: String
        @Option(help: ArgumentHelp("The device's identifier, as its app sends it.", valueName: "id")) var device: String
        @Option(help: "The interface that the app uses: v1 or v2, the versions of the REST API.")
        var api = APIVersion.v1
        @Option(help: "The password (default: the user name, as in the built-in world).") var password: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if device == "" { throw ValidationError("--device takes a device's identifier, which must not be empty.") }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            _ = try await service.requestor(requestor)
            let mvpd = try await service.mvpd(provider, requestor: requestor)
            let code = try await service.newCode(api, requestor: requestor, device: device)
            let session = try await service.activate(
                code, provider: mvpd, user: subscriber, password: password ?? subscriber)
            return Report([session])
        }
    }

    /// `vsactl session revoke ID…`
    struct Revoke: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End sign-ins and their authorizations; their devices must sign in again.")
        @Argument(help: "The identifiers that session list shows.") var id: [String]
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            var revoked: [SessionResource] = []
            // If one of them does not exist, none is revoked.
            for id in id {
                // The path would be that of the list.
                guard !id.isEmpty else { throw Failure(.notFound, "no such session: ''", advice: "See vsactl session list.") }
                if !revoked.contains(where: { $0.id == id }) { revoked.append(try await service.get(id)) }
            }
            for session in revoked { try await service.remove(SessionResource.self, session.id) }
            return Report(revoked)
        }
    }
}

/// Whether the listed items are active or have expired.
enum LifeState: String, Sendable, CaseIterable, ExpressibleByArgument {
    case inForce = "in-force"
    case ended
    case all
}

extension APIVersion: ExpressibleByArgument {}

extension SessionResource: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "ID": { .init($0.id) }, "REQUESTOR": { .init($0.requestor) }, "MVPD": { .init($0.mvpd) },
            "USER": { .init($0.userId) }, "DEVICE": { .init($0.deviceId) }, "SOURCE": { .init($0.source) },
            "EXPIRES": { .init(Timestamp.text(unixSeconds: $0.expiresAt / 1_000)) },
        ]
    }

    var report: JSON {
        report([
            "id", "requestor", "deviceId", "mvpd", "userId", "source", "platform", "visitorId", "createdAt", "expiresAt",
        ])
    }
}
