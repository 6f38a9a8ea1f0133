import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension Response {
    /// Leads a browser on from a form, with GET.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store", .referrerPolicy: "no-referrer"])
    }

    /// An answer without body.
    static func empty(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

    /// A JSON answer.
    static func json(_ status: HTTPResponse.Status, _ json: JSON) -> Response {
        content(status, "application/json;charset=utf-8", json.serialized)
    }

    /// An answer in one of the two formats of REST v1.
    static func document(_ status: HTTPResponse.Status, _ document: AnswerDocument, _ format: AnswerFormat) -> Response {
        switch format {
        case .json: json(status, document.json)
        case .xml: content(status, "application/xml;charset=utf-8", document.xml)
        }
    }

    /// An answer with a text of some type.
    static func content(_ status: HTTPResponse.Status, _ type: String, _ text: String) -> Response {
        content(status, type, ByteBuffer(string: text))
    }

    /// An answer with encoded text, which all answers share that are under way.
    static func content(_ status: HTTPResponse.Status, _ type: String, _ buffer: ByteBuffer) -> Response {
        // Answers are about one device or for one client: nothing between may keep them.
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: buffer))
    }
}

extension Refusal {
    /// The refusal as an answer of REST v1, of registration, or of an access check.
    func response(requestID: String, format: AnswerFormat = .json) -> Response {
        let httpStatus = HTTPResponse.Status(code: status)
        if let registrationError {
            return .json(
                httpStatus,
                .object([
                    .init("error", .string(registrationError.rawValue)), .init("error_description", .string(message)),
                    .init("trace", .string(requestID)),
                ]))
        }
        var response = Response.document(httpStatus, AnswerDocument("error", fields(requestID: requestID)), format)
        // Where enhanced errors are off, too, the library has to tell this one from a sign-in that is missing.
        if code == .deviceMismatch { response.headers[.authorizationErrorCode] = code?.advancedCode }
        if accessError == .accessDenied { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    /// The parts of the error. `trace`, the request's identifier, is Adobe's in enhanced errors and this service's own in the
    /// others.
    func fields(requestID: String) -> [AnswerDocument.Field] {
        if let accessError {
            return [
                .init("status", .integer(Int64(status))), .init("message", .text(message)),
                .init("error", .text(accessError.rawValue)), .init("trace", .text(requestID)),
            ]
        }
        guard isEnhanced, let code else {
            return [
                .init("status", .integer(Int64(status))), .init("message", .text(message)),
                .init("details", .optional(details)),
                .init("trace", .text(requestID)),
            ]
        }
        var fields: [AnswerDocument.Field] = [
            .init("action", .text(code.action)), .init("status", .integer(Int64(status))),
            .init("code", .text(code.rawValue)), .init("message", .text(message)),
        ]
        if let details { fields.append(.init("details", .text(details))) }
        fields.append(.init("helpUrl", .text(Self.helpURL)))
        fields.append(.init("trace", .text(requestID)))
        return fields
    }

    private static let helpURL =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
}

extension HTTPRefusal {
    /// The refusal as an answer.
    func response(requestID: String, format: AnswerFormat = .json) -> Response {
        let fields: [AnswerDocument.Field] = [
            .init("status", .integer(Int64(status.code))), .init("message", .text(message)), .init("trace", .text(requestID)),
        ]
        var response = Response.document(status, AnswerDocument("error", fields), format)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
