import Administration
import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Throttling", .service)
struct ThrottleTests {
    private let client = Client.current
    private let checkauthn = "/api/v1/checkauthn?requestor=REF30&deviceId=device-1"
    private static let start: Int64 = 1_800_000_000_000

    @Test("the documented example, call by call")
    func workedExample() async throws {
        let throttle = Throttle(ThrottlingResource(enabled: true))
        let calls: [(milliseconds: Int64, passes: Bool)] =
            [0, 300, 600, 900, 1_200, 1_300, 1_400, 1_500, 1_600, 1_700, 1_800, 2_100, 2_200].map { ($0, true) }
            + [(2_400, false), (2_600, false), (2_800, false), (3_100, true)]
        for call in calls {
            #expect(try await throttle.admits("a", now: Self.start + call.milliseconds) == call.passes, "at \(call.milliseconds)")
        }
    }

    @Test("the burst refills only after 60 idle seconds; rejected calls count")
    func idle() async throws {
        let throttle = Throttle(ThrottlingResource(enabled: true))
        func burst(at time: Int64) async throws -> Int {
            var count = 0
            for _ in 0..<20 where try await throttle.admits("a", now: Self.start + time) { count += 1 }
            return count
        }
        #expect(try await burst(at: 0) == 11)
        #expect(try await burst(at: 59_000) == 1)
        #expect(try await burst(at: 118_999) == 1)
        #expect(try await burst(at: 178_999) == 11)
        #expect(try await burst(at: 1_000) == 11, "a clock that was set back restarts")
    }

    @Test("overlapping calls, whose times are counted in another order, get no new burst")
    func overlapping() async throws {
        let throttle = Throttle(ThrottlingResource(enabled: true))
        var count = 0
        for call in 0..<100 where try await throttle.admits("a", now: Self.start + (call.isMultiple(of: 2) ? 1 : 0)) {
            count += 1
        }
        #expect(count == 11)
    }

    @Test("devices are counted separately, and their number is limited")
    func bounded() async throws {
        let throttle = Throttle(ThrottlingResource(enabled: true, burst: 0))
        for device in ["a", "b"] { #expect(try await throttle.admits(device, now: Self.start)) }
        #expect(try await !throttle.admits("a", now: Self.start))
        let limit = SharedValues<Bool>.limit
        for device in 0..<(4 * limit) { _ = try await throttle.admits("d\(device)", now: Self.start) }
        #expect(try await throttle.admits("a", now: Self.start), "one that makes no more calls is forgotten")
        #expect(try await !throttle.admits("d\(4 * limit - 1)", now: Self.start), "the newest are remembered")
    }

    @Test("exactly the documented paths are throttled")
    func paths() async throws {
        let table = try await Fixture().environment.routeTable
        for path in [
            "/o/client/register", "/o/client/token", "/o/client/scopes", "/o/client/validate", "/api/v2/anything",
            "/api/v1/tokens/usermetadata", "/api/v1/tokens/usermetadata.json", "/api/v1/tokens/authn", "/api/v1/tokens/authz",
            "/api/v1/tokens/media", "/api/v1/config/REF30", "/api/v1/config/REF30.xml", "/api/v1/checkauthn",
            "/api/v1/checkauthn/ABCDEFG", "/api/v1/logout", "/api/v1/authorize", "/api/v1/authorize.xml",
            "/api/v1/preauthorize", "/api/v1/preauthorize/ABCDEFG", "/api/v1/mediatoken", "/api/v1/authenticate/freepreview",
            "/api/v1/authenticate", "/api/v1/authenticate/",
            "/api/v1/REF30/profile-requests/AlphaCable", "/api/v1/identities", "/adobe-services/config/REF30",
            "/reggie/v1/REF30/regcode", "/reggie/v1/REF30/regcode/ABCDEFG",
        ] {
            #expect(table.match(path).attributes.isThrottled, "\(path)")
        }
        for path in [
            "/", "/health", "/saml/metadata", "/admin/v1/status", "/o/client", "/o/client/other",
            "/api/v1", "/api/v1/tokens", "/api/v1/tokens/other", "/reggie/v1/REF30", "/dashboard", "/adobe-services/logout",
            "/sp/saml/SAMLAssertionConsumer", "/reset-tempass/v3/reset",
        ] {
            #expect(!table.match(path).attributes.isThrottled, "\(path)")
        }
    }

    @Test("it is off until it is enabled at run time; then 429 as a page of the web server, before any other check")
    func switching() async throws {
        for _ in 1...30 { #expect(try await client.get(checkauthn).status == 401) }
        let settings = try await client.administer(.get, "throttling")
        #expect(
            settings.text
                == #"{"enabled":false,"callsPerSecond":1,"burst":10,"idleSeconds":60,"retryAfter":true}"#)
        #expect(try await client.administer(.put, "throttling", #"{"enabled":true}"#).json["enabled"] == true)
        for _ in 1...11 { #expect(try await client.get(checkauthn).status == 401) }
        let refused = try await client.send(.get, checkauthn, headers: [.accept: "application/xml"])
        #expect(refused.status == 429 && refused.headers[.contentType] == "text/html")
        #expect(refused.text.contains("<title>429 Too Many Requests</title>") && refused.headers[.retryAfter] == "1")
        #expect(try await client.get("/health").status == 200)
        #expect(try await client.administer(.get, "status").status == 200)
        client.fixture.clock.advance(milliseconds: 1_000)
        #expect(try await client.get(checkauthn).status == 401)
        #expect(try await client.get(checkauthn).status == 429)
        client.fixture.clock.advance(seconds: 60)
        #expect(try await client.get(checkauthn).status == 401)
        _ = try await client.administer(.put, "throttling", #"{"burst":0,"retryAfter":false}"#)
        #expect(try await client.get(checkauthn).status == 401)
        #expect(try await client.get(checkauthn).headers[.retryAfter] == nil)
        #expect(try await client.administer(.post, "reset").status == 204)
        #expect(try await client.administer(.get, "throttling").json["enabled"] == false)
    }

    @Test("a device is identified by the first address of X-Forwarded-For")
    func forwarded() async throws {
        _ = try await client.administer(.put, "throttling", #"{"enabled":true,"burst":0}"#)
        func status(_ address: String) async throws -> Int {
            try await client.send(.get, checkauthn, headers: [HTTPField.Name("X-Forwarded-For")!: address]).status
        }
        #expect(try await status("203.0.113.1") == 401)
        #expect(try await status("203.0.113.1, 10.0.0.1") == 429)
        #expect(try await status("203.0.113.2") == 401)
        #expect(try await status("2001:db8::1") == 401)
        #expect(try await status("[2001:0db8:0::1]") == 429)
        #expect(try await status("somebody") == 401)
        #expect(try await status("somebody else") == 429, "made-up names are all the peer")
    }

    @Test("null is like a missing setting")
    func missingSettings() async throws {
        let set = try await client.administer(
            .put, "throttling",
            #"{"enabled":true,"callsPerSecond":2,"burst":500,"idleSeconds":40,"retryAfter":false}"#)
        let kept = try await client.administer(
            .put, "throttling",
            #"{"enabled":null,"callsPerSecond":null,"burst":null,"idleSeconds":null,"retryAfter":null}"#)
        #expect(set.status == 200 && kept.status == 200 && kept.text == set.text)
    }

    @Test(
        "wrong settings are rejected by name",
        arguments: [
            (#"{"enabled":1}"#, "enabled"), (#"{"burst":-1}"#, "burst"), (#"{"callsPerSecond":0}"#, "callsPerSecond"),
            (#"{"idleSeconds":86401}"#, "idleSeconds"), (#"{"retryAfter":"1"}"#, "retryAfter"), (#"{"rate":1}"#, "rate"),
            ("[]", "JSON object"), ("{", "JSON object"),
        ])
    func wrongSettings(body: String, word: String) async throws {
        let answer = try await client.administer(.put, "throttling", body)
        #expect(answer.status == 400 && answer.error == "invalid_request" && answer.message?.contains(word) == true)
        #expect(try await client.administer(.get, "throttling").json["enabled"] == false)
    }

    @Test("scripts of other origins: the preflight, the exposed headers; neither without an origin nor elsewhere")
    func crossOrigin() async throws {
        let origin: HTTPFields = [.origin: "https://activate.example"]
        var preflight = origin
        preflight[.accessControlRequestMethod] = "GET"
        let question = try await client.send(.options, "/api/v1/checkauthn/ABCDEFG", headers: preflight)
        #expect(question.status == 204 && question.headers[.accessControlAllowOrigin] == "*")
        #expect(question.headers[.accessControlAllowHeaders]?.contains("X-Device-Info") == true)
        let answer = try await client.send(.get, checkauthn, headers: origin)
        #expect(answer.headers[.accessControlExposeHeaders]?.contains("Authzf-Error-Code") == true)
        #expect(answer.headers[.accessControlAllowCredentials] == nil)
        #expect(try await client.get(checkauthn).headers[.accessControlAllowOrigin] == nil)
        #expect(try await client.send(.options, "/admin/v1/status", headers: preflight).status == 405)
        let admin = try await client.send(.get, "/admin/v1/status", headers: origin)
        #expect(admin.headers[.accessControlAllowOrigin] == nil)
    }
}
