import Foundation

/// Finds the service. The hosts of the real service are never contacted: their names are mapped to the simulator's service.
package enum ServiceLocation {
    /// Returns the base URLs of the services, in order and without duplicates.
    ///
    /// - Parameters:
    ///   - urls: The app's URLs; if empty, the standard service is used.
    ///   - standard: The simulator's service, if there is one.
    package static func services(for urls: [String], standard: String?) -> [String] {
        var services: [String] = []
        let found = urls.isEmpty ? [standard] : urls.map { base($0, standard: standard) }
        for service in found.compactMap({ $0 }) where !services.contains(service) { services.append(service) }
        return services
    }

    /// Returns the simulator's service: from the settings, `VSASIM_SERVICE_URL`, or the file of the running entitlementd; nil if
    /// there is none.
    package static func standard(setting: String?, environment: [String: String]) -> String? {
        if let url = setting.nonEmpty ?? environment["VSASIM_SERVICE_URL"].nonEmpty { return base(url, standard: nil) }
        guard let runtime = environment["XDG_RUNTIME_DIR"].nonEmpty,
            let file = FileManager.default.contents(atPath: "\(runtime)/vsasim/entitlementd.json"),
            let url = JSONValue(parsing: Array(file))?["url"]?.text
        else { return nil }
        return base(url, standard: nil)
    }

    /// Returns a base URL from the app's string, which may lack the scheme; `standard` for a host of the real service. Removes
    /// path components that only older services have. Nil if the string is not a base URL.
    package static func base(_ text: String, standard: String?) -> String? {
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
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name)\(port)\(path)"
    }

    /// Returns whether a port is valid; nil means the scheme's default.
    static func isPort(_ port: Int?) -> Bool { port.map { (1...65_535).contains($0) } ?? true }

    /// Returns whether a host belongs to the real service.
    static func isRealHost(_ host: String) -> Bool {
        var host = host.lowercased()
        while host.hasSuffix(".") { host.removeLast() }
        return ["adobe.com", "adobe.io", "adobepass.com", "tve.com"].contains { host == $0 || host.hasSuffix(".\($0)") }
    }
}

extension String? {
    /// The string; nil if it is empty: a setting or a variable without a value counts as not given.
    package var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
