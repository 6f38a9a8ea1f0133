import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// The dashboard in a real browser: an operator's changes there affect the library's next answers.
@Suite("The dashboard", .daemonLogs)
struct DashboardTests {
    /// Whether a newly installed app finds its user signed in, according to the library's callback.
    private func isAuthenticated(_ daemons: Daemons) async throws -> Bool {
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        let result = try await daemons.run("entitle", ["--storage", storage, "setRequestor REF30", "checkAuthentication"])
        let line = try #require(result.lines.last { $0.contains(#""callback":"setAuthenticationStatus""#) }, "\(result)")
        return line.contains(#""status":1"#)
    }

    /// Logs a browser in, as `vsactl dashboard` does.
    private func logIn(_ page: BrowserPage, _ daemons: Daemons) async throws {
        try await page.open(try #require(try await daemons.vsactl("dashboard", "--print").checked().lines.first))
    }

    /// Opens a page of the dashboard in a browser that is logged in.
    private func withPage(_ path: String, _ body: (Daemons, Browser, BrowserPage) async throws -> Void) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 1_100, height: 900)
                try await logIn(page, daemons)
                try await page.open("\(daemons.serviceURL)/dashboard/\(path)")
                try await body(daemons, browser, page)
            }
        }
    }

    private func signIn(_ daemons: Daemons) async throws {
        try await daemons.setAccess("com.example.player", "granted")
        try await daemons.signIn("alice", at: "alpha.example")
    }

    @Test("a switch of the dashboard changes the library's next answer: integration off and on, single sign-on off")
    func switches() async throws {
        try await withPage("integrations") { daemons, _, page in
            try await signIn(daemons)
            #expect(try await isAuthenticated(daemons))
            try await page.savePicture("dashboard-integrations")
            let address = try await page.url
            let form = "form[aria-label=\"Degradation and lifetimes: Beta Fiber with Reference 30\"]"
            let lifetime = "document.querySelector('\(form) input[name=authnTTL]').value"
            _ = try await page.evaluate("\(lifetime) = '7200'")
            try await page.click("Integration: Alpha Cable with Reference 30")
            try await page.wait(forText: "Alpha Cable with Reference 30: the integration is off now.")
            // What was entered in another form stays.
            #expect(try await page.evaluate(lifetime).text == "7200")
            // The script has replaced the content: the focus stays, and it is the same document.
            #expect(try await page.url == address)
            #expect(try await page.focused == "Integration: Alpha Cable with Reference 30")
            #expect(try await !isAuthenticated(daemons))
            try await page.click("Integration: Alpha Cable with Reference 30")
            try await page.wait(forText: "Alpha Cable with Reference 30: the integration is on now.")
            #expect(try await isAuthenticated(daemons))
            try await page.click("SSO iOS: Alpha Cable with Reference 30")
            try await page.wait(forText: "Alpha Cable with Reference 30: single sign-on of iOS is off now.")
            #expect(try await !isAuthenticated(daemons))
        }
    }

    @Test("a double click sends a form once; it can be sent again after a return to the page, and a filter at any time")
    func doubleClick() async throws {
        try await withPage("faults") { daemons, _, page in
            for (path, sent) in [("faults", "true,false,true"), ("live", "true,true,true")] {
                try await page.open("\(daemons.serviceURL)/dashboard/\(path)")
                // Records what the page's script sends, and stays on the page.
                let presses = """
                    (() => {
                      const sent = [];
                      addEventListener("submit", (event) => {
                        sent.push(!event.defaultPrevented);
                        event.preventDefault();
                      });
                      const button = document.querySelector("form:is(.presets, .filters) button");
                      button.click();
                      button.click();
                      dispatchEvent(new Event("pageshow"));
                      button.click();
                      return sent.join();
                    })()
                    """
                #expect(try await page.evaluate(presses).text == sent, "\(path)")
            }
        }
    }

    @Test("a switch that gets no answer reports that: the page and its input stay, and the switch works later")
    func noAnswer() async throws {
        try await withPage("integrations") { _, _, page in
            let form = "form[aria-label=\"Degradation and lifetimes: Beta Fiber with Reference 30\"]"
            let lifetime = "document.querySelector('\(form) input[name=authnTTL]').value"
            _ = try await page.evaluate("\(lifetime) = '7200'")
            // Like a service that is down.
            let fail = "window.fetch = (...call) => { calls.push(call); return Promise.reject(new TypeError('no answer')); }"
            _ = try await page.evaluate("(window.calls = [], window.ownFetch = fetch, \(fail), true)")
            let address = try await page.url
            try await page.click("Integration: Alpha Cable with Reference 30")
            try await page.wait(forText: "The service does not answer. What was entered is still here.")
            #expect(try await page.evaluate("calls.length").integer == 1)
            #expect(try await page.evaluate(lifetime).text == "7200")
            #expect(try await page.url == address)
            _ = try await page.evaluate("(window.fetch = ownFetch, true)")
            try await page.click("Integration: Alpha Cable with Reference 30")
            try await page.wait(forText: "Alpha Cable with Reference 30: the integration is off now.")
            #expect(try await page.evaluate(lifetime).text == "7200")
        }
    }

    @Test("what was entered in a form stays if the login has expired, and can be sent after the next login")
    func expiredLogin() async throws {
        try await withPage("applications") { daemons, browser, page in
            try await page.fill("Name", "An app")
            let other = try await browser.newPage(sharingWith: page)
            try await other.open("\(daemons.serviceURL)/dashboard")
            try await other.press("Log out")
            await page.expectProblem("401")
            try await page.click("Register")
            try await page.wait(forText: "The login has expired, and nothing was changed.")
            #expect(try await page.value(of: "Name") == "An app")
            try await logIn(other, daemons)
            try await page.press("Register")
            try await page.wait(forText: "An app was registered.")
        }
    }

    @Test("what was entered in a form stays if it is too large, or for another reason answered without a page")
    func largeForm() async throws {
        try await withPage("applications") { _, _, page in
            try await page.fill("Name", String(repeating: "n", count: 300_000))
            await page.expectProblem("413")
            try await page.click("Register")
            try await page.wait(forText: "The service answered with status 413. What was entered is still here.")
            #expect(try await page.value(of: "Name").count == 300_000)
        }
    }

    @Test("after a rejected form the focus is at the heading, before the reason, unless it was in a field")
    func focusOfRejection() async throws {
        try await withPage("faults") { _, _, page in
            try await page.fill("Delay", "soon")
            await page.expectProblem("400")
            try await page.click("Add the fault")
            try await page.wait(forText: "a time such as 500ms or 3s")
            #expect(try await page.evaluate("document.activeElement.tagName").text == "H1")
            #expect(try await page.value(of: "Delay") == "soon")
        }
    }

    @Test("a notice of success is shown once: when the page is loaded again, it is gone")
    func noticeOnce() async throws {
        try await withPage("requestors") { daemons, _, page in
            try await page.press("Generate a scheme for Reference 30")
            try await page.wait(forText: "A custom scheme was generated.")
            #expect(try await page.url == "\(daemons.serviceURL)/dashboard/requestors")
            try await page.reload()
            try await page.wait(forText: "Reference 30")
            #expect(try await !page.text.contains("A custom scheme was generated."))
        }
    }

    @Test("without scripts the switches work too, on a phone, and an error is shown next to the form")
    func withoutScripts() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 360, height: 740)
                try await page.disableScripts()
                try await logIn(page, daemons)
                try await page.open("\(daemons.serviceURL)/dashboard/integrations")
                #expect(try await !page.isTooWide)
                try await page.press("SSO tvOS: Delta Coop with Reference 30")
                try await page.wait(forText: "Delta Coop with Reference 30: single sign-on of tvOS is")
                try await page.emulate(dark: true)
                try await page.savePicture("dashboard-phone-dark")
                for path in ["", "/applications", "/live", "/sessions", "/passes", "/usage"] {
                    try await page.open("\(daemons.serviceURL)/dashboard\(path)")
                    #expect(try await !page.isTooWide, "\(path)")
                }
            }
        }
    }

    @Test("events of device, service and app appear as they happen, with the SAML of each step")
    func live() async throws {
        try await whileSharing("live") { daemons, browser, page in
            try await page.wait(forText: "Live")
            // The events on the device before the page was opened.
            try await page.wait(forText: "account.signed-in")
            #expect(try await isAuthenticated(daemons))
            try await page.wait(forText: "token exchanged")
            try await page.wait(forText: "setAuthenticationStatus")
            let times = "[...document.querySelectorAll('#events > li')].map((item) => Number(item.dataset.at))"
            let isOrdered = "\(times).every((at, index, all) => index === 0 || all[index - 1] >= at)"
            #expect(try await page.evaluate(isOrdered).bool == true)
            let exchange = "[...document.querySelectorAll('.call')].find((one) => one.textContent.includes('token exchanged'))"
            // The service's events arrive first.
            try await page.waitInPage(
                "the name of the call",
                "\(exchange)?.querySelector('.head b').textContent === 'call.setRequestor, com.example.player'")
            let sources = "[...document.querySelectorAll('.source')].map((item) => item.textContent)"
            #expect(try await page.evaluate("[...new Set(\(sources))].sort().join()").text == "device,library,service")
            try await page.savePicture("dashboard-live-closed")
            let step = "[...document.querySelectorAll('.event')].find((one) => one.textContent.includes('SAML Response'))"
            for summary in ["\(step).querySelector('summary')", "\(step).querySelector(':scope > details > summary')"] {
                _ = try await page.evaluate("\(summary).click()")
            }
            try await page.wait(forText: "(344 characters, masked)")
            try await page.wait(forText: "<saml:NameID")
            try await page.savePicture("dashboard-live")
            try await page.emulate(dark: true)
            try await page.savePicture("dashboard-live-dark")
            try await page.click("Pause")
            try await page.wait(forText: "Paused.")
        }
    }

    @Test("a hidden page keeps no connection to the service, and shows what it missed when it is visible again")
    func hiddenPages() async throws {
        func show(_ page: BrowserPage, isHidden: Bool) async throws {
            let hide = "Object.defineProperty(document, 'hidden', { value: \(isHidden), configurable: true })"
            _ = try await page.evaluate("(\(hide), document.dispatchEvent(new Event('visibilitychange')))")
        }
        try await whileSharing("live") { daemons, browser, first in
            try await first.waitInPage("the stream", "document.getElementById('live-state').textContent === 'Live.'")
            try await show(first, isHidden: true)
            // Daemons that another test has used have earlier exchanges, and the page shows only the newest events.
            let isExchange = "(event) => event.textContent.includes('token exchanged')"
            let newest = "[...document.querySelectorAll('[id^=event-]')].find(\(isExchange))?.id"
            _ = try await first.evaluate("(window.before = \(newest), true)")
            // More than the connections that a browser opens to a service.
            for name in ["live", "device", "live", "device", "live", "device", "live"] {
                let other = try await browser.newPage(sharingWith: first)
                try await other.open("\(daemons.serviceURL)/dashboard/\(name)")
                try await show(other, isHidden: true)
            }
            #expect(try await isAuthenticated(daemons))
            #expect(try await first.evaluate("\(newest) === window.before").bool == true)
            try await show(first, isHidden: false)
            try await first.waitInPage("the exchange", "\(newest) !== window.before")
        }
    }

    @Test("the page of the device shows account and apps, and follows their changes")
    func device() async throws {
        try await whileSharing("device") { daemons, browser, page in
            try await page.wait(forText: "alpha.example")
            try await page.wait(forText: "com.example.player granted")
            let hasTimes = "/UTC\\s+Expires\\s+20/.test(document.querySelector('main').innerText)"
            #expect(try await page.evaluate(hasTimes).bool == true)
            #expect(try await page.accessibleNames(of: "table").isSuperset(of: ["Apps", "Waiting requests"]))
            try await page.savePicture("dashboard-device")
            try await daemons.setAccess("com.example.player", "denied")
            try await page.wait(forText: "com.example.player denied")
            try await daemons.signOut(keepsAccess: true)
            try await page.wait(forText: "No user is signed in.")
            let phone = try await browser.newPage(width: 360, height: 740)
            try await phone.disableScripts()
            try await phone.emulate(dark: true)
            try await logIn(phone, daemons)
            try await phone.open("\(daemons.serviceURL)/dashboard/device")
            try await phone.wait(forText: "com.example.player")
            #expect(try await !phone.isTooWide)
            try await phone.savePicture("dashboard-device-phone-dark")
        }
    }

    /// Opens a page of the dashboard while `vsactl` shares what happens on a device with a signed-in account.
    private func whileSharing(_ name: String, _ body: (Daemons, Browser, BrowserPage) async throws -> Void) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signIn(daemons)
            let sharing = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["journal", "share"], environment: daemons.presentEnvironment,
                standardOutput: .pipe, standardError: .pipe)
            #expect(try await within { await sharing.standardError.next() }?.contains("/dashboard/live") == true)
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 1_100, height: 900)
                try await logIn(page, daemons)
                try await page.open("\(daemons.serviceURL)/dashboard/\(name)")
                try await body(daemons, browser, page)
            }
            sharing.send(signal: SIGINT)
            #expect(await sharing.wait() == .signalled(SIGINT))
        }
    }

    @Test("with text of double size nothing on a phone's page is wider than it, except for scrollable elements")
    func largeText() async throws {
        try await whileSharing("live") { daemons, browser, page in
            #expect(try await isAuthenticated(daemons))
            try await page.wait(forText: "token exchanged")
            let phone = try await browser.newPage(width: 360, height: 740)
            try await logIn(phone, daemons)
            let pages = [
                "/", "/docs", "/activate", "/dashboard", "/dashboard/integrations", "/dashboard/applications",
                "/dashboard/requestors", "/dashboard/sessions", "/dashboard/passes", "/dashboard/usage", "/dashboard/faults",
                "/dashboard/device", "/dashboard/live",
            ]
            for path in pages {
                try await phone.open("\(daemons.serviceURL)\(path)")
                if path == "/dashboard/live" { try await phone.wait(forText: "token exchanged") }
                try await phone.enlarge()
                #expect(try await !phone.isTooWide, "\(path)")
                // All of it would be too large for a picture.
                if path != "/docs" { try await phone.savePicture("large\(path.replacing("/", with: "-"))-phone") }
            }
        }
    }

    /// The number of lines that the links to the pages take.
    private func linesOfNavigation(_ page: BrowserPage) async throws -> Int64? {
        try await page.evaluate("new Set([...document.querySelectorAll('.bar li')].map((item) => item.offsetTop)).size").integer
    }

    /// The maximum number of lines of a table's heading: a narrow column would break it into letters.
    private func linesOfLongestCaption(_ page: BrowserPage) async throws -> Int64 {
        let lines = "(item) => Math.floor(item.clientHeight / parseFloat(getComputedStyle(item).lineHeight))"
        return try await page.evaluate("Math.max(0, ...[...document.querySelectorAll('caption')].map(\(lines)))").integer ?? 0
    }

    @Test("every page shows its content, on a screen and on a phone, light and dark")
    func everyPage() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signIn(daemons)
            #expect(try await isAuthenticated(daemons))
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            try await daemons.run(
                "entitle",
                [
                    "--storage", storage, "setRequestor REF30", "getAuthentication", "setSelectedProvider TempPass",
                    "getAuthorization news",
                ]
            ).checked()
            let pages = [
                "": "Overview", "/integrations": "Alpha Cable", "/applications": "Register an application",
                "/requestors": "Reference 30", "/sessions": "AlphaCable", "/passes": "TempPass", "/usage": "authn successful",
                "/faults": "No faults: every call is processed.", "/live": "token exchanged",
            ]
            try await Browser.with { browser in
                let screen = try await browser.newPage(width: 1_100, height: 900)
                let phone = try await browser.newPage(width: 360, height: 740)
                try await phone.emulate(dark: true)
                for page in [screen, phone] { try await logIn(page, daemons) }
                for (path, text) in pages.sorted(by: { $0.key < $1.key }) {
                    for (page, name) in [(screen, "screen"), (phone, "phone-dark")] {
                        try await page.open("\(daemons.serviceURL)/dashboard\(path)")
                        try await page.wait(forText: text)
                        #expect(try await !page.isTooWide, "\(path) \(name)")
                        #expect(try await linesOfLongestCaption(page) <= 2, "\(path) \(name)")
                        try await page.savePicture("dashboard\(path.replacing("/", with: "-"))-\(name)")
                    }
                    #expect(try await linesOfNavigation(screen) == 1, "\(path)")
                }
            }
        }
    }
}
