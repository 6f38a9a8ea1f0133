import Encodings

/// A request to a service.
package struct HTTPRequest: Sendable, Equatable {
    /// A name and a value, not yet encoded.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package enum Body: Sendable, Equatable {
        case none
        case form([Field])
        case json(JSONValue)
        /// Any other content, whose type is among the headers.
        case bytes([UInt8])
    }

    package var method: String
    /// The service's base URL without a trailing slash.
    package var service: String
    /// The path, with encoded segments.
    package var path: String
    package var query: [Field]
    package var body: Body
    package var headers: [Field]

    package init(
        method: String = "GET", service: String, path: String, query: [Field] = [], body: Body = .none, headers: [Field] = []
    ) {
        self.method = method
        self.service = service
        self.path = path
        self.query = query
        self.body = body
        self.headers = headers
    }

    /// The path with the query, encoded.
    package var target: String { query.isEmpty ? path : "\(path)?\(PercentEncoding.encode(query))" }

    /// Whether sending it twice has the same effect as sending it once (RFC 9110, 9.2.2).
    package var isIdempotent: Bool { ["GET", "PUT", "DELETE"].contains(method) }
}

extension [HTTPRequest.Field] {
    /// Creates fields from names and values, in their order.
    package init(_ pairs: KeyValuePairs<String, String>) {
        self = pairs.map { HTTPRequest.Field(name: $0.key, value: $0.value) }
    }
}

extension HTTPRequest.Body {
    /// The encoded content, and the value of `Content-Type` unless that is among the headers; nil without a body.
    package var encoded: (content: [UInt8], type: String?)? {
        switch self {
        case .none: nil
        case .form(let fields): (Array(PercentEncoding.encode(fields).utf8), "application/x-www-form-urlencoded")
        case .json(let value): (value.serialized, "application/json;charset=utf-8")
        case .bytes(let bytes): (bytes, nil)
        }
    }
}

/// A service's answer.
package struct HTTPAnswer: Sendable, Equatable {
    package var status: Int
    /// Values by lowercase name.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as JSON.
    package var json: JSONValue? { JSONValue(parsing: body) }
    /// Whether the status is 2xx.
    package var isSuccess: Bool { (200...299).contains(status) }
}

/// The outcome of a request to a service.
package enum HTTPOutcome: Sendable, Equatable {
    case answer(HTTPAnswer)
    /// No answer, with the reason.
    case unreachable(String)
    /// The connection was lost before the answer was complete, with the reason.
    case interrupted(String)
    /// The peer may not be the service, with the reason.
    case insecure(String)
}

extension HTTPAnswer {
    /// Whether another server has answered, such as a captive portal: with a redirect, or with a page although other formats were
    /// requested. An error status with a page remains an error.
    package var isForeign: Bool {
        if (300...399).contains(status) { return true }
        guard isSuccess else { return false }
        let start = String(decoding: body.prefix(256), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        return headers["content-type"]?.lowercased().contains("html") == true || start.hasPrefix("<!doctype html")
            || start.hasPrefix("<html")
    }

    /// Whether the service rejected the registration or the access token. An intermediary may reject it, too, but without an
    /// error document.
    package var isRefusal: Bool { status == 400 || [401, 403].contains(status) && json?["error"] != nil }
}
