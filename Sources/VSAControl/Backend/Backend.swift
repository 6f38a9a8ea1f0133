import TVWorld

/// The features that only `vsactl-full` has: HTTP, keys and certificates, YAML, full Unicode text, and the browser. Without them,
/// `vsactl` starts in a fraction of the time.
package protocol Backend {
    /// Sends a request to the service and returns the response, whatever its status is.
    static func exchange(_ request: ServiceRequest) async throws(ServiceUnreachable) -> ServiceResponse

    /// Logs a user in on the service's and the provider's pages, as a browser would.
    ///
    /// - Parameters:
    ///   - url: The first page.
    ///   - provider: The MVPD to choose where a list is shown; nil for the preselected or first one.
    /// - Throws: `Failure` if the login was not completed.
    static func logIn(from url: String, user: String, password: String, provider: String?) async throws(Failure)

    /// Generates an RSA-2048 private key.
    ///
    /// - Returns: The key in PEM (PKCS#8).
    static func generateKey() throws -> String

    /// Signs the claims of a JWT with another key.
    ///
    /// - Parameters:
    ///   - key: The private key in PEM: RSA with at least 2048 bits, or P-256.
    ///   - keyID: The `kid`; nil for the fingerprint of the public key.
    /// - Returns: The new token; nil if `key` contains no such key.
    /// - Throws: `Failure` if `token` is not a JWT.
    static func sign(_ token: String, key: String, keyID: String?) throws -> String?

    /// Generates a certificate authority, whose key is not kept, and its certificate for this machine's loopback names.
    ///
    /// - Parameter validity: The first and the last second of both, in Unix seconds.
    static func certifyLoopback(validity: ClosedRange<Int64>) throws -> LoopbackCertificate

    /// Returns whether a text is a certificate that can encrypt user metadata: with an RSA key of at least 2048 bits, in PEM or the
    /// Base64 of DER.
    static func isMetadataCertificate(_ text: String) -> Bool

    /// Parses one YAML or JSON document; nil for an empty text.
    ///
    /// - Parameter limit: The maximum size, in bytes, of the text to which aliases expand.
    static func parseYAML(_ text: String, limit: Int) throws(YAMLMistake) -> YAMLContent?

    /// Writes a document as YAML that parses to the same document.
    static func writeYAML(_ document: JSON) throws -> String

    /// Returns the string without distinctions of case, accents and width.
    static func folded(_ text: String) -> String

    /// Opens a URL in the desktop's browser.
    ///
    /// - Returns: The name of the browser; nil if there is none.
    static func openBrowser(_ url: String, environment: [String: String]) -> String?
}
