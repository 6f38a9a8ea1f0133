import ArgumentParser
import Glibc
import PrivateSession

/// `vsactl settings`
struct SettingsCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Open the settings panel of the device.",
        discussion: "The panel shows and changes in a window what vsactl shows and changes in a terminal. See vsa-settings(1).")

    enum Page: String, ExpressibleByArgument, CaseIterable {
        case account, apps, developer, testing
    }

    @Option(help: "The page to show.") var page: Page?
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = "vsa-settings"
        guard let program = try? Executables.find(name) else {
            throw Failure(
                .failed, "the settings panel (\(name)) is not installed",
                advice: "Install the package vsa-simulator-desktop; it needs GTK 4 and libadwaita.")
        }
        if let address = global.address { setenv("DBUS_SESSION_BUS_ADDRESS", address, 1) }
        try Replacement.start(program, page.map { ["--page", $0.rawValue] } ?? [])
    }
}
