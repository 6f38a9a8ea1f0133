import AccessEnabler
import DesktopBrowsing
import Foundation
import LoginPages
import NIOCore
import ServiceAccess

/// The player of an app that uses AccessEnabler.
struct Player {
    let library: AccessEnabler
    let session: Session
    let output: Output
    /// The calls that wait for the first `setRequestor`; nil after it has been called.
    var waiting: [String]? = []

    /// Executes lines until `quit` or the end; then waits for outstanding answers.
    mutating func play(_ lines: CommandLines) {
        execute(lines)
        switch session.finish(library, seconds: 60) {
        case .complete: break
        case .withoutRequestor:
            output.error("not answered: \((waiting ?? []).joined(separator: ", ")): setRequestor was not called")
        case .timeout: output.error("timeout")
        }
    }

    /// Reports immediately that a call has to wait for `setRequestor`, as in an app that forgot it.
    mutating func begin(_ name: String) {
        if name == "setRequestor" { waiting = nil }
        guard let waiting, Self.needingRequestor.contains(name) else { return }
        self.waiting = waiting + [name]
        StandardError.say("entitle: \(name) is not answered before setRequestor, which has not been called yet")
    }

    func preauthorize(_ resources: [String], _ disabled: Set<PreauthorizeRequest.Feature>) {
        let session = session
        let request = PreauthorizeRequest.Builder().setResources(resources: resources).disableFeatures(features: disabled).build()
        library.preauthorize(
            request,
            didCompleteWith: AccessEnablerCallback(
                onResponse: { session.preauthorize("onResponse", $0) }, onFailure: { session.preauthorize("onFailure", $0) }))
    }
}

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
