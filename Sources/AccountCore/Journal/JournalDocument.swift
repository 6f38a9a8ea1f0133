import SAML
import TVWorld

/// A SAML message of a journal entry.
public struct JournalDocument: Sendable, Equatable {
    /// The direction, as seen from the device.
    public enum Direction: String, Sendable {
        case sent
        case received
    }

    /// The kind of message: `AuthnRequest`, `Response`.
    public var message: String
    /// The direction.
    public var direction: Direction
    private enum Content: Sendable, Equatable {
        /// XML, or XML in Base64, as it was sent.
        case sent(String)
        /// Deflated XML.
        case deflated([UInt8])
    }

    private var content: Content
    /// The size of the message as it was sent, in bytes.
    public let size: Int

    private init(message: String, direction: Direction, text: String) {
        (self.message, self.direction) = (message, direction)
        (content, size) = (.sent(text), text.utf8.count)
    }

    /// The message as XML; a string that is neither XML nor readable Base64 is returned unchanged.
    public var xml: String {
        switch content {
        case .sent(let text):
            guard direction == .received, let bytes = Base64.decode(text, ignoringWhitespace: true),
                // The bus cannot carry it.
                !bytes.contains(0)
            else { return text }
            return String(validating: bytes, as: UTF8.self) ?? text
        case .deflated(let bytes):
            // The bytes were deflated here, so they can be inflated.
            return (try? Deflate.inflate(bytes, limit: size)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// The same message in deflated form. Deflating takes about a hundred microseconds.
    public var deflated: JournalDocument {
        var copy = self
        if case .sent = content, let bytes = try? Deflate.deflate(xml) { copy.content = .deflated(bytes) }
        return copy
    }

    /// Returns the messages of an app's request: the service's AuthnRequest, as passed by the app, and the provider's response.
    public static func list(request: MetadataRequest?, response: ProviderResponse?) -> [JournalDocument] {
        var documents: [JournalDocument] = []
        if let token = request?.verificationToken {
            documents.append(JournalDocument(message: "AuthnRequest", direction: .received, text: token))
        }
        if let response, response.authenticationScheme == .saml, let body = response.body {
            documents.append(JournalDocument(message: "Response", direction: .sent, text: body))
        }
        return documents
    }
}
