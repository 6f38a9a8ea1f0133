import HTTPTypes
import Hummingbird

/// The routes by path: the only place that interprets paths.
///
/// This is done once, before everything else, because the route's attributes also determine how to treat requests that never
/// reach it: those that are throttled or affected by a fault.
struct RouteTable: Sendable {
    /// The meaning of a path.
    struct Match: Sendable {
        /// The attributes of the path's last route, or of its prefix.
        fileprivate(set) var attributes = RouteAttributes(audience: .everyone)
        /// The path's routes, one for each method.
        fileprivate(set) var routes: [Route] = []
        /// The parameters of the path.
        fileprivate(set) var parameters: [String: Substring] = [:]
        /// The format that the path's suffix requests.
        fileprivate(set) var suffix: AnswerFormat?

        /// Returns the route for a method.
        func route(for method: HTTPRequest.Method) -> Route? { routes.first { $0.serves(method) } }

        /// Returns the path of the route for a method; nil if there is none. Does not copy the route.
        func path(for method: HTTPRequest.Method) -> String? { routes.contains { $0.serves(method) } ? template : nil }

        /// Returns the attributes of a request with a method, whether or not there is a route for it.
        func attributes(for method: HTTPRequest.Method) -> RouteAttributes { route(for: method)?.attributes ?? attributes }

        fileprivate mutating func take(_ routes: [Route]) {
            self.routes = routes
            if let last = routes.last { attributes = last.attributes }
        }

        /// The path of the routes; nil if there are none.
        var template: String? { routes.first?.path }
    }

    /// A component of a route's path.
    private enum Part: Sendable {
        case name(String)
        /// A parameter, and the rest of the component after it.
        case parameter(String, suffix: Substring)

        init(_ text: Substring) {
            if text.hasPrefix("{"), let end = text.firstIndex(of: "}") {
                self = .parameter(String(text[..<end].dropFirst()), suffix: text[text.index(after: end)...])
            } else {
                self = .name(String(text))
            }
        }

        /// The order of parts that match the same component: the most specific first.
        var rank: Int {
            switch self {
            case .name: 0
            case .parameter(_, let suffix): suffix.isEmpty ? 2 : 1
            }
        }
    }

    /// A path with its routes.
    private struct Entry: Sendable {
        let parts: [Part]
        var routes: [Route]
    }

    /// All routes.
    let routes: [Route]
    /// The paths by their first component, which is not a parameter; the most specific ones first.
    private let entries: [String: [Entry]]
    /// The paths without parameters.
    private let plain: [String: Entry]
    /// The prefixes without a route; the longest ones first.
    private let unserved: [(parts: [Substring], attributes: RouteAttributes)]

    /// - Parameter unserved: The attributes of paths without a route, by their prefix.
    init(_ routes: [Route], unserved: [String: RouteAttributes] = [:]) {
        self.routes = routes
        var known: [String: Entry] = [:]
        for route in routes {
            known[route.path, default: Entry(parts: Self.parts(route.path).map(Part.init), routes: [])].routes.append(route)
        }
        plain = known.filter { !$0.key.utf8.contains(UInt8(ascii: "{")) }
        entries = Dictionary(grouping: known.values) { String(Self.parts($0.routes[0].path).first ?? "") }
            .mapValues { $0.sorted { $0.parts.map(\.rank).lexicographicallyPrecedes($1.parts.map(\.rank)) } }
        self.unserved = unserved.map { (Self.parts($0.key), $0.value) }.sorted { $0.parts.count > $1.parts.count }
    }

    /// Returns the meaning of a path, with or without a suffix for the format.
    ///
    /// - Parameter method: With DELETE, a path that ends with a slash has no route: it is that of one object whose identifier is
    ///   missing, and the path without the slash is often that of all.
    func match(_ path: String, for method: HTTPRequest.Method = .get) -> Match {
        if method == .delete, path.utf8.last == UInt8(ascii: "/") { return unservedMatch(Self.parts(path)) }
        let match = find(path)
        guard match.attributes.formats.readsSuffix else { return match }
        let (text, suffix) = AnswerFormat.withoutSuffix(path)
        guard suffix != nil else { return match }
        var stripped = find(text)
        stripped.suffix = suffix
        return stripped
    }

    private func find(_ path: String) -> Match {
        var match = Match()
        if let entry = plain[path] {
            match.take(entry.routes)
            return match
        }
        let given = Self.parts(path)
        for entry in entries[String(given.first ?? "")] ?? [] where entry.parts.count == given.count {
            guard let parameters = Self.parameters(entry.parts, given) else { continue }
            match.parameters = parameters
            match.take(entry.routes)
            return match
        }
        return unservedMatch(given)
    }

    /// Returns the meaning of a path without a route.
    private func unservedMatch(_ given: [Substring]) -> Match {
        var match = Match()
        if let prefix = unserved.first(where: { given.starts(with: $0.parts) }) { match.attributes = prefix.attributes }
        return match
    }

    private static func parts(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// Returns the parameters of a path; nil if it does not match.
    private static func parameters(_ parts: [Part], _ given: [Substring]) -> [String: Substring]? {
        var parameters: [String: Substring] = [:]
        for (part, given) in zip(parts, given) {
            switch part {
            case .name(let name):
                guard given == name else { return nil }
            case .parameter(let name, let suffix):
                if suffix.isEmpty {
                    parameters[name] = given
                } else {
                    guard given.hasSuffix(suffix) else { return nil }
                    parameters[name] = given.dropLast(suffix.count)
                }
            }
        }
        return parameters
    }
}
