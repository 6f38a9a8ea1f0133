import Dates

/// A media token, before and after the service signs it.
///
/// Mirrors the "short authorization token" of the media-token documentation. The signed element and the envelope around it are
/// defined here, because the public documentation specifies neither a root element nor the signed bytes.
public struct MediaToken: Sendable, Equatable {
    /// The session's identifier (`sessionGUID`).
    public var sessionID: String
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
        sessionID: String, requestor: String, resource: String, lifetime: Int64, issuedAt: Int64, mvpd: String,
        proxy: String? = nil
    ) {
        self.sessionID = sessionID
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
        let fields = [
            ("sessionGUID", sessionID), ("requestorID", requestor), ("resourceID", resource), ("ttl", String(lifetime)),
            ("issueTime", IssueTime.text(seconds: issuedAt / 1_000)), ("mvpdId", mvpd), ("proxyMvpdId", proxy ?? ""),
        ]
        let children = fields.map { "<\($0.0)>\(Self.escape($0.1))</\($0.0)>" }.joined()
        return "<shortAuthorizationToken>\(children)</shortAuthorizationToken>"
    }

    /// Returns the signed token as XML.
    ///
    /// - Parameter signature: RSASSA-PKCS1-v1_5 with SHA-256 over ``element``, in Base64.
    public func envelope(signature: String) -> String {
        "<shortAuthorizationTokenEnvelope><signatureInfo>\(signature)</signatureInfo>\(element)</shortAuthorizationTokenEnvelope>"
    }

    private static func escape(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 32 && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
        }
        if isPlain { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
