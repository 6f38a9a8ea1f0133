import CXMLSec

/// The HTTP-Redirect binding (SAML bindings, section 3.4): a deflated message in the query of a URL, with a detached signature.
public enum RedirectBinding {
    /// The maximum size of a `RelayState` that is written, in bytes (SAML bindings, section 3.4.3).
    public static let relayStateLimit = 80
    /// The maximum size of a `RelayState` that is accepted, in bytes: some parties send longer ones.
    public static let receivedRelayStateLimit = 1_024
    /// The maximum length of a query, in bytes.
    public static let queryLimit = 65_536
    /// The maximum size of an inflated message, in bytes.
    public static let messageLimit = SAMLLimits.maximumSize

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
        XMLSecurity.prepare()
        var deflated = cxs_buffer()
        guard cxs_deflate(xml, xml.utf8.count, &deflated) == 0 else { throw SAMLError(.signingFailed, XMLSecurity.lastError) }
        let message = PercentEncoding.encode(Base64.encode(takeBytes(deflated)))
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
        var signature = cxs_buffer()
        guard cxs_sign_bytes(key.key.pointer, query, query.utf8.count, &signature) == 0 else {
            throw SAMLError(.signingFailed, XMLSecurity.lastError)
        }
        return query + "&Signature=\(PercentEncoding.encode(Base64.encode(takeBytes(signature))))"
    }
}

/// A verified message from a URL, with its relay state.
public struct Redirected<Message: Sendable & Equatable>: Sendable, Equatable {
    /// The message, all of which was signed.
    public let message: Message
    /// The `RelayState`, which was signed too; nil if there was none.
    public let relayState: String?
}

/// Percent-encoding, as in `%41` for `A`.
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns the string with everything but letters, digits and `-._~` as `%xx`.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded string; nil if an escape is incomplete or the bytes are not UTF-8.
    static func decode(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(value), let low = iterator.next().flatMap(value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
