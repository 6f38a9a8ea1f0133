import Foundation

/// Finds the service. The hosts of the real one are never contacted: their names lead to the simulator's service.
enum ServiceLocation {
    /// The base URLs to ask, in order and each once.
    ///
    /// - Parameters:
    ///   - urls: What the app named; without any the standard service is asked.
    ///   - standard: The simulator's service, if there is one.
    static func services(for urls: [String], standard: String?) -> [String] {
        var services: [String] = []
        let found = urls.isEmpty ? [standard] : urls.map { base($0, standard: standard) }
        for service in found.compactMap({ $0 }) where !services.contains(service) { services.append(service) }
        return services
    }

    /// A base URL as the app wrote it, perhaps without scheme, without what only older services have in their path. Nil when
    /// it is none.
    static func base(_ text: String, standard: String?) -> String? {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if !text.contains("://") { text = "https://" + text }
        guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = components.host, !host.isEmpty, isPort(components.port)
        else { return nil }
        guard !isRealHost(host) else { return standard }
        let port = components.port.map { ":\($0)" } ?? ""
        var path = components.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        if path.hasSuffix("/adobe-services") { path.removeLast("/adobe-services".count) }
        return "\(scheme)://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)\(port)\(path)"
    }

    /// Whether a port can be one; none is the scheme's.
    static func isPort(_ port: Int?) -> Bool { port.map { (1...65_535).contains($0) } ?? true }

    /// Whether a host belongs to the real service.
    static func isRealHost(_ host: String) -> Bool {
        var host = host.lowercased()
        while host.hasSuffix(".") { host.removeLast() }
        return ["adobe.com", "adobe.io", "adobepass.com", "tve.com"].contains { host == $0 || host.hasSuffix(".\($0)") }
    }

    /// The simulator's service: what the settings say, `VSASIM_SERVICE_URL`, or the running entitlementd's file.
    static func standard(setting: String?, environment: [String: String]) -> String? {
        if let url = setting ?? environment["VSASIM_SERVICE_URL"], !url.isEmpty { return base(url, standard: nil) }
        guard let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty,
            let file = FileManager.default.contents(atPath: "\(runtime)/vsasim/entitlementd.json"),
            let url = JSONValue(parsing: Array(file))?["url"]?.text
        else { return nil }
        return base(url, standard: nil)
    }
}
