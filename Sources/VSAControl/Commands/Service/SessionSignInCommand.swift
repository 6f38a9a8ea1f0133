import Administration
import ArgumentParser

extension SessionCommand {
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
            if device == "" { throw ValidationError("--device takes a device's identifier, which is not empty.") }
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
}

extension APIVersion: ExpressibleByArgument {}
