import AccessEnabler
import DesktopBrowsing
import Foundation
import LoginPages
import NIOCore

// What a user does with a browser.
extension Player {
    /// Opens the current page in the desktop's browser. When the browser returns, the library is notified.
    func browse() {
        guard let page = session.shownPage else {
            return output.error("browse: no page yet; wait for navigateToUrl or the status REGCODE.")
        }
        do {
            let listener = try page.redirectURL.map { try listen(for: page, endingAt: $0) }
            let address = listener.map { page.address(endingAt: $0.url) } ?? page.url
            var line = Line("browse", address)
            if let browser = DesktopBrowser(for: address, environment: ProcessInfo.processInfo.environment) {
                try browser.open()
                line.add("opened", browser.name)
            } else {
                line.add("opened", nil)
                line.add("text", "No browser was found. Open the address in a browser on this machine; this program waits.")
            }
            session.expectUser(listener)
            output.print(line)
        } catch {
            output.error("browse: \(error)")
        }
    }

    private func listen(for page: Page, endingAt redirectURL: String) throws -> ReturnListener {
        let (library, session) = (library, session)
        return try ReturnListener.open {
            // Another page may have been opened in the meantime.
            guard session.shownPage == page else { return }
            library.handleExternalURL(redirectURL)
            session.endBrowsing()
        }.wait()
    }

    /// Completes the current page without a browser, with this user name and password.
    func logIn(_ user: String, _ password: String) {
        guard let page = session.shownPage else {
            return output.error("login: no page yet; wait for navigateToUrl or the status REGCODE.")
        }
        switch FormWalk.result(from: page.url, user, password) {
        case .failure(let failure): output.error("login: \(failure.text)")
        case .success(let end?) where page.redirectURL != nil:
            library.handleExternalURL(end)
        case .success where page.redirectURL == nil: session.expectUser()
        case .success: output.error("login: the pages ended without returning to the app.")
        }
    }
}
