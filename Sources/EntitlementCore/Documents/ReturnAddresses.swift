import Encodings
import TVWorld

/// The addresses at which a login or logout may start and end, so that no link of the service leads to an unknown site.
struct ReturnAddresses: Sendable, Equatable {
    /// The URL at which a login or logout in an app's web view ends (`ADOBEPASS_REDIRECT_URL`).
    static let application = "adobepass://ios.app"

    /// The registered custom schemes, without `://`.
    var schemes: [String]
    /// The registered domains for web addresses, including their subdomains.
    var domains: [String]
    /// The redirect URIs with which a client registered, which are accepted as they are.
    var redirectURIs: [String] = []
    /// The domains at which a client's logins may start; if there are none, they may start anywhere.
    var loginDomains: [String] = []
    /// Whether web addresses without TLS are also accepted, as on a developer's machine.
    var takesPlainHTTP = true
    /// The address for calls that contain none; the administration sets it, so it need not be registered.
    var standard: String?

    /// The maximum length of an address, in bytes.
    static let limit = 2_048

    /// Returns what an app of a requestor may use, for messages.
    static func accepted(of requestor: Requestor) -> String {
        "Accepted, up to \(limit) bytes: \(application), the app's custom schemes and the domains of the app or of "
            + "\(requestor.name)."
    }

    /// Returns whether a browser may be redirected to an address.
    func accept(_ address: String) -> Bool { redirectURIs.contains(address) || isRegistered(address) }

    private func isRegistered(_ address: String) -> Bool {
        // Plain characters only. Browsers treat a backslash as a slash: https://stranger\.example.com belongs to the stranger.
        guard address.utf8.count <= Self.limit,
            address.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }),
            let (scheme, rest) = RedirectScheme.parts(of: address), !RedirectScheme.isRun(scheme)
        else { return false }
        if address == Self.application { return true }
        guard scheme != "http", scheme != "https" else {
            if scheme == "http", takesPlainHTTP, Self.isLoopback(rest) { return true }
            return (scheme == "https" || takesPlainHTTP) && accept(authority: rest.prefix { !"/?#".contains($0) })
        }
        return schemes.contains { $0.lowercased() == scheme }
    }

    /// Returns the destination of a call: its own address if that is accepted, or else the standard one.
    ///
    /// - Parameter ownPage: The service's own page, which need not be registered.
    /// - Returns: Nil if the call's address is not accepted, or if it has none and there is no standard one.
    func destination(_ named: String?, or ownPage: String? = nil) -> String? {
        guard let named else { return standard }
        return accept(named) || named == ownPage ? named : nil
    }

    /// Returns whether a login may start at a host.
    func accept(loginAt host: String) -> Bool { loginDomains.isEmpty || Self.contains(host, loginDomains) }

    /// Returns whether an address without its scheme leads to a program on the browser's own machine, where desktop apps listen
    /// for the end of a login (RFC 8252, section 7.3). That is the user's own program; a remote page gains nothing by using it.
    private static func isLoopback(_ rest: Substring) -> Bool {
        let authority = rest.prefix { !"/?#".contains($0) }
        guard authority.hasPrefix("127.0.0.1:") else { return false }
        let port = authority.dropFirst("127.0.0.1:".count)
        return port.utf8.allSatisfy { (48...57).contains($0) } && UInt16(port).map { $0 > 0 } ?? false
    }

    /// Returns whether a host, with or without a port, is a registered domain or a subdomain of one.
    private func accept(authority: Substring) -> Bool {
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count == 1 || (!parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber })
        else { return false }
        return Self.contains(String(host), domains)
    }

    /// Returns whether a host is one of some domains or a subdomain of one.
    private static func contains(_ host: String, _ domains: [String]) -> Bool {
        let host = host.lowercased()
        // A host name with an empty label is invalid, and browsers differ in how they read it.
        guard host.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-._".utf8.contains($0) }),
            host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return false }
        return domains.contains { host == $0.lowercased() || host.hasSuffix("." + $0.lowercased()) }
    }

    /// Returns the host of an address whose scheme, port and path are optional.
    static func host(of address: String) -> String {
        let rest = RedirectScheme.parts(of: address)?.rest ?? Substring(address)
        return String(rest.prefix { !"/?#:".contains($0) })
    }
}
