import HTTPTypes
import Hummingbird

/// A request without its indications of the response's format, and the resulting format.
struct FormatRequest: Sendable {
    /// The request, its path without the suffix.
    let request: Request
    /// The format of the response, or of the error.
    let format: AnswerFormat

    /// Determines the format that a request asks for.
    ///
    /// - Throws: ``HTTPRefusal``: 400 if suffix and parameter contradict each other or the parameter is unknown, 406 if the
    ///   response has no format that `Accept` allows.
    init(_ request: Request) throws(HTTPRefusal) {
        let path = request.uri.path
        let accept = AcceptHeader(request.headers[values: .accept])
        switch FormatRule(path: path) {
        case .other:
            self.request = request
            format = accept.prefers(.xml) ? .xml : .json
        case .jsonOnly:
            let explicit = try Self.explicit(request, path)
            guard explicit.format != .xml, accept.quality(of: .json) > 0 else {
                throw HTTPRefusal(.notAcceptable, "Answers of this call are application/json only.")
            }
            self.request = explicit.request
            format = .json
        case .both(let fallback):
            let explicit = try Self.explicit(request, path)
            self.request = explicit.request
            if let format = explicit.format {
                guard accept.quality(of: format) > 0 else {
                    throw HTTPRefusal(
                        .notAcceptable,
                        "The format is asked for in two ways that differ: Accept does not take \(format.mediaType). Use one of Accept, "
                            + "format or the suffix .json or .xml.")
                }
                self.format = format
            } else {
                format = try Self.accepted(accept, fallback)
            }
        }
    }

    private static func explicit(
        _ request: Request, _ path: String
    ) throws(HTTPRefusal) -> (request: Request, format: AnswerFormat?) {
        let (path, suffix) = FormatRule.withoutSuffix(path)
        var parameter: AnswerFormat?
        if let text = FormParameters(request.uri.query)["format"] {
            parameter = AnswerFormat(rawValue: text.lowercased())
            guard parameter != nil else { throw HTTPRefusal(.badRequest, "Parameter format takes json or xml.") }
        }
        if let suffix, let parameter, suffix != parameter {
            throw HTTPRefusal(
                .badRequest, "The format is asked for in two ways that differ: the suffix .\(suffix) and format=\(parameter).")
        }
        guard suffix != nil else { return (request, parameter) }
        var head = request.head
        head.path = path + (request.uri.query.map { "?\($0)" } ?? "")
        return (Request(head: head, body: request.body), suffix)
    }

    private static func accepted(_ accept: AcceptHeader, _ fallback: AnswerFormat) throws(HTTPRefusal) -> AnswerFormat {
        let other: AnswerFormat = fallback == .json ? .xml : .json
        let qualities = (accept.quality(of: fallback), accept.quality(of: other))
        guard max(qualities.0, qualities.1) > 0 else {
            throw HTTPRefusal(.notAcceptable, "Answers are application/json or application/xml.")
        }
        if qualities.0 == qualities.1 { return accept.first ?? fallback }
        return qualities.0 > qualities.1 ? fallback : other
    }
}

/// The formats that a client accepts, by the `Accept` header (RFC 9110, 12.5.1).
struct AcceptHeader: Sendable {
    private let ranges: [(type: String, quality: Int)]

    init(_ values: [String]) {
        // More than any client sends; the rest is ignored.
        ranges = values.joined(separator: ",").lowercased().split(separator: ",").prefix(64).compactMap(Self.range)
    }

    /// Returns 0 for a format that is not accepted, up to 1000; a missing header accepts everything.
    func quality(of format: AnswerFormat) -> Int {
        guard !ranges.isEmpty else { return 1_000 }
        for type in [format.mediaType, "application/*", "*/*"] {
            if let range = ranges.first(where: { $0.type == type }) { return range.quality }
        }
        return 0
    }

    /// Whether a format is preferred over the others.
    func prefers(_ format: AnswerFormat) -> Bool {
        AnswerFormat.allCases.allSatisfy { $0 == format || quality(of: format) > quality(of: $0) }
    }

    /// The first format in the header; nil if there is none.
    var first: AnswerFormat? {
        ranges.lazy.compactMap { range in AnswerFormat.allCases.first { $0.mediaType == range.type } }.first
    }

    private static func range(_ text: Substring) -> (type: String, quality: Int)? {
        let parts = text.split(separator: ";").map { trimmed($0) }
        guard let type = parts.first, !type.isEmpty else { return nil }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return (type, 1_000) }
        guard let quality = Double(weight.dropFirst(2)), (0...1).contains(quality) else { return nil }
        return (type, Int(quality * 1_000))
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.filter { $0 != " " && $0 != "\t" })
    }
}
