import HTTPTypes
import Hummingbird

/// The formats of a route's responses, and the ways in which a call requests one.
///
/// Mirrors the rule of REST v1: `Accept`, the parameter `format`, or a suffix of the path, but only one of them.
enum FormatRule: Sendable, Equatable {
    /// JSON or XML, with the default.
    case both(default: AnswerFormat)
    /// JSON only; a call that requests something else is rejected: client registration.
    case jsonOnly
    /// JSON, regardless of what a call requests: REST v2.
    case json
    /// Bodies of other kinds; only errors have a format, and no call is rejected because of it.
    case other

    /// Whether a suffix of the path requests a format.
    var readsSuffix: Bool { self != .other && self != .json }

    /// Returns the format of the response to a request, or of the error.
    ///
    /// - Parameters:
    ///   - parameters: The parameters in the query, and in the form once it has been read.
    ///   - suffix: The format that the suffix of the request's path requests.
    /// - Throws: ``ServiceError``: 400 if suffix and parameter contradict each other or the parameter is unknown, 406 if the
    ///   response has no format that `Accept` allows.
    func format(of request: Request, parameters: FormParameters, suffix: AnswerFormat?) throws(ServiceError) -> AnswerFormat {
        let accept = AcceptHeader(self == .json ? [] : request.headers[values: .accept])
        switch self {
        case .json: return .json
        case .other: return accept.prefers(.xml) ? .xml : .json
        case .jsonOnly:
            guard try Self.explicit(parameters, suffix) != .xml, accept.quality(of: .json) > 0 else {
                throw ServiceError(.notAcceptable, "Responses of this call are application/json only.")
            }
            return .json
        case .both(let fallback):
            guard let format = try Self.explicit(parameters, suffix) else { return try Self.accepted(accept, fallback) }
            guard accept.quality(of: format) > 0 else {
                throw ServiceError(
                    .notAcceptable,
                    "The requested formats differ: Accept does not allow \(format.mediaType). Use one of Accept, "
                        + "format or the suffix .json or .xml.")
            }
            return format
        }
    }

    private static func explicit(_ parameters: FormParameters, _ suffix: AnswerFormat?) throws(ServiceError) -> AnswerFormat? {
        guard let text = parameters["format"] else { return suffix }
        guard let parameter = AnswerFormat(rawValue: text.lowercased()) else {
            throw ServiceError(.badRequest, "Parameter format takes json or xml.")
        }
        guard suffix == nil || suffix == parameter else {
            throw ServiceError(
                .badRequest,
                "The requested formats differ: the suffix .\(suffix ?? .json) and format=\(parameter).")
        }
        return parameter
    }

    private static func accepted(_ accept: AcceptHeader, _ fallback: AnswerFormat) throws(ServiceError) -> AnswerFormat {
        let other: AnswerFormat = fallback == .json ? .xml : .json
        let qualities = (accept.quality(of: fallback), accept.quality(of: other))
        guard max(qualities.0, qualities.1) > 0 else {
            throw ServiceError(.notAcceptable, "Responses are application/json or application/xml.")
        }
        if qualities.0 == qualities.1 { return accept.first ?? fallback }
        return qualities.0 > qualities.1 ? fallback : other
    }
}

/// The formats that a client accepts, by the `Accept` header (RFC 9110, 12.5.1).
private struct AcceptHeader: Sendable {
    private let ranges: [(type: String, quality: Int)]

    init(_ values: [String]) {
        // The value that apps send.
        if values.isEmpty || values == ["application/json"] {
            ranges = values.map { ($0, 1_000) }
            return
        }
        // More than any client sends; the rest is ignored.
        ranges = values.joined(separator: ",").lowercased().split(separator: ",").prefix(64).compactMap(Self.range)
    }

    /// Returns the quality from 0, for a format that is not accepted, to 1000; a missing header accepts everything.
    func quality(of format: AnswerFormat) -> Int {
        guard !ranges.isEmpty else { return 1_000 }
        for type in [format.mediaType, "application/*", "*/*"] {
            if let range = ranges.first(where: { $0.type == type }) { return range.quality }
        }
        return 0
    }

    /// Returns whether a format is preferred over the others.
    func prefers(_ format: AnswerFormat) -> Bool {
        AnswerFormat.allCases.allSatisfy { $0 == format || quality(of: format) > quality(of: $0) }
    }

    /// The first format in the header; nil if there is none.
    var first: AnswerFormat? {
        ranges.lazy.compactMap { range in AnswerFormat.allCases.first { $0.mediaType == range.type } }.first
    }

    private static func range(_ text: Substring) -> (type: String, quality: Int)? {
        let parts = text.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
        guard let type = parts.first, !type.isEmpty else { return nil }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return (type, 1_000) }
        guard let quality = Double(weight.dropFirst(2)), (0...1).contains(quality) else { return nil }
        return (type, Int(quality * 1_000))
    }
}
