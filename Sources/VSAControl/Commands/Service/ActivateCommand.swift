import Administration
import ArgumentParser

/// `vsactl activate CODE --as USER`
struct ActivateCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Enter a device's registration code and log in, as a user on a second screen.",
        discussion: """
            Walks through the service's activation pages and the provider's login page, and shows the sign-in.

            Example:
              vsactl activate 8EXQD6G --as alice
            """)
    @Argument(help: "The code that the device shows.") var code: String
    @Option(
        name: .customLong("as"), help: ArgumentHelp("The subscriber's user name.", valueName: "user"),
        completion: .live(.subscribers))
    var user: String
    @Option(help: "The password (default: the user name, as in the built-in world).") var password: String?
    @Option(
        help: "The provider, by either identifier (default: the one that the device preselected, otherwise the first one).",
        completion: .live(.mvpds))
    var provider: String?
    @OptionGroup var global: GlobalOptions

    func report(_ service: ServiceControl) async throws -> Report {
        var mvpd: String?
        if let provider { mvpd = try await service.mvpd(provider) }
        let session = try await service.activate(code, provider: mvpd, user: user, password: password ?? user)
        return Report([session])
    }
}
