import TVWorld

/// Schemes that a browser runs or reads itself; nobody can register them, and nobody is sent to them.
public enum BrowserScheme {
    private static let run = ["javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source"]

    /// Whether a browser runs or reads addresses of a scheme itself.
    public static func isRun(_ scheme: some StringProtocol) -> Bool { run.contains(scheme.lowercased()) }
}

/// Where a browser may be sent back to after a login or logout: nowhere else, so that no link of the service leads to a stranger.
struct ReturnAddresses: Sendable, Equatable {
    /// The URL at which a login or logout in an app's web view ends (`ADOBEPASS_REDIRECT_URL`).
    static let application = "adobepass://ios.app"

    /// The registered custom schemes, without `://`.
    var schemes: [String]
    /// The registered domains, for web addresses; their subdomains belong to them.
    var domains: [String]
    /// Whether web addresses without TLS are taken too, as on a developer's machine.
    var takesPlainHTTP = true
    /// Where a call leads that names no address; the administration has set it, so that it need not be registered.
    var standard: String?

    /// The longest address, in bytes.
    private static let limit = 2_048

    /// Whether an address may be returned to.
    func accept(_ address: String) -> Bool {
        // Plain characters only. A browser takes a backslash for a slash: https://stranger\.example.com is the stranger's.
        guard address.utf8.count <= Self.limit,
            address.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") }),
            let (scheme, rest) = Self.parts(of: address), !BrowserScheme.isRun(scheme)
        else { return false }
        if address == Self.application { return true }
        guard scheme != "http", scheme != "https" else {
            if scheme == "http", takesPlainHTTP, Self.isLoopback(rest) { return true }
            return (scheme == "https" || takesPlainHTTP) && accept(authority: rest.prefix { !"/?#".contains($0) })
        }
        return schemes.contains { $0.lowercased() == scheme }
    }

    /// Where a call leads: to the address that it names, if that may be returned to, else to the standard one.
    ///
    /// - Parameter isAlsoAccepted: Whether an address may be returned to for another reason.
    /// - Returns: nil when it names one that may not, or none and there is no standard one.
    func destination(_ named: String?, or isAlsoAccepted: (String) -> Bool = { _ in false }) -> String? {
        guard let named else { return standard }
        return accept(named) || isAlsoAccepted(named) ? named : nil
    }

    /// Whether an address without its scheme leads to a program of the browser's own machine, as desktop apps listen for the end of
    /// a login (RFC 8252, section 7.3). It is the user's own; a page elsewhere gets nothing by naming it.
    private static func isLoopback(_ rest: Substring) -> Bool {
        let authority = rest.prefix { !"/?#".contains($0) }
        guard authority.hasPrefix("127.0.0.1:") else { return false }
        let port = authority.dropFirst("127.0.0.1:".count)
        return port.utf8.allSatisfy { (48...57).contains($0) } && UInt16(port).map { $0 > 0 } ?? false
    }

    /// Whether a host, with or without a port, is a registered domain or belongs to one.
    private func accept(authority: Substring) -> Bool {
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count == 1 || (!parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber })
        else { return false }
        return accept(host: String(host))
    }

    /// Whether a host is a registered domain or belongs to one.
    func accept(host: String) -> Bool {
        let host = host.lowercased()
        // A host name with an empty label is invalid, and browsers differ in how they read it.
        guard host.utf8.allSatisfy(Self.isHostByte),
            host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else { return false }
        return domains.contains { host == $0.lowercased() || host.hasSuffix("." + $0.lowercased()) }
    }

    /// What stands before `://`, in lower case, and what follows.
    private static func parts(of address: String) -> (scheme: String, rest: Substring)? {
        let bytes = address.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else { return nil }
        let scheme = address[..<colon].lowercased()
        guard let first = scheme.utf8.first, (97...122).contains(first), scheme.utf8.allSatisfy(Self.isSchemeByte) else {
            return nil
        }
        return (scheme, address[bytes.index(colon, offsetBy: 3)...])
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || "+-.".utf8.contains(byte)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || "-._".utf8.contains(byte)
    }
}

extension EntitlementState {
    /// Where a requestor's logins may return to: the domains of the application, if it has some of its own, else the requestor's.
    ///
    /// - Parameter statement: The statement of the client that wants to log in; nil: any statement in force that covers the
    ///   requestor, as in a logout, which names no client.
    func returnAddresses(of requestor: Requestor, statement: SoftwareStatement?) -> ReturnAddresses {
        let applications =
            statement.map { [$0] } ?? statements.values.filter { !$0.isRevoked && $0.covers(requestor: requestor.id) }
        // A logout may be any application's, and one that nobody registered has the requestor's domains.
        let domains =
            statement.map { $0.domains ?? requestor.domains } ?? requestor.domains + applications.flatMap { $0.domains ?? [] }
        return ReturnAddresses(
            schemes: applications.flatMap(\.schemes) + requestor.customSchemes, domains: domains,
            standard: requestor.defaultRedirectURL.flatMap { BrowserScheme.isRun($0.prefix { $0 != ":" }) ? nil : $0 })
    }
}
