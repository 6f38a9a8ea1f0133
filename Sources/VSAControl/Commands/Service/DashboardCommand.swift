import Administration
import ArgumentParser
import FoundationEssentials
import Glibc
import TVWorld

/// `vsactl dashboard`
struct DashboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "Open the service's dashboard in a browser.",
        discussion: """
            The link logs the browser in. It is valid once, for 60 seconds; the browser stays logged in for twelve hours. Without \
            a browser (BROWSER, otherwise xdg-open if there is a display), the link is printed, as with --print and --json.
            """)

    @Flag(help: "Print the link instead of opening it.") var print = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let link = try await ServiceControl.discover().dashboardLink()
        let environment = ProcessInfo.processInfo.environment
        if !print, !global.json, let browser = LinkedBackend.current.openBrowser(link.url, environment: environment) {
            global.remark("The dashboard opens in \(browser).")
        } else {
            global.show(
                RecordReport(["dashboard": .string(link.url), "expiresIn": .integer(link.expiresIn)], text: link.url))
        }
    }
}

extension ServiceControl {
    /// Returns a link that logs a browser in to the dashboard.
    fileprivate func dashboardLink() async throws -> (url: String, expiresIn: Int64) {
        let answer = try await send(.post, Self.path([DashboardLinkResource.path]), as: DashboardLinkResource.self)
        return ((answer.url ?? address.url) + answer.path, answer.expiresIn)
    }
}
