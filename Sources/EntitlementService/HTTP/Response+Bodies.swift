import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension Response {
    /// Returns a redirect from a form, with GET.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store", .referrerPolicy: "no-referrer"])
    }

    /// Returns a response without a body.
    static func empty(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

    /// Returns a JSON response.
    static func json(_ status: HTTPResponse.Status, _ json: JSON) -> Response {
        content(status, "application/json;charset=utf-8", json.serialized)
    }

    /// Returns a response in one of the two formats of REST v1.
    static func document(_ status: HTTPResponse.Status, _ document: AnswerDocument, _ format: AnswerFormat) -> Response {
        switch format {
        case .json: json(status, document.json)
        case .xml: content(status, "application/xml;charset=utf-8", document.xml)
        }
    }

    /// Returns a response with text of a type.
    static func content(_ status: HTTPResponse.Status, _ type: String, _ text: String) -> Response {
        content(status, type, ByteBuffer(string: text))
    }

    /// Returns a response with encoded text, which all concurrent responses share.
    static func content(_ status: HTTPResponse.Status, _ type: String, _ buffer: ByteBuffer) -> Response {
        // Responses are for one device or client: intermediaries must not store them.
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: buffer))
    }
}

extension Refusal {
    /// Returns the refusal as a response of REST v1, of registration, or of an access check.
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
        // Even with enhanced errors disabled, the library must distinguish this from a missing sign-in.
        if code == .deviceMismatch { response.headers[.authorizationErrorCode] = code?.advancedCode }
        if accessError == .accessDenied { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    /// Returns the fields of the error. `trace`, the request's identifier, is Adobe's in enhanced errors and this service's own
    /// in the others.
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
    /// Returns the refusal as a response.
    func response(requestID: String, format: AnswerFormat = .json) -> Response {
        let fields: [AnswerDocument.Field] = [
            .init("status", .integer(Int64(status.code))), .init("message", .text(message)), .init("trace", .text(requestID)),
        ]
        var response = Response.document(status, AnswerDocument("error", fields), format)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
