import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's page of the device")
struct DevicePageTests {
    /// A device with an account, an app and a prompt, where every text is hostile.
    private static func device(_ text: String) -> String {
        let text = JSON.string(text)
        let device: JSON = [
            "region": "US", "account": ["provider": text, "subscriber": text], "applicationCount": .integer(7),
            "applications": [["id": text, "access": text, "identifiedBy": text, "usageDescription": text]],
            "prompts": [["application": text, "kind": text, "stage": text, "prompt": text, "asked": text]],
        ]
        return device.serialized
    }

    @Test("what a session shares is shown, escaped; before that, the page explains how to share it")
    func shown() async throws {
        // A session shares its device with one node.
        try await Fixture(isOneNode: true).test { client in
            let empty = try await client.get("/dashboard/device").text
            #expect(empty.contains("No session shares its device.") && empty.contains("vsactl journal share"))
            let mark = "<b onclick=x>\"'&"
            let answer = try await client.administer(.put, "timeline/device", Self.device(mark))
            #expect(answer.status == 200 && answer.json["viewers"]?.integer != nil, "\(answer.text)")
            let page = try await client.get("/dashboard/device").text
            #expect(page.count(of: "&lt;b onclick=x&gt;&quot;&#39;&amp;") == 11 && !page.contains("<b onclick"), "\(page)")
            #expect(page.contains("And 6 more"))
            let account = #"{"region":"","account":{"provider":"a.example","expired":true,"expiresAt":"2027-01-01T00:00:00Z"},"#
            let lists = #""applications":[],"prompts":[]}"#
            #expect(try await client.administer(.put, "timeline/device", account + lists).status == 200)
            let expired = try await client.get("/dashboard/device").text
            #expect(expired.contains("2027-01-01 00:00:00 UTC <span class=\"tag bad\">expired</span>"))
            #expect(expired.contains("The device knows no apps.") && expired.contains("No prompts are open."))
            let nobody = #"{"region":"US","account":null,"# + lists
            #expect(try await client.administer(.put, "timeline/device", nobody).status == 200)
            #expect(try await client.get("/dashboard/device").text.contains("No user is signed in."))
        }
    }

    @Test(
        "a wrong state is rejected by its name, and the previous one stays",
        arguments: [
            ("[]", "object"), ("{}", "region"), (#"{"region":"US"}"#, "applications"),
            (#"{"region":"US","applications":[],"prompts":{}}"#, "prompts"),
            (#"{"region":"US","applications":[1],"prompts":[]}"#, "object"),
            (#"{"region":"US","applications":[{"id":"x"}],"prompts":[]}"#, "access"),
            (#"{"region":"US","applications":[{"id":"x\ny","access":"a"}],"prompts":[]}"#, "id takes"),
            (#"{"region":"US","applications":[],"prompts":[],"account":{"subscriber":"x"}}"#, "provider"),
            (#"{"region":"US","applications":[],"prompts":[],"account":{"provider":"x","password":"x"}}"#, "password"),
            (#"{"region":"US","applications":[],"prompts":[],"applicationCount":-1}"#, "applicationCount"),
        ])
    func refused(body: String, name: String) async throws {
        try await Fixture().test { client in
            _ = try await client.administer(.put, "timeline/device", Self.device("kept"))
            let answer = try await client.administer(.put, "timeline/device", body)
            #expect(answer.status == 400 && answer.text.contains(name), "\(answer.text)")
            #expect(try await client.get("/dashboard/device").text.contains("kept"))
        }
    }

    @Test("a state with too many apps is rejected, and so is one from a stranger")
    func tooManyAppsAndStrangers() async throws {
        try await Fixture().test { client in
            let apps = Array(repeating: #"{"id":"x","access":"a"}"#, count: 201).joined(separator: ",")
            let many = #"{"region":"US","applications":["# + apps + #"],"prompts":[]}"#
            let tooMany = try await client.administer(.put, "timeline/device", many)
            #expect(tooMany.status == 400)
            let stranger = try await client.send(.put, "/admin/v1/timeline/device", body: Self.device("x"))
            #expect(stranger.status == 401)
        }
    }

    @Test("the page's stream reports what changed after the page was made, once")
    func missedChanges() async throws {
        // A session shares its device with one node.
        try await Fixture(isOneNode: true).test { client in
            let page = try await client.get("/dashboard/device").text
            let link = try #require(page.firstMatch(of: /data-follow="([^"]+)"/)).output.1
            let follow = String(link.replacing("&amp;", with: "&"))
            #expect(
                follow.wholeMatch(of: /\/dashboard\/events\?page=device&after=command\d+\.console\d+\.device\d+/) != nil,
                "\(follow)")
            let beginning = "retry: 2000\n\n"
            #expect(try await client.get(follow).text == beginning)
            #expect(try await client.administer(.put, "timeline/device", Self.device("x")).status == 200)
            let told = try await client.get(follow).text
            let change = try #require(
                told.wholeMatch(of: /retry: 2000\n\nevent: device\ndata: (\d+)\n\nid: (command\d+\.console\d+\.device(\d+))\n\n/),
                "\(told)")
            #expect(change.output.1 == change.output.3)
            var headers: HTTPFields = [:]
            headers[.lastEventID] = String(change.output.2)
            #expect(try await client.send(.get, follow, headers: headers).text == beginning)
            // The page of a process that has ended, with the same number of changes.
            headers[.lastEventID] = "command0.console0.device1"
            let all = try await client.send(.get, follow, headers: headers).text
            #expect(all.matches(of: /event: ([a-z]+)\n/).map { $0.output.1 } == ["command", "console", "device"], "\(all)")
            // A position that no page has is ignored: only later changes are reported.
            for position in ["", "x", "device", "1", "device1.", "device99999999999999999999", "s1%0A.device1"] {
                let answer = try await client.get("/dashboard/events?page=device&after=\(position)")
                #expect(answer.text == beginning, "\(position)")
            }
        }
    }

    @Test("the page's stream reports that a session opens its console")
    func console() async throws {
        try await Fixture(isOneNode: true).test { client in
            let console = client.fixture.environment.dashboard.console
            let closed = console.turns
            let before = client.fixture.environment.dashboard.deviceNumbers.description
            await console.listening {
                #expect(console.isOpen && console.turns == closed + 1)
            }
            // A session that fetches again is the same one.
            await console.listening { #expect(console.turns == closed + 1) }
            let text = try await client.get("/dashboard/events?page=device&after=\(before)").text
            #expect(text.contains("event: command\n") && !text.contains("event: console"), "\(text)")
        }
    }

    @Test("the page's stream reports each new state, and no events", .timeLimit(.minutes(10)))
    func stream() async throws {
        let fixture = try await Fixture()
        try await fixture.serve { port in
            try await onThread {
                let viewer = try RawConnection(port: port)
                try viewer.write(
                    "GET /dashboard/events?page=device HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
                _ = try viewer.read(until: "retry: 2000")
                let other = try RawConnection(port: port)
                let body = Self.device("x")
                for (method, path, body) in [("POST", "reset", ""), ("PUT", "timeline/device", body)] {
                    try other.write(
                        "\(method) /admin/v1/\(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Fixture.adminToken)\r\n"
                            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                }
                let text = try viewer.read(until: "event: device\n")
                #expect(!text.contains("<li"), "\(text)")
            }
        }
    }
}
