import Encodings
import EntitlementCore
import HTTPTypes
import SAML
import TVWorld

/// The headers of REST v2. A header that cannot be read, or was sent twice, is never an error here: it becomes a value that the
/// core rejects if the call needs it.
struct ClientHeaders: Sendable {
    private let fields: HTTPFields

    init(_ fields: HTTPFields) {
        self.fields = fields
    }

    /// `AP-Device-Identifier`: `fingerprint` and the Base64 of an identifier.
    ///
    /// An identifier that is not text, such as a digest, is represented by its hexadecimal digits.
    var deviceIdentifier: DeviceIdentifier {
        guard isSent(.deviceIdentifier) else { return .absent }
        guard let text = fields.single(.deviceIdentifier)?.utf8, let space = text.firstIndex(of: UInt8(ascii: " ")),
            Substring(text[..<space]).lowercased() == "fingerprint",
            let bytes = Base64.decodeLenient(Substring(text[space...].dropFirst())), !bytes.isEmpty
        else { return .malformed }
        let identifier = String(validating: bytes, as: UTF8.self) ?? hexadecimal(bytes)
        return identifier.utf8.count <= DeviceCall.identifierLimit ? .value(identifier) : .malformed
    }

    /// `X-Device-Info`: Base64 of a JSON object, with the restrictions of REST v2.
    var device: DeviceInformation {
        guard isSent(.deviceInformation) else { return .absent }
        guard let text = fields.single(.deviceInformation), !text.isEmpty else { return .unreadable }
        return DeviceInformation.reading(text).restricted
    }

    /// `AP-Partner-Framework-Status`: standard Base64 of a JSON object; nil if it is missing or unreadable.
    var partnerStatus: PartnerFrameworkStatus? {
        guard let text = fields.single(.partnerFrameworkStatus), let bytes = Base64.decode(text),
            let json = try? JSON(parsing: bytes)
        else { return nil }
        return PartnerFrameworkStatus(json)
    }

    /// The digests of the strings in `AP-TempPass-Identity`, Base64 of a JSON object; nil if it is missing or unreadable.
    var temporaryPassIdentifiers: [String: String]? {
        guard let text = fields.single(.temporaryPassIdentity), let bytes = Base64.decodeLenient(text), !bytes.isEmpty,
            let object = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return GenericData.digests(of: object, ignoringOthers: true).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `AP-Visitor-Identifier`; nil if it is missing, empty or too long.
    var visitorID: String? {
        fields.single(.visitorIdentifier).flatMap { (1...DeviceCall.identifierLimit).contains($0.utf8.count) ? $0 : nil }
    }

    /// The token of the platform's identity, unverified: `Adobe-Subject-Token`, or else that of Roku.
    var subjectToken: String? { fields.single(isSent(.subjectToken) ? .subjectToken : .rokuToken) }

    /// The token of a programmer's identity service, unverified: `AD-Service-Token`.
    var serviceToken: String? { fields.single(.serviceToken) }

    /// Whether there may be a token of either kind.
    var hasIdentities: Bool { isSent(.subjectToken) || isSent(.rokuToken) || isSent(.serviceToken) }

    private func isSent(_ name: HTTPField.Name) -> Bool { fields.contains(name) }
}

extension HTTPField.Name {
    static let deviceIdentifier = Self("AP-Device-Identifier")!
    static let partnerFrameworkStatus = Self("AP-Partner-Framework-Status")!
    static let temporaryPassIdentity = Self("AP-TempPass-Identity")!
    static let visitorIdentifier = Self("AP-Visitor-Identifier")!
    static let subjectToken = Self("Adobe-Subject-Token")!
    static let rokuToken = Self("X-Roku-Reserved-Roku-Connect-Token")!
    static let serviceToken = Self("AD-Service-Token")!
}
