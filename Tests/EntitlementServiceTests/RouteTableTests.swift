import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The table of routes")
struct RouteTableTests {
    private static func route(
        _ method: HTTPRequest.Method, _ path: String, fault: FaultPoint? = nil, formats: FormatRule = .other
    ) -> Route {
        Route(method, path, audience: .app, fault: fault, formats: formats) { _ in .empty(.ok) }
    }

    private let table = RouteTable(
        [
            route(.get, "/a/{x}"), route(.get, "/a/{x}.svg"), route(.get, "/a/b"), route(.get, "/a/{x}/c"),
            route(.post, "/f/{x}", fault: .exchange, formats: .both(default: .json)),
            route(.get, "/f/{x}", fault: .authentication, formats: .both(default: .json)),
        ],
        unserved: [
            "/f": RouteAttributes(audience: .app, formats: .jsonOnly),
            "/f/g": RouteAttributes(audience: .browser, isThrottled: true),
        ])

    @Test(
        "a name precedes a parameter with a suffix, which precedes a plain one",
        arguments: [
            ("/a/b", "/a/b"), ("/a/c", "/a/{x}"), ("/a/c.svg", "/a/{x}.svg"), ("/a/b/c", "/a/{x}/c"), ("//a///b/", "/a/b"),
            ("/a", nil), ("/a/b/d", nil), ("/", nil), ("", nil), ("*", nil), ("/A/b", nil),
        ])
    func specific(path: String, template: String?) {
        #expect(table.match(path).template == template)
    }

    @Test("parameters are parts of the path as they were sent, without the suffix of the template")
    func parameters() {
        #expect(table.match("/a/x%20y").parameters == ["x": "x%20y"])
        #expect(table.match("/a/x.svg").parameters == ["x": "x"])
        #expect(table.match("/a/b").parameters == [:])
    }

    @Test("a suffix for the format is cut off where responses have a format, and nowhere else")
    func suffixes() {
        for (path, suffix) in [("/f/g.xml", AnswerFormat.xml), ("/f/g.JSON", .json), ("/f/g", nil)] {
            #expect(table.match(path).parameters == ["x": "g"] && table.match(path).suffix == suffix, "\(path)")
        }
        #expect(table.match("/a/g.xml").parameters == ["x": "g.xml"] && table.match("/a/g.xml").suffix == nil)
        #expect(table.match("/f.xml").template == nil)
    }

    @Test("HEAD is GET; a method without a route has the attributes of the last one")
    func methods() {
        let match = table.match("/f/g")
        #expect(match.route(for: .head)?.method == .get && match.route(for: .delete) == nil)
        #expect(match.attributes(for: .post).fault == .exchange && match.attributes(for: .head).fault == .authentication)
        #expect(match.attributes(for: .delete).fault == .authentication)
    }

    @Test("DELETE of a path that ends with a slash has no route, because an identifier is missing")
    func missingIdentifier() {
        for path in ["/f/g/", "/f/g//", "/"] {
            #expect(table.match(path, for: .delete).template == nil, "\(path)")
        }
        #expect(table.match("/f/x/", for: .delete).attributes.formats == .jsonOnly)
        #expect(table.match("/f/g", for: .delete).template == "/f/{x}" && table.match("/f/g/").template == "/f/{x}")
    }

    @Test("a path without a route has the attributes of the longest prefix")
    func unserved() {
        #expect(table.match("/f/x/y").attributes.formats == .jsonOnly)
        let deeper = table.match("/f/g/h").attributes
        #expect(deeper.audience == .browser && deeper.isThrottled)
        #expect(table.match("/fg").attributes.audience == .everyone)
    }

    @Test("every fault point for requests of the service is a route's; administration has none")
    func faults() async throws {
        let routes = try await Fixture().environment.routes
        let points = FaultPoint.allCases.filter { $0.side == .service && $0 != .service && $0 != .providerSAML }
        #expect(Set(routes.compactMap(\.attributes.fault)) == Set(points))
        for route in routes where [.administrator, .dashboard, .everyone].contains(route.attributes.audience) {
            #expect(route.attributes.fault == nil && !route.attributes.isThrottled, "\(route.path)")
            #expect(!route.attributes.audience.isSimulated, "\(route.path)")
        }
    }
}
