import Administration
import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl access-token REQUESTOR`
struct AccessTokenCommand: AsyncParsableCommand {
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

    func run() async throws {
        let service = try ServiceControl.discover()
        _ = try await service.requestor(requestor)
        let token = try await service.accessToken(requestor: requestor, statement: try statement.map(Self.statement))
        global.show(AccessTokenReport(requestor: requestor, token: token, isHeader: header))
    }

    private static func statement(_ path: String) throws -> String {
        let text = String(decoding: try InputFile.read(path, as: "software statement", limit: 65_536), as: UTF8.self)
        return text.trimmingWhitespace
    }
}

/// An access token.
private struct AccessTokenReport: Report {
    var requestor: String
    var token: AccessToken
    /// Whether the text is the header.
    var isHeader: Bool

    var document: JSON {
        .document([
            "accessToken": .members([
                "requestor": .string(requestor), "clientId": .string(token.client), "token": .string(token.value),
                "expiresAt": .string(Timestamp.text(unixSeconds: token.expiresAt)),
            ])
        ])
    }

    /// Returns only the token, for a shell variable.
    func text(_ style: Style) -> String { isHeader ? "Authorization: Bearer \(token.value)" : token.value }
}
