import AsyncHTTPClient
import Encodings
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// The service's administration (`/admin/v1`) and its public metadata.
struct ServiceControl: Sendable {
    /// Where it is.
    let address: ServiceAddress
    /// The file with the authorities that are trusted under TLS; nil for the system's.
    let trustFile: String?
    /// How long an answer may take.
    var patience: Duration = .seconds(30)

    private static let longestAnswer = 80 << 20

    /// Lives as long as the program. It does not try again by itself: whoever waits for the service says for how long.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout.connect = .seconds(10)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// A service.
    ///
    /// - Parameter trustFile: The authorities that are trusted under TLS; without it those of `SSL_CERT_FILE`.
    init(address: ServiceAddress, trustFile: String? = nil) {
        self.address = address
        self.trustFile = trustFile ?? ProcessInfo.processInfo.environment["SSL_CERT_FILE"].nonEmpty
    }

    /// The service that the environment or the runtime file names.
    ///
    /// - Throws: `Failure` with `ExitStatus.unreachable` when there is none.
    static func discover() throws -> ServiceControl { ServiceControl(address: try .required()) }

    /// What the service says beside an error.
    private struct Refusal: Decodable {
        var error: String?
        var message: String?
    }

    /// Sends a request and returns the body of a successful answer.
    ///
    /// - Parameters:
    ///   - path: From the first slash, percent-encoded.
    ///   - isAdministrative: Whether the administrator's token goes with it.
    /// - Throws: `Failure`.
    func send(
        _ method: HTTPMethod, _ path: String, body: Data? = nil, contentType: String = "application/json",
        isAdministrative: Bool = true
    ) async throws -> Data {
        var request = HTTPClientRequest(url: address.url + path)
        request.method = method
        if let trustFile {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(trustFile)
            request.tlsConfiguration = configuration
        }
        if isAdministrative {
            guard let token = address.adminToken else {
                // No token helps if no service listens.
                _ = try await send(.GET, "/health", isAdministrative: false)
                throw Failure(
                    .failed, "the administrator's token of the service at \(address.url) is not known",
                    advice: "Set VSASIM_ADMIN_TOKEN, or give --admin-token where a command takes it.")
            }
            request.headers.add(name: "authorization", value: "Bearer \(token)")
        }
        if let body {
            request.headers.add(name: "content-type", value: contentType)
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let status: HTTPResponseStatus
        let data: Data
        do {
            let response = try await Self.client.execute(request, timeout: TimeAmount(patience))
            status = response.status
            data = Data(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView)
        } catch {
            throw unreachable(error)
        }
        guard (200..<300).contains(status.code) else { throw refusal(status, data) }
        return data
    }

    /// Sends a request and decodes the answer.
    func send<Answer: Decodable>(_ method: HTTPMethod, _ path: String, body: JSON? = nil, as type: Answer.Type) async throws
        -> Answer
    {
        let data = try await send(method, path, body: body.map { Data($0.compact.utf8) })
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw Failure(.failed, "the service's answer to \(method.rawValue) \(path) cannot be read: \(error)")
        }
    }

    private func unreachable(_ error: any Error) -> Failure {
        Failure(
            .unreachable, "the service (entitlementd) at \(address.url) is not reachable: \(Self.reason(error))",
            advice:
                "Start it with: \(DaemonCommands().start)\nor start everything in a private session with: vsactl run -- COMMAND")
    }

    /// The system's own word for what went wrong, where there is one.
    private static func reason(_ error: any Error) -> String {
        if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
        if let error = error as? HTTPClientError, error == .deadlineExceeded || error == .connectTimeout {
            return "no answer in time"
        }
        return "\(error)"
    }

    private func refusal(_ status: HTTPResponseStatus, _ data: Data) -> Failure {
        let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
        let text = refusal?.message ?? refusal?.error ?? "HTTP \(status.code) \(status.reasonPhrase)"
        return switch status.code {
        case 400, 409, 413, 422: Failure(.invalidData, text)
        case 401, 403:
            Failure(
                .failed, "the service at \(address.url) refuses the administrator's token: \(text)",
                advice: "Set VSASIM_ADMIN_TOKEN to the token of that service.")
        case 404: Failure(.notFound, text)
        case 502, 503, 504: Failure(.unreachable, "the service at \(address.url) is not ready: \(text)")
        default: Failure(.failed, "the service answered \(status.code): \(text)")
        }
    }

    /// A text as one element of a path.
    static func pathElement(_ text: String) -> String {
        PercentEncoding.encode(text)
    }
}
