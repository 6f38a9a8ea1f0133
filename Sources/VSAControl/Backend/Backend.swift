import FoundationEssentials
import Glibc
import PrivateSession
import TVWorld

/// The features that only `vsactl-full` has: HTTP, keys and certificates, YAML, full Unicode text, and the browser. Without them,
/// `vsactl` starts in a fraction of the time.
package protocol Backend {
    /// Sends a request to the service and returns the response, whatever its status is; a redirect to another address is an
    /// error.
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

package struct ServiceRequest: Sendable {
    /// The HTTP methods of the service's administration.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var method: Method
    package var url: String
    package var headers: [(name: String, value: String)] = []
    package var body: Data?
    /// The file with the trusted authorities for TLS; nil for the system's.
    package var trustFile: String?
    /// The time limit of the response.
    package var patience: Duration
}

package typealias ServiceResponse = (status: Int, reasonPhrase: String, body: Data)

/// The error for a service that sent no response.
package struct ServiceUnreachable: Error {
    package var reason: String
    /// Whether TLS failed: the service is running, but it is not trusted.
    package var isTLSFailure: Bool

    package init(reason: String, isTLSFailure: Bool = false) {
        self.reason = reason
        self.isTLSFailure = isTLSFailure
    }
}

/// A certificate for the loopback names, and the authority that issued it, in PEM.
package typealias LoopbackCertificate = (authority: String, certificate: String, key: String)

/// A parsed YAML document, with the positions of its values and keys by path.
package typealias YAMLContent = (document: JSON, values: [String: YAMLPosition], keys: [String: YAMLPosition])

/// A position in a YAML text; lines and columns start at 1.
package typealias YAMLPosition = (line: Int, column: Int)

/// A mistake in a YAML text, with its position.
package struct YAMLMistake: Error {
    package var position: YAMLPosition
    /// The path of the key; empty for the text as a whole.
    package var key: String
    package var message: String

    package init(position: YAMLPosition, key: String = "", message: String) {
        self.position = position
        self.key = key
        self.message = message
    }

    /// `line:column: key: message`, in one line that is safe for terminals.
    var text: String {
        SafeText.line("\(position.line):\(position.column): " + (key.isEmpty ? message : "\(key): \(message)"))
    }
}

/// The backend that this program is linked with: module `VSAControlBackend` makes this type conform to `Backend`.
package enum LinkedBackend {
    /// The backend. Without one, `vsactl-full` takes over; commands that always need it declare this (`Program.needsBackend`).
    static var current: any Backend.Type {
        guard let backend = LinkedBackend.self as Any.Type as? any Backend.Type else { handOver() }
        return backend
    }

    /// Replaces this process with `vsactl-full`, with the same arguments; exits if that is not possible.
    package static func handOver() -> Never {
        var reason = ""
        do throws(Executables.NotFound) {
            let path = try Executables.find("vsactl-full")
            execv(path, CommandLine.unsafeArgv)
            reason = "cannot start \(path): \(String(cString: strerror(errno)))"
        } catch {
            reason = "\(error)"
        }
        StandardStream.remark("vsactl: \(reason)")
        exit(ExitStatus.failed.rawValue)
    }
}
