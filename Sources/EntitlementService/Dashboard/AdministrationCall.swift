import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TVWorld

/// The refusal of an administrative call that a form made: the page's message.
struct FormProblem: Error, Equatable {
    /// The answer's status.
    let status: HTTPResponse.Status
    /// The problem, with the field's name.
    let message: String
}

extension ServiceEnvironment {
    /// Makes a call of the administration in the name of a form: the form's fields are checked by the one implementation that
    /// `vsactl` uses too.
    ///
    /// - Parameters:
    ///   - path: The parts of the path after `/admin/v1`, not encoded.
    ///   - query: Parameters in the query, not encoded.
    ///   - body: The body.
    /// - Returns: The response's body; null if it has none.
    /// - Throws: ``FormProblem`` when the call is refused.
    @discardableResult
    func administer(
        _ method: HTTPRequest.Method, _ path: [String], query: [String: String] = [:], _ body: JSON? = nil, from call: Call
    ) async throws -> JSON {
        let encoded = "/admin/v1/" + path.map(PercentEncoding.encode).joined(separator: "/")
        let parts = query.sorted { $0.key < $1.key }.map {
            "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))"
        }
        let match = RouteTable(routes).match(encoded)
        guard let route = match.route(for: method) else {
            throw FormProblem(status: .notFound, message: "This service has no call \(method) \(encoded).")
        }
        let inner = call.administration(
            method, encoded, parameters: match.parameters, query: parts.joined(separator: "&"), token: adminToken,
            body: Array((body?.serialized ?? "").utf8))
        let response: Response
        do {
            response = try await route.answer(inner)
        } catch let error as AdministrationError {
            throw FormProblem(status: error.status, message: error.message)
        }
        let collector = Collector()
        try await response.body.write(CollectingWriter(collector: collector))
        let answer = collector.bytes.isEmpty ? JSON.null : (try? JSON(parsing: collector.bytes)) ?? .null
        guard response.status.code < 400 else {
            throw FormProblem(status: response.status, message: answer["message"]?.text ?? "The service rejected the change.")
        }
        return answer
    }
}

/// Collects a response's body.
final class Collector: Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func append(_ buffer: ByteBuffer) { collected.withLock { $0 += buffer.readableBytesView } }
}

/// Writes a body to where it can be looked at.
struct CollectingWriter: ResponseBodyWriter {
    let collector: Collector

    mutating func write(_ buffer: ByteBuffer) async throws { collector.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
