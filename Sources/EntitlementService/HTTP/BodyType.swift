import Encodings
import HTTPTypes

/// The required type of a call's body.
enum BodyType: Sendable {
    case json
    case form
    /// A SAML entity descriptor.
    case metadata

    /// The accepted types, the usual one first.
    var accepted: [String] {
        switch self {
        case .json: ["application/json"]
        case .form: ["application/x-www-form-urlencoded"]
        case .metadata: ["application/samlmetadata+xml", "application/xml", "text/xml"]
        }
    }

    /// Rejects a body with another type; one without a type is accepted.
    ///
    /// - Throws: ``ServiceError`` 415.
    func check(_ headers: HTTPFields) throws(ServiceError) {
        guard let given = headers[.contentType] else { return }
        let type = given.prefix { $0 != ";" }.trimmingWhitespace.lowercased()
        guard !accepted.contains(type) else { return }
        let shown = String(given.prefix(64))
        var refusal = ServiceError(
            .unsupportedMediaType, "The body of this call is \(accepted.joined(separator: " or ")); found \(shown).")
        refusal.headers[.accept] = accepted.joined(separator: ", ")
        throw refusal
    }
}
