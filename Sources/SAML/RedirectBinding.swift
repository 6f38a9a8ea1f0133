import CXMLSec
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

    /// A message whose signature was verified.
    struct Message {
        let root: XMLNode
        let relayState: String?
    }

    /// Verifies the signature over the exact characters of the query, and only then inflates and parses what it covers.
    static func read(_ query: String, _ kind: Kind, certificates: [Certificate]) throws(SAMLError) -> Message {
        let parameters = try RedirectParameters(query)
        guard let message = parameters[kind.rawValue] else { throw SAMLError(.missingField, "the query has no \(kind.rawValue)") }
        try verify(parameters, kind, certificates)
        if let encoding = try parameters.text("SAMLEncoding"), encoding != deflateEncoding {
            throw SAMLError(.invalidField, "SAMLEncoding: \(deflateEncoding); found \(encoding)")
        }
        let relayState = try parameters.text("RelayState")
        guard (relayState ?? "").utf8.count <= receivedRelayStateLimit else {
            throw SAMLError(.invalidField, "RelayState: at most \(receivedRelayStateLimit) bytes")
        }
        guard let text = PercentEncoding.decode(message) else {
            throw SAMLError(.invalidField, "\(kind.rawValue): percent-encoded UTF-8")
        }
        let deflated = try Base64.decodeMessage(text)
        let verifier = SignatureVerifier(certificates: certificates, skipping: [])
        let document = try verifier.open(try Deflate.inflate(deflated, limit: SAMLLimits.maximumSize))
        let survey = DocumentSurvey(document)
        try verifier.examineText(survey)
        guard survey.signatures.isEmpty else {
            throw SAMLError(.malformedSignature, "a message in a URL has its signature beside it, none within")
        }
        if let identifier = survey.duplicateIdentifier {
            throw SAMLError(.duplicateIdentifier, "the identifier \(identifier) occurs more than once")
        }
        return Message(root: document.root, relayState: relayState)
    }

    /// Returns the message in a URL for display; it is not verified.
    ///
    /// - Returns: The message; nil if there is none, or it cannot be read.
    public static func text(in address: String) -> String? {
        let query = address.utf8.firstIndex(of: UInt8(ascii: "?")).map { address[address.utf8.index(after: $0)...] } ?? ""
        guard let parameters = try? RedirectParameters(String(query)),
            let message = parameters["SAMLRequest"] ?? parameters["SAMLResponse"], let text = PercentEncoding.decode(message),
            let deflated = Base64.decode(text, ignoringWhitespace: true),
            let bytes = try? Deflate.inflate(deflated, limit: SAMLLimits.maximumSize)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func verify(
        _ parameters: RedirectParameters, _ kind: Kind, _ certificates: [Certificate]
    ) throws(SAMLError) {
        guard let signature = try parameters.text("Signature"), let algorithm = try parameters.text("SigAlg") else {
            throw SAMLError(.unsigned, "the query has no Signature and SigAlg")
        }
        guard algorithm == Algorithm.rsaSHA256 else {
            throw SAMLError(.weakAlgorithm, "SigAlg: \(Algorithm.rsaSHA256); found \(algorithm)")
        }
        guard let bytes = Base64.decode(signature, ignoringWhitespace: true) else {
            throw SAMLError(.malformedSignature, "Signature: Base64")
        }
        let signed = parameters.signedText(kind)
        let isValid = certificates.contains {
            cxs_verify_bytes($0.key.pointer, signed, signed.utf8.count, bytes, bytes.count)
        }
        guard isValid else {
            throw SAMLError(.badSignature, "no trusted certificate verifies the signature over \(kind.rawValue) and what follows")
        }
    }
}

/// A verified message from a URL, with its relay state.
public struct Redirected<Message: Sendable & Equatable>: Sendable, Equatable {
    /// The message, all of which was signed.
    public let message: Message
    /// The `RelayState`, which was signed too; nil if there was none.
    public let relayState: String?
}

/// The parameters of a query as received.
private struct RedirectParameters {
    private static let names = ["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature", "SAMLEncoding"]
    private var values: [String: Substring.UTF8View] = [:]

    /// Parses a query. Other parameters are ignored; SAML's may each occur once.
    init(_ query: String) throws(SAMLError) {
        guard query.utf8.count <= RedirectBinding.queryLimit else {
            throw SAMLError(.tooLarge, "a query of \(query.utf8.count) bytes; at most \(RedirectBinding.queryLimit) are accepted")
        }
        // By bytes: a mark that combines with the preceding separator belongs to the value.
        for pair in query[...].utf8.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = String(Substring(pair[..<end]))
            guard Self.names.contains(name) else { continue }
            guard values[name] == nil else { throw SAMLError(.invalidField, "the query has more than one \(name)") }
            values[name] = end == pair.endIndex ? pair[end...] : pair[pair.index(after: end)...]
        }
        guard values["SAMLRequest"] == nil || values["SAMLResponse"] == nil else {
            throw SAMLError(.invalidField, "the query has both SAMLRequest and SAMLResponse")
        }
    }

    /// Returns a parameter as received; nil if there is none.
    subscript(name: String) -> Substring.UTF8View? { values[name] }

    /// Returns a decoded parameter.
    func text(_ name: String) throws(SAMLError) -> String? {
        guard let value = values[name] else { return nil }
        guard let text = PercentEncoding.decode(value) else { throw SAMLError(.invalidField, "\(name): percent-encoded UTF-8") }
        return text
    }

    /// Returns the text that the signature covers, regardless of the order in the query.
    func signedText(_ kind: RedirectBinding.Kind) -> String {
        [kind.rawValue, "RelayState", "SigAlg"].compactMap { name in values[name].map { "\(name)=\(String(Substring($0)))" } }
            .joined(separator: "&")
    }
}

/// Raw DEFLATE (RFC 1951), as used by the HTTP-Redirect binding.
public enum Deflate {
    /// Returns a deflated string.
    ///
    /// - Throws: `SAMLError` (`signingFailed`) if memory is exhausted.
    public static func deflate(_ text: String) throws(SAMLError) -> [UInt8] {
        try XMLSecurity.bytes(orThrow: .signingFailed) { cxs_deflate(text, text.utf8.count, &$0) }
    }

    /// Returns the inflated bytes.
    ///
    /// - Parameter limit: The maximum size, in bytes.
    /// - Throws: `SAMLError` (`tooLarge`, `invalidField`).
    public static func inflate(_ bytes: [UInt8], limit: Int) throws(SAMLError) -> [UInt8] {
        var inflated = cxs_buffer()
        switch cxs_inflate(bytes, bytes.count, limit, &inflated) {
        case 0: return takeBytes(inflated)
        case 1: throw SAMLError(.tooLarge, "more than \(limit) bytes when inflated")
        default: throw SAMLError(.invalidField, "the message is not deflated: \(XMLSecurity.lastError)")
        }
    }
}
