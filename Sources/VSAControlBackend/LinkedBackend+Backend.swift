import DesktopBrowsing
import Foundation
import LoginPages
import VSAControl

extension LinkedBackend: Backend {
    package static func logIn(from url: String, user: String, password: String, provider: String?) async throws(Failure) {
        var walk = FormWalk(user: user, password: password, provider: provider)
        do throws(FormWalk.Failure) {
            _ = try await walk.walk(from: url)
        } catch {
            // The message of a failure is a sentence without a full stop.
            let reason = error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text
            throw Failure(.failed, "the login failed: \(reason)")
        }
    }

    package static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    package static func openBrowser(_ url: String, environment: [String: String]) -> String? {
        guard let browser = DesktopBrowser(for: url, environment: environment), (try? browser.open()) != nil else { return nil }
        return browser.name
    }
}
