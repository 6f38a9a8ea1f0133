import Encodings

/// The HTTP-Redirect binding (SAML bindings, section 3.4): a deflated message in the query of a URL, with a detached signature.
public enum RedirectBinding {
    /// The maximum size of a `RelayState` that is written, in bytes (SAML bindings, section 3.4.3).
    public static let relayStateLimit = 80
    /// The maximum size of a `RelayState` that is accepted, in bytes: some parties send longer ones.
    public static let receivedRelayStateLimit = 1_024
    /// The maximum length of a query, in bytes.
    public static let queryLimit = 65_536

    /// The parameter that contains the message.
    @_spi(Testing) public enum Kind: String, Sendable {
        case request = "SAMLRequest"
        case response = "SAMLResponse"
    }

    static let deflateEncoding = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"

    /// Returns a URL with a signed message.
    @_spi(Testing) public static func url(
        _ destination: String, _ kind: Kind, xml: String, relayState: String?, key: SigningKey
    ) throws(SAMLError) -> String {
        let message = PercentEncoding.encode(Base64.encode(try Deflate.deflate(xml)))
        let query = try query(ofEncoded: message, kind, relayState: relayState, key: key)
        return destination + (destination.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    /// Returns a query with a message that is already percent-encoded.
    @_spi(Testing) public static func query(
        ofEncoded message: String, _ kind: Kind, relayState: String? = nil, key: SigningKey
    ) throws(SAMLError) -> String {
        var query = "\(kind.rawValue)=\(message)"
        if let relayState {
            // A response returns what came with the request, even if it is longer than allowed.
            let limit = kind == .request ? relayStateLimit : receivedRelayStateLimit
            guard relayState.utf8.count <= limit else {
                throw SAMLError(.invalidField, "relayState: at most \(limit) bytes")
            }
            query += "&RelayState=\(PercentEncoding.encode(relayState))"
        }
        query += "&SigAlg=\(PercentEncoding.encode(Algorithm.rsaSHA256))"
        return query + "&Signature=\(PercentEncoding.encode(Base64.encode(try key.signature(of: query))))"
    }
}

/// A verified message from a URL, with its relay state.
public struct Redirected<Message: Sendable & Equatable>: Sendable, Equatable {
    /// The message, all of which was signed.
    public let message: Message
    /// The `RelayState`, which was signed too; nil if there was none.
    public let relayState: String?
}
