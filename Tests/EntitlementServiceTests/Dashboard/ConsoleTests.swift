import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's console")
struct ConsoleTests {
    /// A browser that is logged in.
    private static func test(_ body: @Sendable (Client, DashboardBrowser) async throws -> Void) async throws {
        // A session shares its console with one node.
        let fixture = try await Fixture(options: ServiceOptions(), isOneNode: true)
        _ = fixture.environment.openDashboard(on: try #require(ListenAddress("127.0.0.1:8080")))
        try await fixture.test { client in
            let browser = DashboardBrowser(client)
            let link = try await client.administer(.post, "dashboard-links").json["path"]?.text
            _ = try await browser.get(try #require(link))
            try await body(client, browser)
        }
    }

    /// A browser that is logged in while a session waits for lines: for as long as that takes, also on a busy machine.
    private static func testOpen(_ body: @Sendable (Client, DashboardBrowser) async throws -> Void) async throws {
        try await test { client, browser in
            try await client.fixture.environment.dashboard.console.listening { try await body(client, browser) }
        }
    }

    private static func enter(_ line: String, _ browser: DashboardBrowser) async throws -> Client.Answer {
        try await browser.submit("/dashboard/device/console", ["line": line], from: "/dashboard/device")
    }

    private static func written(_ lines: [String]) -> String { (["lines": .strings(lines)] as JSON).serialized }

    @Test("lines of the closed list are passed on once, in their order, and the output is shown, escaped")
    func relay() async throws {
        try await Self.test { _, browser in
            let page = try await browser.get("/dashboard/device").text
            let status = try await Self.enter("logout", browser).status
            #expect(page.contains("vsactl run --console") && status == 409)
        }
        try await Self.testOpen { client, browser in
            #expect(try await client.administer(.get, "console").text == #"{"lines":[]}"#)
            let sent = try await Self.enter("  setRequestor REF30 ", browser)
            #expect(sent.status == 200 && sent.text.contains("The line was sent."), "\(sent.text)")
            _ = try await Self.enter("getAuthorization <b>'\"$(x)", browser)
            let fetched = try await client.administer(.get, "console?wait=1").json
            #expect(fetched["lines"]?.texts == ["setRequestor REF30", "getAuthorization <b>'\"$(x)"])
            #expect(try await client.administer(.get, "console").text == #"{"lines":[]}"#)
            let lines = ["{\"callback\":\"<script>\"}", String(repeating: "x", count: 5_000), "a\u{0}\nb"]
            #expect(try await client.administer(.post, "console", Self.written(lines)).status == 204)
            let page = try await browser.get("/dashboard/device").text
            #expect(page.contains("class=\"input\"><code>getAuthorization &lt;b&gt;&#39;&quot;$(x)</code>"))
            #expect(page.contains("{&quot;callback&quot;:&quot;&lt;script&gt;&quot;}") && !page.contains("<script>\""))
            #expect(page.contains("<code>a  b</code>"))
            #expect(
                page.contains(String(repeating: "x", count: 4_096) + "…") && !page.contains(String(repeating: "x", count: 4_097)))
        }
    }

    @Test(
        "anything but one command of the list is rejected, and does not reach the session",
        arguments: [
            "", "rm -rf /", "quit", "browse", "setRequestors", "logout\nquit", "logout\u{0}", "logout\u{2028}quit",
            "logout\u{85}x",
            "SETREQUESTOR x", "# logout", "\u{200B}logout", "logout " + String(repeating: "x", count: 2_000),
        ])
    func refused(line: String) async throws {
        try await Self.testOpen { client, browser in
            let answer = try await Self.enter(line, browser)
            #expect(answer.status == 400 && answer.text.contains("A line "), "\(answer.text)")
            #expect(try await client.administer(.get, "console").text == #"{"lines":[]}"#)
        }
    }

    @Test("both queues are bounded; a wrong body changes nothing")
    func bounds() async throws {
        try await Self.testOpen { client, browser in
            for number in 1...ConsoleRelay.waitingLimit + 1 {
                let status = try await Self.enter("help", browser).status
                #expect(status == (number > ConsoleRelay.waitingLimit ? 429 : 200), "\(number)")
            }
            for _ in 1...4 {
                let lines = (0..<100).map { "line \($0)" }
                #expect(try await client.administer(.post, "console", Self.written(lines)).status == 204)
            }
            let console = client.fixture.environment.dashboard.console
            #expect(console.entries.count == ConsoleRelay.entryLimit && console.entries.last?.text == "line 99")
            let number = console.number
            for body in ["[]", "{}", #"{"lines":[1]}"#, #"{"lines":"x"}"#, #"{"lines":[],"more":1}"#] {
                #expect(try await client.administer(.post, "console", body).status == 400, "\(body)")
            }
            let many = Self.written(Array(repeating: "x", count: 101))
            #expect(try await client.administer(.post, "console", many).status == 400 && console.number == number)
            #expect(try await client.administer(.get, "console?wait=31").status == 400)
        }
    }

    @Test("a line that a session has not fetched when it ends is not passed on to the next session")
    func ended() async throws {
        let console = ConsoleRelay(patience: .zero)
        try await console.listening { try console.enter(try ConsoleLine("logout")) }
        #expect(!console.isOpen)
        #expect(await console.fetch(waiting: 0).isEmpty)
        #expect(console.entries.map(\.text) == ["logout"])
    }

    @Test("only the administration's token fetches lines; only a logged-in browser with the form's token enters them")
    func access() async throws {
        try await Self.testOpen { client, browser in
            _ = try await client.administer(.get, "console")
            for method in [HTTPRequest.Method.get, .post] {
                #expect(try await client.send(method, "/admin/v1/console", body: Self.written([])).status == 401)
            }
            let line = ["line": "logout"]
            #expect(try await browser.post("/dashboard/device/console", line, token: "wrong").status == 403)
            #expect(try await browser.post("/dashboard/device/console", line, token: nil).status == 403)
            #expect(try await DashboardBrowser(client).post("/dashboard/device/console", line, token: "x").status == 401)
            #expect(try await client.administer(.get, "console").text == #"{"lines":[]}"#)
        }
        // Without a login, every program on this machine could enter lines.
        try await Fixture().test { client in
            _ = try await client.administer(.get, "console")
            let browser = DashboardBrowser(client)
            #expect(try await browser.get("/dashboard/device").text.contains("requires a dashboard with a login"))
            #expect(try await Self.enter("logout", browser).status == 403)
            #expect(try await client.administer(.get, "console").text == #"{"lines":[]}"#)
        }
    }
}
