import ArgumentParser
import DBus
import DeviceInterfaces

private typealias Keys = SubscriberAccountInterface.Key

/// `vsactl request`
struct RequestCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Act as an app: make a request that may prompt the user.",
        discussion: """
            Every signal of the request is written as it arrives, followed by the outcome. Ctrl-C cancels the request; \
            pressed again, it exits at once.

            Exit codes: 0 completed, 1 failed with an error of the device, 3 timed out, 4 access not granted, 5 no answer and no \
            agent for a prompt, 8 the device left the bus, 128 + signal if a signal cancelled the request.

            Examples:
              vsactl request access --app com.example.player
              vsactl request metadata --app com.example.player --attribute userID
              vsactl request --app com.example.player --confirm refuse --json
            """,
        subcommands: [RequestAccess.self, RequestMetadata.self, RequestList.self], defaultSubcommand: RequestMetadata.self)
}

struct RequestOptions: ParsableArguments, Sendable {
    @Option(help: .time("Cancel the request after this time", TimeSpan.accepted)) var timeout: TimeSpan?
    @Option(help: ArgumentHelp("The app's window for prompts, x11:… or wayland:….", valueName: "window"))
    var parentWindow: String?
}

/// `vsactl request access`
struct RequestAccess: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Request access to the subscription.",
        discussion: "The exit code is 0 if access is granted, otherwise 4.")
    @OptionGroup var app: ActingAsApp
    @OptionGroup var options: RequestOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let details = VariantDictionary(filled: [Keys.parentWindow: options.parentWindow])
        try await RequestRun(app: app, options: options, global: global, confirms: nil).perform(
            SubscriberAccountInterface.Member.requestAccess, details)
    }
}

/// `vsactl request metadata`
struct RequestMetadata: AsyncParsableCommand, LightCommand {
    /// The app's decision about the selected provider.
    enum Confirmation: String, ExpressibleByArgument, CaseIterable {
        case allow
        case refuse
    }

    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Request metadata of the subscription; the user may have to sign in.",
        discussion: "The provider's identifier and the expiration date are always requested.")
    @OptionGroup var app: ActingAsApp
    @OptionGroup var metadata: MetadataOptions
    @Option(
        help: ArgumentHelp("A provider to feature at the top of the list; may be repeated.", valueName: "id"),
        completion: .live(.providers))
    var featured: [String] = []
    @Option(help: ArgumentHelp("The title of the video, for the dialogs.", valueName: "text")) var videoTitle: String?
    @Option(
        help: ArgumentHelp("A provider of the app's own, such as own.example=Our Login; may be repeated.", valueName: "id=name"))
    var applicationProvider: [ApplicationProvider] = []
    @Option(help: ArgumentHelp("Sign in with this token of the provider, without a form.", valueName: "text"))
    var authenticationToken: String?
    @Option(help: "Confirm the choice of a provider: allow or refuse it.") var confirm: Confirmation?
    @OptionGroup var options: RequestOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await RequestRun(app: app, options: options, global: global, confirms: confirm.map { $0 == .allow }).perform(
            SubscriberAccountInterface.Member.requestMetadata, details)
    }

    var details: VariantDictionary {
        let rows = applicationProvider.map { BusStructure($0.id, $0.name) }
        let own = VariantDictionary(filled: [
            Keys.featuredAccountProviderIdentifiers: featured.nonEmpty, Keys.localizedVideoTitle: videoTitle,
            Keys.applicationAccountProviders: rows.nonEmpty,
            Keys.accountProviderAuthenticationToken: authenticationToken, Keys.confirmProvider: confirm == nil ? nil : true,
            Keys.parentWindow: options.parentWindow,
        ])
        return metadata.details.merging(own) { _, new in new }
    }
}

/// A provider that an app adds, as an argument: `ID=NAME`.
struct ApplicationProvider: Sendable, Equatable, ExpressibleByArgument {
    var id: String
    var name: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
        id = String(argument[..<sign])
        name = String(argument[argument.index(after: sign)...])
        if name.isEmpty { return nil }
    }
}

/// `vsactl request list`
struct RequestList: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the unfinished requests of all apps.")
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report { .requests(try await device.requests()) }
}

extension Report {
    static func requests(_ requests: [RequestRecord]) -> Report {
        Report(
            "requests", requests, json: \.json,
            columns: [
                "APP": { .init($0.application) }, "KIND": { .init($0.kind) }, "STAGE": { .init($0.stage) },
                "PROMPT": { .init($0.prompt ?? "") }, "ASKED": { .init($0.asked ?? "") }, "OBJECT": { .init($0.request) },
            ])
    }
}
