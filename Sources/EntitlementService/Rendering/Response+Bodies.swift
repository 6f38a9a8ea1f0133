import HTTPTypes
import Hummingbird
import TVWorld

extension Response {
    /// Returns the response without its body if only its head was requested.
    func shown(to request: Request) -> Response { request.method == .head ? createHeadResponse() : self }

    /// Returns a redirect.
    ///
    /// - Parameter url: An address that was generated here, or checked against the registered ones.
    static func redirect(to url: String) -> Response { redirect(.found, url) }

    /// Returns a redirect from a form, with GET.
    static func seeOther(_ path: String) -> Response { redirect(.seeOther, path) }

    private static func redirect(_ status: HTTPResponse.Status, _ url: String) -> Response {
        Response(status: status, headers: [.location: url, .cacheControl: "no-store", .referrerPolicy: "no-referrer"])
    }

    /// Returns an image, which may not load or run anything.
    static func svg(_ image: String) -> Response {
        var response = content(.ok, "image/svg+xml", image)
        response.headers[.contentTypeOptions] = "nosniff"
        response.headers[.contentSecurityPolicy] = "default-src 'none'"
        return response
    }

    static func empty(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

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

extension HTTPField.Name {
    static let contentTypeOptions = Self("X-Content-Type-Options")!
    static let referrerPolicy = Self("Referrer-Policy")!
}
