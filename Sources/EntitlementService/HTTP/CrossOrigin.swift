import HTTPTypes
import Hummingbird

/// The CORS headers for scripts of other origins, such as a programmer's page on the second screen.
///
/// Mirrors the headers of the throttling page's sample response. Credentials are not allowed: calls carry an access token and no
/// cookie.
enum CrossOrigin {
    private static let methods = "POST,GET,OPTIONS,DELETE"
    private static let requestHeaders = [
        "ap_11", "ap_42", "ap_z", "ap_19", "ap_21", "ap_23", "authorization", "content-type", "pass_sfp", "AP-Session-Identifier",
        "AP-Device-Identifier", "AP-SDK-Identifier", "X-Device-Info",
    ].joined(separator: ",")
    private static let exposedHeaders = "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"

    /// Returns the response to a preflight request; nil for other requests.
    static func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers[.origin] != nil,
            request.headers[.accessControlRequestMethod] != nil, DocumentedPaths.areThrottled(request.uri.path)
        else { return nil }
        return .empty(.noContent)
    }

    /// Adds the headers to a response for a script of another origin.
    static func describe(_ response: inout Response, to request: Request) {
        guard request.headers[.origin] != nil, DocumentedPaths.areThrottled(request.uri.path) else { return }
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlAllowMethods] = methods
        response.headers[.accessControlAllowHeaders] = requestHeaders
        response.headers[.accessControlExposeHeaders] = exposedHeaders
    }
}
