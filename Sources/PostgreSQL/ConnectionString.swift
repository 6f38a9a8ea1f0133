import CPostgreSQL
import Synchronization

/// A connection string or URL, divided into one attempt per server: libpq itself would wait for an unresponsive server until the
/// deadline has passed.
struct ConnectionString {
    /// An attempt to connect to one server.
    struct Attempt {
        /// The server's index in the connection string.
        var place: Int
        /// libpq's options.
        var options: [String: String]
    }

    private let target: String
    private let servers: [[String: String]]

    /// The index of the server that answered last, by connection string.
    private static let answered = Mutex<[String: Int]>([:])

    /// Reads a connection string.
    ///
    /// - Throws: ``DatabaseError`` of the kind `target`, which, unlike libpq's messages, contains no part that may be a password.
    init(_ target: String, _ library: cpostgresql) throws(DatabaseError) {
        guard let parsed = library.PQconninfoParse(target, nil) else {
            throw DatabaseError(mistakeIn: target, names: Self.options(library.PQconninfoParse("", nil), library).names)
        }
        var options = Self.options(parsed, library).values
        // The entry of a service in libpq's service file is unknown here.
        if options["service"] == nil {
            let defaults = Self.options(library.PQconndefaults(), library).values
            if options["host"] == nil, options["hostaddr"] == nil {
                for name in ["host", "hostaddr"] { options[name] = defaults[name] }
            }
            for name in ["port", "target_session_attrs"] where options[name] == nil { options[name] = defaults[name] }
        }
        if let mistake = DatabaseError(mistakeIn: options) { throw mistake }
        self.target = target
        servers = Self.servers(of: options)
    }

    /// The attempts, beginning with the server that answered last.
    var attempts: [Attempt] {
        guard servers.count > 1 else { return [Attempt(place: 0, options: servers[0])] }
        let first = Self.answered.withLock { $0[target] ?? 0 }
        let all = servers.indices.map { offset in
            let place = (first + offset) % servers.count
            return Attempt(place: place, options: servers[place])
        }
        guard servers[0]["target_session_attrs"] == "prefer-standby" else { return all }
        // A server of any kind is accepted only after all have been tried.
        return ["standby", "any"].flatMap { kind in
            all.map { Attempt(place: $0.place, options: $0.options.merging(["target_session_attrs": kind]) { $1 }) }
        }
    }

    /// Records that a server has answered.
    func note(_ attempt: Attempt) {
        if servers.count > 1 { Self.answered.withLock { $0[target] = attempt.place } }
    }

    /// Returns the options for each server. If the lists do not match, returns one attempt, so that libpq reports the mistake.
    private static func servers(of options: [String: String]) -> [[String: String]] {
        func list(_ name: String) -> [String] {
            options[name].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
        }
        let lists = ["host", "hostaddr", "port"].map { ($0, list($0)) }
        let count = max(lists[0].1.count, lists[1].1.count)
        guard count > 1, lists.allSatisfy({ $1.isEmpty || $1.count == count || ($0 == "port" && $1.count == 1) }) else {
            return [options]
        }
        return (0..<count).map { place in
            options.merging(lists.filter { $0.1.count == count }.map { ($0.0, $0.1[place]) }) { $1 }
        }
    }

    /// Returns the names of all options and the values of those that are set, and frees the options.
    private static func options(
        _ first: UnsafeMutablePointer<PQconninfoOption>?, _ library: cpostgresql
    ) -> (names: Set<String>, values: [String: String]) {
        guard let first else { return ([], [:]) }
        defer { library.PQconninfoFree(first) }
        var names: Set<String> = []
        var values: [String: String] = [:]
        var option = first
        while let name = option.pointee.keyword.map({ String(cString: $0) }) {
            names.insert(name)
            if let value = option.pointee.val { values[name] = String(cString: value) }
            option += 1
        }
        return (names, values)
    }
}
