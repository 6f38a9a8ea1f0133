import AccessEnabler
import Foundation

/// Where the app starts, and where it receives the addresses that other apps open.
@MainActor
final class AppDelegate {
    static let shared = AppDelegate()

    private let catalog = CatalogScreen(channels: ["news", "sports", "kids"])

    func launch(arguments: [String]) {
        let file = ProcessInfo.processInfo.environment["VSASIM_SOFTWARE_STATEMENT"] ?? ""
        guard let statement = try? String(contentsOfFile: file, encoding: .utf8) else {
            print("no software statement")
            exit(64)
        }
        if let index = arguments.firstIndex(of: "--provider"), index + 1 < arguments.count {
            catalog.favouriteProvider = arguments[index + 1]
        }
        catalog.signsOutAtTheEnd = !arguments.contains("--stay")
        TVEverywhere.shared.start(softwareStatement: statement, requestor: "REF30") { [catalog] isReady in
            print("ready:", isReady)
            guard isReady else { exit(1) }
            catalog.appear()
        }
    }

    /// The browser has reached an address of the app's own scheme.
    func application(open url: URL) -> Bool {
        guard url.scheme?.hasPrefix("adbe.") == true else { return false }
        TVEverywhere.shared.pageEnded(at: url.absoluteString)
        return true
    }
}
