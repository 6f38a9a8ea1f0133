import FoundationEssentials
import TVWorld

/// The certificate authority of a session with TLS: it certifies this machine's loopback names once, and its key is never stored,
/// so that it cannot be used for anything else.
struct SessionAuthority: Sendable, Equatable {
    /// The files of the service's certificate and of its key, which has mode 0600.
    let certificate: String, key: String
    /// The file of the authority's certificate.
    let authority: String
    /// The file with the authorities that the caller trusts, and this one.
    let bundle: String

    /// The variables with which programs find their trusted authorities: OpenSSL and the project's own, curl, Python's requests,
    /// Node.
    static let variableNames = ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"]

    /// The variables that make programs in the session trust the service.
    var variables: [String: String] {
        [
            "SSL_CERT_FILE": bundle, "CURL_CA_BUNDLE": bundle, "REQUESTS_CA_BUNDLE": bundle, "NODE_EXTRA_CA_CERTS": authority,
        ]
    }

    /// The options that make entitlementd use the certificate.
    var serviceOptions: [String] { ["--tls-certificate", certificate, "--tls-key", key] }

    /// The files of trusted authorities on Debian-based and Fedora-based systems.
    private static let systemBundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    /// Valid from the previous day, because a client's clock may be slow, for a year; in seconds.
    private static let validity: (before: Int64, after: Int64) = (86_400, 365 * 86_400)

    /// Creates an authority and a certificate for 127.0.0.1, ::1 and localhost.
    ///
    /// - Parameters:
    ///   - folder: The session's folder; the files are in its folder `tls`.
    ///   - outer: The caller's environment, whose `SSL_CERT_FILE` is also trusted in the session.
    /// - Throws: `Failure` if a file cannot be written, or the error of the certificates' creation.
    init(in folder: String, outer: [String: String]) throws {
        let place = folder + "/tls"
        (certificate, key) = (place + "/server.pem", place + "/server.key")
        (authority, bundle) = (place + "/authority.pem", place + "/bundle.pem")
        try SessionPlaces.makeFolder(place)
        let now = SystemClock().seconds()
        let validity = (now - Self.validity.before)...(now + Self.validity.after)
        let issued = try LinkedBackend.current.certifyLoopback(validity: validity)
        let rootText = issued.authority + "\n"
        let trusted = ([outer["SSL_CERT_FILE"]].compactMap { $0 } + Self.systemBundles).lazy
            .compactMap { FileManager.default.contents(atPath: $0) }.first
        try SessionPlaces.write((issued.certificate + "\n").utf8, to: certificate)
        try SessionPlaces.write((issued.key + "\n").utf8, to: key)
        try SessionPlaces.write(rootText.utf8, to: authority)
        try SessionPlaces.write((trusted ?? Data()) + Data(("\n" + rootText).utf8), to: bundle)
    }
}
