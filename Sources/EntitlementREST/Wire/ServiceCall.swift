import Encodings
import Foundation
import ServiceAccess

/// A call of REST API v2, without the values that are common to all calls of a client.
struct ServiceCall: Sendable {
    /// Headers that only some calls have.
    struct Headers: OptionSet, Sendable {
        let rawValue: Int

        /// The device identifier and the device information.
        static let device = Headers(rawValue: 1)
        /// The identity of the platform, and the service token.
        static let identity = Headers(rawValue: 2)
        /// The status of the device's account.
        static let partner = Headers(rawValue: 4)
        /// The identity for promotional temporary passes.
        static let temporaryPass = Headers(rawValue: 8)
    }

    var method = "GET"
    /// The segments of the path below that of the service provider.
    var path: [String] = []
    var query: [HTTPRequest.Field] = []
    var body = HTTPRequest.Body.none
    var headers: Headers = []
    /// The status to send instead of the client's.
    var partnerStatus: PartnerFrameworkStatus?
    /// Whether a failed call may be repeated by the client.
    var mayRepeat = true

    /// Returns the request to a service, still without headers.
    func request(to serviceProvider: String, at service: String) -> HTTPRequest {
        let segments = (["api", "v2", serviceProvider] + path).map { "/" + PercentEncoding.encode($0) }
        return HTTPRequest(method: method, service: service, path: segments.joined(), query: query, body: body)
    }

    /// Returns whether a failure may be temporary, and the call may be sent again.
    func mayRepeat(after error: EntitlementClientError) -> Bool {
        // Without an answer, only a call whose repetition does no harm can be repeated: one that reads, or a logout.
        if case .connection = error, method != "GET" { return false }
        return mayRepeat && error.isTemporary
    }
}

extension EntitlementClientError {
    /// Whether a later attempt may succeed.
    var isTemporary: Bool {
        switch self {
        case .throttled, .connection: true
        case .http(let status): status >= 500
        // The configuration does not change by itself.
        case .service(let error): error.action == .retry || error.status >= 500 && error.action != .configuration
        case .registration, .unreadable, .sessionEnded, .cancelled: false
        }
    }

    /// Whether another server may have answered: a redirect, or something that is not the service's format.
    var isForeign: Bool {
        switch self {
        case .http(let status): (300..<400).contains(status)
        case .unreadable: true
        default: false
        }
    }
}

extension ServiceCall {
    /// The parameters of a session, which may all be missing.
    struct SessionParameters: Sendable {
        var mvpd: String?
        var domainName: String?
        var redirectURL: URL?

        var form: HTTPRequest.Body {
            let fields = [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL?.absoluteString)]
            return .form(fields.compactMap { name, value in value.map { HTTPRequest.Field(name: name, value: $0) } })
        }
    }

    static let configuration = ServiceCall(path: ["configuration"], headers: .device)

    static func createSession(_ parameters: SessionParameters) -> ServiceCall {
        ServiceCall(method: "POST", path: ["sessions"], body: parameters.form, headers: [.device, .identity])
    }

    static func resumeSession(_ code: String, _ parameters: SessionParameters) -> ServiceCall {
        ServiceCall(method: "POST", path: ["sessions", code], body: parameters.form)
    }

    static func session(_ code: String) -> ServiceCall { ServiceCall(path: ["sessions", code]) }

    static let profiles = ServiceCall(path: ["profiles"], headers: [.device, .identity, .partner])

    static func profile(mvpd: String) -> ServiceCall {
        ServiceCall(path: ["profiles", mvpd], headers: [.device, .identity, .partner, .temporaryPass])
    }

    static func profile(code: String) -> ServiceCall {
        ServiceCall(path: ["profiles", "code", code], headers: .temporaryPass)
    }

    /// - Parameter kind: `authorize` or `preauthorize`.
    static func decisions(_ kind: String, of resources: [String], mvpd: String) -> ServiceCall {
        ServiceCall(
            method: "POST", path: ["decisions", kind, mvpd],
            body: .json(.object(["resources": .list(resources.map(JSONValue.text))])),
            headers: [.device, .identity, .partner, .temporaryPass])
    }

    static func logout(from mvpd: String, redirectURL: URL?) -> ServiceCall {
        ServiceCall(
            path: ["logout", mvpd],
            query: redirectURL.map { [HTTPRequest.Field(name: "redirectUrl", value: $0.absoluteString)] } ?? [],
            headers: [.device, .identity])
    }

    static func partnerSession(_ parameters: SessionParameters, _ status: PartnerFrameworkStatus) -> ServiceCall {
        ServiceCall(
            method: "POST", path: ["sessions", "sso", "Apple"], body: parameters.form, headers: [.device, .partner],
            partnerStatus: status)
    }

    /// Returns the call that passes on a provider's response. A response is accepted once, so the call is never repeated.
    ///
    /// - Parameter response: The response as forms contain it (``PartnerExchange/formValue(of:)``).
    static func partnerProfile(response: String, _ status: PartnerFrameworkStatus) -> ServiceCall {
        ServiceCall(
            method: "POST", path: ["profiles", "sso", "Apple"],
            body: .form([HTTPRequest.Field(name: "SAMLResponse", value: response)]), headers: [.device, .partner],
            partnerStatus: status, mayRepeat: false)
    }
}
