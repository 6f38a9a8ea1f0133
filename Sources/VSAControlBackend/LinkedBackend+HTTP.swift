import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceAccess
import VSAControl

// Requests to the service over HTTP.
extension LinkedBackend {
    /// The maximum size of an answer, in bytes: far above that of a service's state, which the answer to a load contains, because
    /// the service has performed the request when its answer turns out to be too large.
    private static let longestAnswer = 1 << 30

    /// The client, which lives as long as the program. It does not retry by itself: commands that wait for the service have a
    /// time limit.
    private static let client: HTTPClient = {
        // A redirect would lose the administrator's token.
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout.connect = .seconds(10)
        // A request's timeout covers only the head of the response.
        configuration.timeout.read = .seconds(60)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    package static func exchange(_ request: ServiceRequest) async throws(ServiceUnreachable) -> ServiceResponse {
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        if let trustFile = request.trustFile {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(trustFile)
            message.tlsConfiguration = configuration
        }
        for header in request.headers { message.headers.add(name: header.name, value: header.value) }
        if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let response = try await client.execute(message, timeout: TimeAmount(request.patience))
            if (300..<400).contains(response.status.code), let location = response.headers.first(name: "Location") {
                throw ServiceUnreachable(reason: "it redirects to \(location); set VSASIM_SERVICE_URL to the address there")
            }
            let body = Data(try await response.body.collect(upTo: longestAnswer).readableBytesView)
            return (status: Int(response.status.code), reasonPhrase: response.status.reasonPhrase, body: body)
        } catch let error as ServiceUnreachable {
            throw error
        } catch {
            let isTLSFailure = if case .insecure = HTTPOutcome(error, of: request.url) { true } else { false }
            throw ServiceUnreachable(reason: reason(error), isTLSFailure: isTLSFailure)
        }
    }

    /// Returns why no response was received.
    private static func reason(_ error: any Error) -> String {
        if error is NIOTooManyBytesError { return "its answer is larger than \(longestAnswer >> 20) MiB" }
        if let error = error as? HTTPClientError {
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout: return "no answer in time"
            case .remoteConnectionClosed: return "it closed the connection before its answer was complete"
            default: break
            }
        }
        return ConnectionFailure.reason(error)
    }
}
