import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TVWorld

/// A request whose body has been read.
struct APICall: Sendable {
    /// The request's head.
    let request: Request
    /// The request's context, with the format of the response, which the form may request.
    let context: ServiceRequestContext
    /// The client's address: `X-Forwarded-For`, or else the peer's.
    let clientAddress: ClientAddress
    /// The body.
    let body: [UInt8]
    /// The form in the body, or else the query.
    let parameters: FormParameters
    /// The form in the body; empty if the body contains none.
    let form: FormParameters

    /// Returns whether the body of a request is read; with some methods, a body has no meaning.
    static func hasBody(_ request: Request) -> Bool {
        request.method != .get && request.method != .delete && request.method != .head
    }

    /// Reads a body.
    ///
    /// - Parameter limit: The maximum size of the body, in bytes.
    /// - Throws: ``ServiceError`` if it is too large, late or incomplete.
    static func body(of request: Request, limit: Int) async throws(ServiceError) -> [UInt8] {
        do {
            return Array(buffer: try await request.body.collect(upTo: limit))
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            throw ServiceError.bodyTooLarge(limit)
        } catch is LateBody {
            // The connection has already sent this response, which the metrics and the log need.
            throw ServiceError(.empty(.requestTimeout))
        } catch {
            throw ServiceError(.badRequest, "The body is incomplete.")
        }
    }

    /// - Parameter type: The type of the body if the route requires one: JSON is not read as a form, whatever the request says.
    /// - Throws: ``ServiceError`` if the form has too many fields, or requests a format that the response cannot have.
    init(_ request: Request, _ context: ServiceRequestContext, body: [UInt8], type: BodyType?) throws(ServiceError) {
        self.request = request
        self.body = body
        clientAddress = ClientAddress(request.headers, peer: context.peer)
        let isForm =
            type != .json
            && request.headers.value(.contentType)?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        form = isForm ? try FormParameters(String(decoding: body, as: UTF8.self)) : FormParameters()
        parameters = form.completed(by: context.query)
        var context = context
        if form["format"] != nil {
            let rule = context.attributes.formats
            context.format = try rule.format(of: request, parameters: parameters, suffix: context.match.suffix)
        }
        self.context = context
    }

    /// The response's `Adobe-Request-Id`.
    var requestID: String { context.requestID }

    /// The address of the connection's peer; no header changes it. Nil in tests without a connection.
    var peerAddress: String? { context.peer?.text }

    /// The base of the URLs in the response, such as `https://tv.example.com`.
    var baseURL: String { context.baseURL }

    /// The logger of the request.
    var logger: Logger { context.logger }

    /// Returns a parameter of the path.
    func part(_ name: String) -> String {
        let text = context.match.parameters[name].map(String.init) ?? ""
        return text.utf8.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(text.utf8) ?? text : text
    }

    /// Returns the body as JSON.
    func json() throws(JSONError) -> JSON { try JSON(parsing: body) }

    /// The device information: the header, or else the parameter.
    var device: DeviceInformation {
        DeviceInformation.reading(request.headers[.deviceInformation] ?? parameters["device_info"])
    }

    /// The information that the service itself detects about the client.
    var connection: ClientConnection {
        ClientConnection(
            userAgent: request.headers[.userAgent], address: clientAddress.text, port: clientAddress.port,
            isSecure: isSecure)
    }

    /// The page where a user enters a code.
    var activationURL: String { baseURL + "/activate" }

    /// The app's profile (`applicationProfile`), an optional parameter of every call.
    var applicationProfile: String? { parameters["applicationProfile"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The visitor's identifier (`ap_vi`), an optional parameter of every call.
    var visitorID: String? { parameters["ap_vi"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a response in the requested format.
    func answer(_ status: HTTPResponse.Status, _ document: AnswerDocument) -> Response {
        .document(status, document, context.format)
    }

    /// Returns a response in the requested format, with the members that have a value.
    func document(_ root: String, _ members: KeyValuePairs<String, JSON?>) -> Response {
        answer(.ok, AnswerDocument(root, .filled(members)))
    }
}

extension Request {
    /// Returns the token of the `Authorization` header; nil if there is none.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if the header contains something else.
    func bearerToken() throws(Refusal) -> String? {
        guard let header = headers.value(.authorization) else { return nil }
        let space = UInt8(ascii: " ")
        let scheme = header.utf8.prefix { $0 != space }
        var token = String(Substring(header.utf8[scheme.endIndex...].drop { $0 == space }))
        guard Substring(scheme).lowercased() == "bearer", !token.isEmpty, !token.withUTF8({ $0.contains(space) }) else {
            throw Refusal(access: .invalidRequest, "The Authorization header takes the form: Bearer TOKEN.")
        }
        return token
    }
}

extension HTTPFields {
    /// Returns the value of a field. Several values are joined; the subscript would copy even a single one.
    func value(_ name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count < 2 ? values.first : self[name]
    }

    /// Returns the value of a field that was sent once.
    func single(_ name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count == 1 ? values[0] : nil
    }
}

extension HTTPField.Name {
    /// Additional Host fields; the first one becomes the request's authority.
    static let furtherHost = Self("Host")!
    static let deviceInformation = Self("X-Device-Info")!
    static let requestID = Self("Adobe-Request-Id")!
    static let responseConfidence = Self("Adobe-Response-Confidence")!
    static let authorizationErrorCode = Self("Authzf-Error-Code")!
    static let authorizationSubErrorCode = Self("Authzf-Sub-Error-Code")!
    static let authorizationErrorDetails = Self("Authzf-Error-Details")!
}

extension APICall {
    /// Returns the value of a cookie that the browser sent.
    func cookie(_ name: String) -> String? { request.cookies[name]?.value }

    /// Whether the browser reaches the service under TLS.
    var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// Returns a cookie that scripts cannot read and other sites' forms do not send; under TLS, it is sent only over TLS.
    ///
    /// - Parameters:
    ///   - path: The path for which the browser sends it.
    ///   - lifetime: The time for which the browser keeps it, in seconds; nil: until the browser is closed. 0 removes it.
    ///   - sameSite: With `.strict`, the browser does not send it either when it follows another site's link.
    func newCookie(
        _ name: String, _ value: String, path: String = "/", lifetime: Int? = nil, sameSite: Cookie.SameSite = .lax
    ) -> Cookie {
        Cookie(name: name, value: value, maxAge: lifetime, path: path, secure: isSecure, httpOnly: true, sameSite: sameSite)
    }
}

extension Cookie {
    /// Returns the name of a login's cookie at a URL. It ends with the port, because browsers send a cookie to every port of a host:
    /// a login at one service would replace the one at another.
    static func name(_ name: String, at url: String) -> String { name + (URL(string: url)?.port.map { "_\($0)" } ?? "") }
}
