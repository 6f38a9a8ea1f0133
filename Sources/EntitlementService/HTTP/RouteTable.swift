import HTTPTypes
import Hummingbird

/// Finds the route of a path: the only place that interprets paths.
///
/// It is done once, before everything else, because the attributes of the route decide how a request is treated that never
/// reaches it: one that is throttled, or a fault's.
struct RouteTable: Sendable {
    /// The meaning of a path.
    struct Match: Sendable {
        /// The attributes of the path's last route, or of its prefix.
        fileprivate(set) var attributes = RouteAttributes(audience: .everyone, isLogged: false)
        /// The path's routes, one for each method.
        fileprivate(set) var routes: [Route] = []
        /// The parameters of the path.
        fileprivate(set) var parameters: [Substring: Substring] = [:]
        /// The format that the path's suffix requests.
        fileprivate(set) var suffix: AnswerFormat?

        /// Returns the route for a method.
        func route(for method: HTTPRequest.Method) -> Route? {
            routes.first { $0.method == method } ?? (method == .head ? route(for: .get) : nil)
        }

        /// Returns the attributes of a request with a method, whether or not there is a route for it.
        func attributes(for method: HTTPRequest.Method) -> RouteAttributes { route(for: method)?.attributes ?? attributes }

        fileprivate mutating func take(_ routes: [Route]) {
            self.routes = routes
            if let last = routes.last { attributes = last.attributes }
        }

        /// The path of the routes; nil if there are none.
        var template: String? { routes.first?.path }
    }

    /// A path with the routes that it has.
    private struct Entry: Sendable {
        let parts: [Substring]
        var routes: [Route]
    }

    /// All routes.
    let routes: [Route]
    /// The most specific first, by their first component, which is not a parameter.
    private let entries: [Substring: [Entry]]
    /// Those without parameters, by their path.
    private let plain: [String: Entry]
    /// The longest first.
    private let unserved: [(parts: [Substring], attributes: RouteAttributes)]

    /// - Parameter unserved: The attributes of paths without a route, by their prefix.
    init(_ routes: [Route], unserved: [String: RouteAttributes] = [:]) {
        self.routes = routes
        var known: [String: Entry] = [:]
        for route in routes {
            known[route.path, default: Entry(parts: Self.parts(route.path), routes: [])].routes.append(route)
        }
        plain = known.filter { !$0.key.utf8.contains(UInt8(ascii: "{")) }
        entries = Dictionary(grouping: known.values) { $0.parts.first ?? "" }
            .mapValues { $0.sorted { Self.isMoreSpecific($0.parts, $1.parts) } }
        self.unserved = unserved.map { (Self.parts($0.key), $0.value) }.sorted { $0.parts.count > $1.parts.count }
    }

    /// Returns the meaning of a path, with or without a suffix for the format.
    func match(_ path: String) -> Match {
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
        for entry in entries[given.first ?? ""] ?? [] where entry.parts.count == given.count {
            guard let parameters = Self.parameters(entry.parts, given) else { continue }
            match.parameters = parameters
            match.take(entry.routes)
            return match
        }
        if let prefix = unserved.first(where: { given.starts(with: $0.parts) }) { match.attributes = prefix.attributes }
        return match
    }

    private static func parts(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// Returns the parameters of a path; nil if it does not match.
    private static func parameters(_ parts: [Substring], _ given: [Substring]) -> [Substring: Substring]? {
        var parameters: [Substring: Substring] = [:]
        for (part, given) in zip(parts, given) {
            guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else {
                guard part == given else { return nil }
                continue
            }
            let suffix = part[part.index(after: end)...]
            guard given.hasSuffix(suffix) else { return nil }
            parameters[part[..<end].dropFirst()] = given.dropLast(suffix.count)
        }
        return parameters
    }

    /// Whether the first difference is a name on the left, or a parameter with a suffix, and a plain parameter on the right.
    private static func isMoreSpecific(_ first: [Substring], _ second: [Substring]) -> Bool {
        func rank(_ part: Substring) -> Int { part.hasPrefix("{") ? part.hasSuffix("}") ? 2 : 1 : 0 }
        return first.map(rank).lexicographicallyPrecedes(second.map(rank))
    }
}
