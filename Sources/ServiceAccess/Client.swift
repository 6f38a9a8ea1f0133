/// A registration at a service and its access token.
package struct Client: Sendable, Equatable {
    /// The identifier that the service assigned.
    package let id: String
    /// The secret that belongs to it.
    package let secret: String
    /// The access token, which may have expired.
    package private(set) var accessToken: String?
    /// Milliseconds since 1970 by the device's clock.
    private var accessTokenExpires: Int64 = 0
    /// The lifetime of the access token, in milliseconds.
    private var accessTokenLifetime: Int64 = 0

    /// Creates a registration without an access token.
    package init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Creates a registration from its stored form.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.text, let secret = json["secret"]?.text else { return nil }
        self.init(id: id, secret: secret)
        // The service would not reject an empty one as a token that can be renewed, but as a malformed request.
        accessToken = json["accessToken"]?.text.nonEmpty
        accessTokenExpires = json["accessTokenExpires"]?.integer ?? 0
        accessTokenLifetime = json["accessTokenLifetime"]?.integer ?? 0
    }

    /// Stores an access token with a lifetime in seconds.
    package mutating func keep(accessToken: String, seconds: Int64, now: Int64) {
        self.accessToken = accessToken
        accessTokenLifetime = min(max(seconds, 0), 366 * 86_400) * 1_000
        accessTokenExpires = now + accessTokenLifetime
    }

    /// Returns whether there is an access token that has not expired.
    package func hasAccessToken(now: Int64) -> Bool { accessToken != nil && accessTokenExpires > now }

    /// Returns whether the access token is missing or expires within a minute (if its lifetime is short, within the last tenth of
    /// it).
    package func needsAccessToken(now: Int64) -> Bool {
        !hasAccessToken(now: now) || accessTokenExpires <= now + min(60_000, accessTokenLifetime / 10)
    }

    /// The stored form.
    package var json: JSONValue {
        JSONValue(present: [
            "id": .text(id), "secret": .text(secret), "accessToken": accessToken.map(JSONValue.text),
            "accessTokenExpires": .integer(accessTokenExpires), "accessTokenLifetime": .integer(accessTokenLifetime),
        ])
    }
}

// Dynamic client registration (RFC 7591) and the access token (RFC 6749), as the service offers them.
extension Client {
    /// Returns the request with which an app registers.
    package static func registration(of statement: String, at service: String) -> HTTPRequest {
        HTTPRequest(
            method: "POST", service: service, path: "/o/client/register",
            body: .json(.object(["software_statement": .text(statement)])))
    }

    /// Creates the registration in a successful answer; nil if it contains none.
    package init?(registered answer: HTTPAnswer) {
        guard let json = answer.json, let id = json["client_id"]?.text, let secret = json["client_secret"]?.text,
            !id.isEmpty, !secret.isEmpty
        else { return nil }
        self.init(id: id, secret: secret)
    }

    /// Returns the request for an access token, with further fields of its form.
    package func tokenRequest(at service: String, with further: [HTTPRequest.Field] = []) -> HTTPRequest {
        let fields = [HTTPRequest.Field](["client_id": id, "client_secret": secret, "grant_type": "client_credentials"])
        return HTTPRequest(method: "POST", service: service, path: "/o/client/token", body: .form(fields + further))
    }

    /// Stores the access token in a successful answer; returns false if it contains none.
    package mutating func keep(issued answer: HTTPAnswer, now: Int64) -> Bool {
        guard let json = answer.json, let token = json["access_token"]?.text, !token.isEmpty else { return false }
        keep(accessToken: token, seconds: json["expires_in"]?.integer ?? 0, now: now)
        return true
    }
}
