import Administration
import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl media-token`
struct MediaTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media-token", abstract: "Issue media tokens, for tests of a backend that verifies them.",
        subcommands: [Issue.self])

    /// `vsactl media-token issue REQUESTOR RESOURCE`
    struct Issue: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "issue", abstract: "Issue a media token without a login, and write it to standard output.",
            discussion: """
                The token is signed with the service's key, like those that apps receive.

                Example:
                  vsactl media-token issue REF30 news --expired >token
                """)
        @Argument(help: "The requestor that the token is for.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The resource that may be played.") var resource: String
        @Option(
            help: "The provider, by either identifier (default: the requestor's first one).", completion: .live(.mvpds))
        var provider: String?
        @Flag(help: "Issue a token that expired a minute ago.") var expired = false
        @Flag(help: "Change the token afterwards, so that its signature is wrong.") var tampered = false
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            _ = try await service.requestor(requestor)
            var mvpd: String?
            if let provider { mvpd = try await service.mvpd(provider, requestor: requestor) }
            var issued: MediaTokenResource = try await service.create(
                JSON.given(["requestor": requestor, "resource": resource, "mvpd": mvpd, "expired": expired]))
            if tampered { issued.token = Self.tampered(issued.token) }
            return Report(["mediaToken": issued.report()], text: issued.token)
        }

        /// Returns a token that claims another user.
        private static func tampered(_ token: String) -> String {
            let text = String(decoding: Data(base64Encoded: token) ?? Data(), as: UTF8.self)
            return Data(text.replacing("<sessionGUID>", with: "<sessionGUID>0").utf8).base64EncodedString()
        }
    }
}
