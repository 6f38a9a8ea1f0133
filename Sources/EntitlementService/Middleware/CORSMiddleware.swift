import HTTPTypes
import Hummingbird

/// Adds the CORS headers for scripts of other origins, such as a programmer's page on the second screen.
///
/// Mirrors the headers of the throttling page's sample response. Credentials are not allowed: calls carry an access token and no
/// cookie.
enum CORSMiddleware {
    private static let methods = "POST,GET,OPTIONS,DELETE"
    private static let requestHeaders = [
        "ap_11", "ap_42", "ap_z", "ap_19", "ap_21", "ap_23", "authorization", "content-type", "pass_sfp", "AP-Session-Identifier",
        "AP-Device-Identifier", "AP-SDK-Identifier", "X-Device-Info", "AP-Partner-Framework-Status", "AP-TempPass-Identity",
        "AP-Visitor-Identifier", "Adobe-Subject-Token", "AD-Service-Token", "X-Roku-Reserved-Roku-Connect-Token",
    ].joined(separator: ",")
    private static let exposedHeaders = "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"

    /// Adds the headers to the response to a request.
    static func complete(_ response: inout Response, to request: Request, _ context: ServiceRequestContext) {
        guard context.attributes.isThrottled, request.headers.contains(.origin) else { return }
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlAllowMethods] = Self.methods
        response.headers[.accessControlAllowHeaders] = Self.requestHeaders
        response.headers[.accessControlExposeHeaders] = Self.exposedHeaders
    }
}

/// Responds to preflight requests. They are throttled like others, so this comes after the throttle.
enum PreflightMiddleware {
    /// Whether a request to a route that scripts may call is a preflight.
    static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.origin] != nil
            && request.headers[.accessControlRequestMethod] != nil
    }
}
