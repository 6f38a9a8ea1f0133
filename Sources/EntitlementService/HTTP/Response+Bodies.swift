import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension Response {
    /// An answer without body.
    static func empty(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

    /// A JSON answer.
    static func json(_ status: HTTPResponse.Status, _ json: JSON) -> Response {
        content(status, "application/json;charset=utf-8", json.serialized)
    }

    /// An answer with a text of some type.
    static func content(_ status: HTTPResponse.Status, _ type: String, _ text: String) -> Response {
        // Answers are about one device or for one client: nothing between may keep them.
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension Refusal {
    /// The refusal as an answer of REST v1, of registration, or of an access check.
    func response(requestID: String) -> Response {
        let httpStatus = HTTPResponse.Status(code: status)
        if let registrationError {
            return .json(
                httpStatus,
                .object([.init("error", .string(registrationError.rawValue)), .init("error_description", .string(message))]))
        }
        var response = Response.json(httpStatus, .object(members(requestID: requestID)))
        if accessError == .accessDenied { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    /// The members of the error's JSON object.
    func members(requestID: String) -> [JSON.Member] {
        if let accessError {
            return [
                .init("status", .integer(status)), .init("message", .string(message)),
                .init("error", .string(accessError.rawValue)),
            ]
        }
        guard isEnhanced, let code else {
            return [.init("status", .integer(status)), .init("message", .string(message)), .init("details", .optional(details))]
        }
        var members: [JSON.Member] = [
            .init("action", .string(code.action)), .init("status", .integer(status)), .init("code", .string(code.rawValue)),
            .init("message", .string(message)),
        ]
        if let details { members.append(.init("details", .string(details))) }
        members.append(.init("helpUrl", .string(Self.helpURL)))
        members.append(.init("trace", .string(requestID)))
        return members
    }

    private static let helpURL =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
}

extension HTTPRefusal {
    /// The refusal as an answer.
    var response: Response {
        var response = Response.json(
            status, .object([.init("status", .integer(status.code)), .init("message", .string(message))]))
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}
