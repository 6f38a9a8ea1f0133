import Administration
import ArgumentParser
import FoundationEssentials
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
        let service = try ServiceControl.discover()
        let path = ServiceControl.path([DashboardLinkResource.path])
        let link = try await service.send(.post, path, as: DashboardLinkResource.self)
        let url = (link.url ?? service.address.url) + link.path
        let environment = ProcessInfo.processInfo.environment
        if !print, !global.json, let browser = LinkedBackend.current.openBrowser(url, environment: environment) {
            StandardStream.remark("The dashboard opens in \(browser).")
        } else {
            global.show(Report(["dashboard": url, "expiresIn": link.expiresIn], text: url))
        }
    }
}
