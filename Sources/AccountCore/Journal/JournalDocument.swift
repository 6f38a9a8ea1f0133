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
    /// The message as it was sent: XML, or XML in Base64.
    private let text: String

    /// The message as XML; a string that is neither XML nor readable Base64 is returned unchanged.
    public var xml: String {
        guard direction == .received, let bytes = Base64.decode(text, ignoringWhitespace: true) else { return text }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The memory that it takes, in bytes.
    public var size: Int { text.utf8.count }

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
