import FoundationEssentials
import TVWorld

/// The client of the service's administration (`/admin/v1`) and its public metadata.
struct ServiceControl: Sendable {
    let address: ServiceAddress
    /// The file with the trusted authorities for TLS; nil for the system's.
    let trustFile: String?
    /// The time limit of a response.
    var patience: Duration = .seconds(30)
    /// The advice if the service rejects the administrator's token.
    var tokenAdvice = "Set VSASIM_ADMIN_TOKEN to the token of that service."

    /// Creates a client for a service.
    ///
    /// - Parameter trustFile: The trusted authorities for TLS; by default those of `SSL_CERT_FILE`.
    init(address: ServiceAddress, trustFile: String? = nil) {
        self.address = address
        self.trustFile = trustFile ?? ProcessInfo.processInfo.environment["SSL_CERT_FILE"].nonEmpty
    }

    /// Returns a client for the service in the environment or the runtime file.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` if there is none.
    static func discover() throws -> ServiceControl { ServiceControl(address: try .required()) }

    /// Returns the same client; nil if there is none.
    static func present() throws -> ServiceControl? { try ServiceAddress.discover().map { ServiceControl(address: $0) } }

    /// The body of an error response, of the administration or of the registration of clients.
    private struct Refusal: Decodable {
        var error: String?
        var message: String?
        var field: String?
        var description: String?

        private enum CodingKeys: String, CodingKey {
            case error, message, field
            case description = "error_description"
        }
    }

    /// Sends a request and returns the body of a successful response.
    ///
    /// - Parameters:
    ///   - path: The path, including the first slash, percent-encoded.
    ///   - isAdministrative: Whether to send the administrator's token.
    ///   - headers: Other headers, by name.
    /// - Throws: `Failure`.
    func send(
        _ method: ServiceRequest.Method, _ path: String, body: Data? = nil, contentType: String = "application/json",
        isAdministrative: Bool = true, headers: [String: String] = [:]
    ) async throws -> Data {
        var request = ServiceRequest(method: method, url: address.url + path, trustFile: trustFile, patience: patience)
        request.headers = headers.map { (name: $0.key, value: $0.value) }
        if isAdministrative {
            guard let token = address.adminToken else {
                // A token does not help if no service is listening.
                _ = try await send(.get, "/health", isAdministrative: false)
                throw Failure(
                    .failed, "the administrator's token of the service at \(address.url) is not known",
                    advice: "Set VSASIM_ADMIN_TOKEN, or give --admin-token where a command accepts it.")
            }
            request.headers.append((name: "authorization", value: "Bearer \(token)"))
        }
        if let body {
            request.headers.append((name: "content-type", value: contentType))
            request.body = body
        }
        let response: ServiceResponse
        do throws(ServiceUnreachable) {
            response = try await LinkedBackend.current.exchange(request)
        } catch {
            throw unreachable(error)
        }
        guard (200..<300).contains(response.status) else { throw refusal(response, isAdministrative) }
        return response.body
    }

    func send<Answer: Decodable>(
        _ method: ServiceRequest.Method, _ path: String, body: JSON? = nil, as type: Answer.Type
    ) async throws -> Answer {
        let data = try await send(method, path, body: body.map { Data($0.serialized.utf8) })
        return try Self.decode(type, from: data, of: "\(method.rawValue) \(path)")
    }

    static func decode<Answer: Decodable>(
        _ type: Answer.Type, from data: Data, of request: String, _ decoder: JSONDecoder = JSONDecoder()
    ) throws(Failure) -> Answer {
        do { return try decoder.decode(type, from: data) } catch {
            throw Failure(.failed, "the service's answer to \(request) cannot be read: \(error)")
        }
    }

    private func unreachable(_ error: ServiceUnreachable) -> Failure {
        Failure(
            .unreachable, "the service (entitlementd) at \(address.url) is not reachable: \(error.reason)",
            advice: error.isTLSFailure ? Self.adviceOnTrust : adviceOnAbsence)
    }

    private static let adviceOnTrust = """
        Its certificate must be for the host in this URL, from an authority of the system or of the file in SSL_CERT_FILE.
        If it has another URL, set VSASIM_SERVICE_URL, and VSASIM_ADMIN_TOKEN.
        """

    private var adviceOnAbsence: String {
        address.isFromEnvironment
            ? """
            VSASIM_SERVICE_URL names it, and another one would not be used.
            Start everything in a new private session with: vsactl run -- COMMAND
            or unset VSASIM_SERVICE_URL.
            """
            : "Start it with: \(DaemonCommands.start)\nor start everything in a private session with: vsactl run -- COMMAND"
    }

    private func refusal(_ response: ServiceResponse, _ isAdministrative: Bool) -> Failure {
        let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body)
        let text =
            refusal?.message ?? refusal?.description ?? refusal?.error ?? "HTTP \(response.status) \(response.reasonPhrase)"
        return switch response.status {
        case 400, 409, 413, 422: Failure(.invalidData, text, field: refusal?.field)
        case 401 where isAdministrative, 403 where isAdministrative:
            Failure(
                .failed, "the service at \(address.url) rejects the administrator's token: \(text)",
                advice: tokenAdvice)
        case 404: Failure(.notFound, text)
        case 502, 503, 504: Failure(.unreachable, "the service at \(address.url) is not ready: \(text)")
        default: Failure(.failed, "the service answered \(response.status): \(text)")
        }
    }
}
