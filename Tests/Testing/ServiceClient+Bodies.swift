import Encodings
import Foundation
import VSATesting

extension ServiceClient {
    /// Submits a form.
    ///
    /// - Throws: The transport's error.
    package func post(_ path: String, form: [String: String]) async throws -> ServiceAnswer {
        let text = form.sorted { $0.key < $1.key }.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
        return try await send(
            "POST", path, body: ("application/x-www-form-urlencoded", Data(text.joined(separator: "&").utf8)))
    }

    /// Sends a JSON document.
    ///
    /// - Throws: The transport's error, or the encoder's.
    package func send(_ method: String, _ path: String, json: some Encodable) async throws -> ServiceAnswer {
        try await send(method, path, body: ("application/json", try JSONEncoder().encode(json)))
    }

    /// Returns a string for a query or a form: everything but unreserved characters is percent-encoded.
    package static func encoded(_ text: String) -> String {
        PercentEncoding.encode(text)
    }
}
