import Encodings
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A response of the service.
package struct ServiceAnswer: Sendable, CustomStringConvertible {
    /// The HTTP status.
    package let status: Int
    /// The body.
    package let body: Data
    /// The header fields with lowercase names.
    package let headers: [String: String]

    /// The body as a string.
    package var text: String { String(decoding: body, as: UTF8.self) }
    package var description: String { "HTTP \(status): \(text)" }

    /// Returns the body decoded from JSON.
    ///
    /// - Throws: The decoder's error.
    package func decoded<Document: Decodable>(as type: Document.Type = Document.self) throws -> Document {
        try JSONDecoder().decode(type, from: body)
    }

    /// Returns the response if its status is one of the expected ones.
    ///
    /// - Throws: `UnexpectedAnswer` otherwise.
    @discardableResult
    package func expecting(_ statuses: Int...) throws -> ServiceAnswer {
        guard statuses.contains(status) else { throw UnexpectedAnswer(answer: self, expected: statuses) }
        return self
    }
}

/// The error for a response that is not the one a test requires.
package struct UnexpectedAnswer: Error, Sendable, CustomStringConvertible {
    /// The response.
    package let answer: ServiceAnswer
    /// The expected statuses.
    package let expected: [Int]

    package var description: String { "expected HTTP \(expected.map(String.init).joined(separator: " or ")), got \(answer)" }
}

/// A plain HTTP client for one service, which shares nothing but the percent-encoding with the project.
package struct ServiceClient: Sendable {
    /// The service's base URL without a trailing slash.
    package let baseURL: String
    /// Header fields of every request.
    package var headers: [String: String]

    /// Creates a client for a service.
    package init(baseURL: String, headers: [String: String] = [:]) {
        self.baseURL = baseURL
        self.headers = headers
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - path: The path with its query, percent-encoded.
    ///   - body: The body and its content type.
    /// - Throws: The transport's error.
    package func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: (type: String, data: Data)? = nil
    ) async throws -> ServiceAnswer {
        guard let url = URL(string: baseURL + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url, timeoutInterval: 60)
        request.httpMethod = method
        for (name, value) in self.headers.merging(headers, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        if let body {
            request.setValue(body.type, forHTTPHeaderField: "Content-Type")
            request.httpBody = body.data
        }
        let (data, response) = try await Self.session.data(for: request)
        guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for (name, value) in answer.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return ServiceAnswer(status: answer.statusCode, body: data, headers: fields)
    }

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

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }()
}
