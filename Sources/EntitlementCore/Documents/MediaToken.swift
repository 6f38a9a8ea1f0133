import Dates
import Encodings

/// A media token, before and after the service signs it.
///
/// Mirrors the "short authorization token" of the media-token documentation. The signed element and the envelope around it are
/// defined here, because the public documentation specifies neither a root element nor the signed bytes.
public struct MediaToken: Sendable, Equatable {
    /// The user's pseudonym.
    public var sessionGUID: String
    /// The requestor.
    public var requestor: String
    /// The resource, exactly as sent by the app.
    public var resource: String
    /// The lifetime, in milliseconds.
    public var lifetime: Int64
    /// The date of issue, in Unix milliseconds; the token contains whole seconds.
    public var issuedAt: Int64
    /// The provider.
    public var mvpd: String
    /// The proxy of the provider, if any.
    public var proxy: String?

    /// Creates an unsigned token.
    public init(
        sessionGUID: String, requestor: String, resource: String, lifetime: Int64, issuedAt: Int64, mvpd: String,
        proxy: String? = nil
    ) {
        self.sessionGUID = sessionGUID
        self.requestor = requestor
        self.resource = resource
        self.lifetime = lifetime
        self.issuedAt = issuedAt
        self.mvpd = mvpd
        self.proxy = proxy
    }

    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64 { issuedAt / 1_000 * 1_000 + lifetime }

    /// The bytes to sign: UTF-8, no declaration, no white space between elements.
    public var element: String {
        var text = "<shortAuthorizationToken>"
        text.reserveCapacity(512)
        func write(_ name: String, _ value: String) {
            for part in ["<", name, ">", XMLReference.escape(value, quotes: false), "</", name, ">"] { text += part }
        }
        write("sessionGUID", sessionGUID)
        write("requestorID", requestor)
        write("resourceID", resource)
        write("ttl", String(lifetime))
        write("issueTime", IssueTime.text(seconds: issuedAt / 1_000))
        write("mvpdId", mvpd)
        write("proxyMvpdId", proxy ?? "")
        return text + "</shortAuthorizationToken>"
    }

    /// Returns a signed token as XML.
    ///
    /// - Parameters:
    ///   - element: The token's ``element``.
    ///   - signature: RSASSA-PKCS1-v1_5 with SHA-256 over the element, in Base64.
    public static func envelope(of element: String, signature: String) -> String {
        "<shortAuthorizationTokenEnvelope><signatureInfo>\(signature)</signatureInfo>\(element)</shortAuthorizationTokenEnvelope>"
    }
}
