/// The schemes of URLs to which browsers are redirected.
package enum RedirectScheme {
    private static let run = ["javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source"]

    /// Returns whether a browser itself executes or reads addresses of a scheme, in lowercase. Such a scheme cannot be
    /// registered, and no browser is redirected to it.
    package static func isRun(_ scheme: String) -> Bool { run.contains(scheme) }

    /// Returns the part of an address before `://`, in lowercase, and the rest; nil if it does not begin with a scheme.
    package static func parts(of address: String) -> (scheme: String, rest: Substring)? {
        let bytes = address.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else { return nil }
        let scheme = address[..<colon].lowercased()
        guard TextRule.scheme.accepts(scheme) else { return nil }
        return (scheme, address[bytes.index(colon, offsetBy: 3)...])
    }
}
