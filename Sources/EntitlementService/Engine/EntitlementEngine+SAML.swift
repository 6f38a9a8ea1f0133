import EntitlementCore
import SAML
import TVWorld

/// Whether the service sent or received a SAML message.
enum MessageDirection: String, Sendable {
    case sent
    case received
}

extension EntitlementEngine {
    /// Records a SAML message in the journal.
    ///
    /// - Parameters:
    ///   - name: The kind of message: `AuthnRequest`, `Response`, `LogoutRequest`, `LogoutResponse`.
    ///   - mvpd: The provider.
    ///   - binding: The binding: `platform`, `redirect`, `post`.
    ///   - xml: The message; nil if it is unreadable.
    func note(_ name: String, _ direction: MessageDirection, mvpd: String, binding: String, xml: String?, requestID: String) {
        journal.append(
            time: clock.milliseconds(), event: .samlMessage, requestID: requestID, outcome: direction.rawValue,
            details: ["message": name, "mvpd": mvpd, "binding": binding], document: xml)
    }

    /// Records a SAML message in Base64, in which spaces are accepted for unencoded plus signs.
    func note(_ name: String, _ direction: MessageDirection, mvpd: String, binding: String, base64: String, requestID: String) {
        let text = base64.utf8.count <= 2 * Journal.documentSize ? base64 : ""
        let xml = SAML.Base64.decode(text, ignoringWhitespace: true, blanksArePlus: true)
            .flatMap { String(validating: $0, as: UTF8.self) }
        note(name, direction, mvpd: mvpd, binding: binding, xml: xml, requestID: requestID)
    }
}
