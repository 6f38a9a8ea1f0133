import SAML
import TVWorld

/// A SAML message that went with an entry of the journal.
public struct JournalDocument: Sendable, Equatable {
    /// Which way it went, seen from the device.
    public enum Direction: String, Sendable {
        case sent
        case received
    }

    /// What it is: `AuthnRequest`, `Response`.
    public var message: String
    /// Which way it went.
    public var direction: Direction
    /// What it was sent as: XML, or the Base64 text of XML.
    private let text: String

    /// The message as XML; a text that is neither XML nor the Base64 text of something readable comes as it is.
    public var xml: String {
        guard direction == .received, let bytes = Base64.decode(text, ignoringWhitespace: true) else { return text }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// How much memory it takes, in bytes.
    public var size: Int { text.utf8.count }

    /// What went with an app's request: the service's AuthnRequest, as the app handed it in, and the provider's response.
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
