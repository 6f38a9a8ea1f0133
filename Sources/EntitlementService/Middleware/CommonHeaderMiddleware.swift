import Dates
import Encodings
import HTTPTypes
import Hummingbird
import TVWorld

/// The middleware that reads the identifiers of a request, and adds the header fields that all responses have: the identifier,
/// the date by the service's clock, whether the connection ends or stays open, and CORS for scripts of other origins, such as a
/// programmer's page on the second screen.
///
/// CORS mirrors the headers of the throttling page's sample response. Credentials are not allowed: calls carry an access token
/// but no cookie.
struct CommonHeaderMiddleware: Sendable {
    private static let methods = "POST,GET,OPTIONS,DELETE"
    private static let requestHeaders = [
        "ap_11", "ap_42", "ap_z", "ap_19", "ap_21", "ap_23", "authorization", "content-type", "pass_sfp", "AP-Session-Identifier",
        "AP-Device-Identifier", "AP-SDK-Identifier", "X-Device-Info", "AP-Partner-Framework-Status", "AP-TempPass-Identity",
        "AP-Visitor-Identifier", "Adobe-Subject-Token", "AD-Service-Token", "X-Roku-Reserved-Roku-Connect-Token",
    ].joined(separator: ",")
    private static let exposedHeaders = "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"

    let clock: any WorldClock
    /// The text of the `Date` field, which is the same within a second.
    private let date = RememberedResults<Int64, String>(limit: 1)

    /// Returns whether a request to a route for scripts is a preflight. It is throttled like others, and then answered with 204.
    static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.origin] != nil
            && request.headers[.accessControlRequestMethod] != nil
    }

    /// Reads the identifiers under which a request is traced: the caller's own, if it sent valid ones, each once.
    func identify(_ context: inout ServiceRequestContext, by request: Request) {
        let trace = request.headers.single(.traceParent).flatMap(Self.traceIdentifier)
        let given = request.headers.single(.givenRequestID).flatMap { Self.isIdentifier($0) ? $0 : nil }
        if let identifier = given ?? trace { context.requestID = identifier }
        context.correlation = trace ?? ""
    }

    /// Returns whether a string is 1 to 128 letters, digits, `-`, `_`, `.`: it cannot end a log line and needs no escaping in
    /// JSON, XML, HTML or a header.
    private static func isIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
    }

    /// Returns the trace identifier of `traceparent` (W3C Trace Context, version 00); nil if that is invalid.
    private static func traceIdentifier(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        func isZero(_ part: Substring.UTF8View) -> Bool { part.allSatisfy { $0 == UInt8(ascii: "0") } }
        guard parts.count == 4, parts.map(\.count) == [2, 32, 16, 2],
            parts.allSatisfy({ $0.allSatisfy(\.isLowercaseHexadecimalDigit) }), parts[0].elementsEqual("00".utf8),
            !isZero(parts[1]), !isZero(parts[2])
        else { return nil }
        return String(Substring(parts[1]))
    }

    /// Adds the header fields to the response to a request.
    func complete(_ response: inout Response, to request: Request, _ context: ServiceRequestContext) {
        if context.attributes.isThrottled, request.headers.contains(.origin) {
            response.headers[.accessControlAllowOrigin] = "*"
            response.headers[.accessControlAllowMethods] = Self.methods
            response.headers[.accessControlAllowHeaders] = Self.requestHeaders
            response.headers[.accessControlExposeHeaders] = Self.exposedHeaders
        }
        // Otherwise a proxy would keep the connection, and send the next request on it while it is being closed, and a client of
        // HTTP/1.0 would wait for the end of one that stays open.
        let connection = request.headers[.connection]
        if connection == "close" || connection == "keep-alive" { response.headers[.connection] = connection }
        response.headers[.requestID] = context.requestID
        response.headers[.date] = date.result(for: clock.seconds()) { HTTPDate.text(seconds: $0) }
    }
}

extension HTTPField.Name {
    static let givenRequestID = Self("X-Request-Id")!
    static let traceParent = Self("traceparent")!
}
