import EntitlementCore
import SAML
import TVWorld

/// A SAML message that is sent or received, for the journal.
struct PassingMessage: Sendable {
    /// The direction of the message.
    enum Direction: String, Sendable {
        case sent
        case received
    }

    /// The kind of message: `AuthnRequest`, `Response`, `LogoutRequest`, `LogoutResponse`.
    var name: String
    /// The direction.
    var direction: Direction
    /// The provider.
    var mvpd: String
    /// The binding: `platform`, `redirect`, `post`.
    var binding: String
    /// The message; nil if it is unreadable.
    var xml: String?

    /// Creates a message as XML.
    init(_ name: String, _ direction: Direction, mvpd: String, binding: String, xml: String?) {
        self.name = name
        self.direction = direction
        self.mvpd = mvpd
        self.binding = binding
        self.xml = xml
    }

    /// Creates a message from Base64; spaces are accepted for unencoded plus signs.
    init(_ name: String, _ direction: Direction, mvpd: String, binding: String, base64: String) {
        let text = base64.utf8.count <= 2 * Journal.documentSize ? base64 : ""
        let bytes = SAML.Base64.decode(text, ignoringWhitespace: true, blanksArePlus: true)
        self.init(name, direction, mvpd: mvpd, binding: binding, xml: bytes.flatMap { String(validating: $0, as: UTF8.self) })
    }
}

extension EntitlementEngine {
    /// Records a SAML message in the journal.
    func note(_ message: PassingMessage, requestID: String) {
        journal.append(
            time: clock.milliseconds(), event: .samlMessage, requestID: requestID, outcome: message.direction.rawValue,
            details: ["message": message.name, "mvpd": message.mvpd, "binding": message.binding], document: message.xml)
    }
}
