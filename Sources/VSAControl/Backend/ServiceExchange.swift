import FoundationEssentials

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
