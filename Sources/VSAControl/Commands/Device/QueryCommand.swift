import ArgumentParser
import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = SubscriberAccountInterface.Key

/// `vsactl query --app ID`
struct QueryCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Act as an app: request metadata of the subscription, without prompting the user.",
        discussion: """
            The provider's identifier and the expiration date are always requested. An error of the device is shown with its \
            name, code and information, and the exit code is then 1.
            """)

    @OptionGroup var app: ActingAsApp
    @OptionGroup var metadata: MetadataOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await app.perform(global) { client in
            let answer = JSON(try await client.metadata(metadata.details)).normalized
            return Report.metadata(answer, of: app.application)
        }
    }
}

/// The options of commands that request metadata.
struct MetadataOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A requested SAML attribute; may be repeated. Contacts the provider.", valueName: "name"))
    var attribute: [String] = []
    @Option(
        help: ArgumentHelp("A provider that the app can work with; may be repeated (default: all).", valueName: "id"),
        completion: .live(.providers))
    var supported: [String] = []
    @Option(help: ArgumentHelp("The channel; with SAML, the service provider's issuer.", valueName: "id"))
    var channel: String?
    @Option(help: ArgumentHelp("The verification token from the service.", valueName: "text"))
    var verificationToken: String?
    @Option(
        help: ArgumentHelp("A scheme that the app supports, SAML or API; may be repeated (default: SAML).", valueName: "name")
    )
    var scheme: [String] = []
    @Flag(help: "Authenticate again even if there is a valid session.") var force = false

    /// The request in the form that the device accepts.
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Keys.includeAccountProviderIdentifier: true, Keys.includeAuthenticationExpirationDate: true,
            Keys.attributeNames: attribute.nonEmpty, Keys.supportedAccountProviderIdentifiers: supported.nonEmpty,
            Keys.channelIdentifier: channel, Keys.verificationToken: verificationToken,
            Keys.supportedAuthenticationSchemes: scheme.nonEmpty, Keys.forceAuthentication: force ? true : nil,
        ])
    }
}

extension Report {
    /// Returns the metadata that an app receives, or its permission as the outcome of a request for access.
    static func metadata(_ metadata: JSON, of application: String) -> Report {
        Report(document: .document(["application": application, "metadata": metadata])) { style in
            if case .string(let status)? = metadata[Keys.accessStatus] {
                return style.text(SafeText.line(status), AccessStatus.emphasis(status))
            }
            guard case .object(let members) = metadata, !members.isEmpty else { return "no user is signed in" }
            return Table.pairs(members.map { ($0.key, Table.Cell(value($0))) }).text(style)
        }
    }

    private static func value(_ member: JSON.Member) -> String {
        switch member.value {
        case .number where member.key == Keys.authenticationExpirationDate:
            member.value.integer.map(Timestamp.text(unixSeconds:)) ?? member.value.serialized
        default: EventExpectation.plain(member.value)
        }
    }
}

/// `vsactl check-access --app ID`
struct CheckAccessCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-access", abstract: "Act as an app: check its permission, without prompting the user.",
        discussion: "An error of the device is shown with its name, code and information, and the exit code is then 1.")

    @OptionGroup var app: ActingAsApp
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await app.perform(global) { client in
            Report.access(ApplicationRecord(id: app.application, access: try await client.accessStatus()))
        }
    }
}
