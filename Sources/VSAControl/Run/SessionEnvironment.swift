import Encodings
import FoundationEssentials

/// The environment inside a private session.
struct SessionEnvironment: Sendable, Equatable {
    /// The variables that define a session, in the order in which `vsactl env` prints them.
    static let names = [
        "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "VSASIM_SERVICE_URL",
        "VSASIM_ADMIN_TOKEN", "VSASIM_SOFTWARE_STATEMENT", "VSASIM_JOURNAL", "VSASIM_CLOCK", "VSASIM_SESSION",
    ]

    private(set) var variables: [String: String]

    /// Creates the variables with which the session's daemons are started.
    ///
    /// - Parameters:
    ///   - outer: The caller's environment.
    ///   - places: The session's folders.
    ///   - programs: The folder of the project's programs.
    init(outer: [String: String], places: SessionPlaces, programs: String) {
        variables = Self.removingSession(from: outer)
        variables["XDG_STATE_HOME"] = places.state
        variables["XDG_CONFIG_HOME"] = places.config
        variables["XDG_RUNTIME_DIR"] = places.runtime
        variables["VSASIM_JOURNAL"] = places.journal
        variables["VSASIM_CLOCK"] = Self.clock(outer)
        variables["PATH"] = Self.path(programs, before: outer["PATH"])
        bypassProxies(outer)
        // The compositor's socket is searched in the runtime folder, which differs in the session.
        if let display = outer["WAYLAND_DISPLAY"].nonEmpty, !display.hasPrefix("/"),
            let runtime = outer["XDG_RUNTIME_DIR"].nonEmpty
        {
            variables["WAYLAND_DISPLAY"] = "\(runtime)/\(display)"
        }
    }

    /// Returns an environment without the variables of a session, its daemons and their configuration, which must not leak into
    /// another session.
    static func removingSession(from outer: [String: String]) -> [String: String] {
        let names = Self.names + ["VSASIM_STATE_DIR", "VSASIM_SYNC", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE"]
        return outer.filter { !$0.key.hasPrefix("VSASIM_ENTITLEMENTD_") && !names.contains($0.key) }
    }

    /// Returns the initial setting of the clocks: the caller's, which may be in the clock file of another session. The path of a
    /// file without a setting is returned unchanged: the daemons reject it, with its name.
    static func clock(_ outer: [String: String]) -> String {
        guard let text = (outer["VSASIM_CLOCK"]?.trimmingWhitespace).nonEmpty else { return "real" }
        guard text.hasPrefix("/") else { return text }
        let content = FileManager.default.contents(atPath: text).map { String(decoding: $0, as: UTF8.self) }
        if let setting = (content?.trimmingWhitespace).nonEmpty { return setting }
        return FileManager.default.fileExists(atPath: text) ? text : "real"
    }

    /// Exempts this machine from the caller's proxies, which cannot reach the session's service.
    private mutating func bypassProxies(_ outer: [String: String]) {
        let proxies = ["http_proxy", "https_proxy", "all_proxy"]
        guard (proxies + proxies.map { $0.uppercased() }).contains(where: { outer[$0].nonEmpty != nil }) else { return }
        let hosts = [outer["no_proxy"].nonEmpty ?? outer["NO_PROXY"].nonEmpty, "127.0.0.1,localhost,::1"].compactMap { $0 }
        for name in ["no_proxy", "NO_PROXY"] { variables[name] = hosts.joined(separator: ",") }
    }

    mutating func add(_ more: [String: String]) { variables.merge(more) { $1 } }

    /// Returns a search path with a folder first.
    private static func path(_ folder: String, before path: String?) -> String {
        guard let path = path.nonEmpty else { return "\(folder):/usr/local/bin:/usr/bin:/bin" }
        return path == folder || path.hasPrefix(folder + ":") ? path : "\(folder):\(path)"
    }
}
