import ArgumentParser
import Encodings
import TVWorld

/// `vsactl access-token REQUESTOR`
struct AccessTokenCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "access-token", abstract: "Register as an app, and print an access token for the service's REST API.",
        discussion: """
            Registers a client with a software statement of the requestor: an existing one that is valid, or a new one.

            Example:
              url=$(vsactl service url)
              curl -H "$(vsactl access-token REF30 --header)" "$url/api/v1/config/REF30"
            """)
    @Argument(help: "The requestor that the app belongs to.", completion: .live(.requestors)) var requestor: String
    @Option(
        help: ArgumentHelp("Register with the software statement in this file; - is standard input.", valueName: "file"),
        completion: .file())
    var statement: String?
    @Flag(help: "Print the header as it is sent: its name and the token.") var header = false
    @OptionGroup var global: GlobalOptions

    func report(_ service: ServiceControl) async throws -> Report {
        _ = try await service.requestor(requestor)
        let statement = try statement.map { try InputFile.text($0, as: "software statement", limit: 65_536) }
        let (client, token) = try await service.accessToken(requestor: requestor, statement: statement?.trimmingWhitespace)
        // Only the token, for a shell variable.
        return Report(
            [
                "accessToken": JSON.members([
                    "requestor": requestor, "clientId": client, "token": token.accessToken,
                    "expiresAt": Timestamp.text(unixSeconds: token.expiresAt),
                ])
            ], text: header ? "Authorization: Bearer \(token.accessToken)" : token.accessToken)
    }
}
