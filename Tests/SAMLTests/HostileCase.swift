@_spi(Testing) import SAML
import Testing

/// A document that exactly one check rejects.
struct HostileCase: Sendable, CustomTestStringConvertible {
    /// The result for the document if its check is omitted.
    enum Outcome: Sendable, Equatable {
        case accepted
        /// A later stage rejects it.
        case refused(SAMLError.Code)
    }

    let name: String
    let check: Check
    let code: SAMLError.Code
    let withoutCheck: Outcome
    let document: @Sendable () throws -> [UInt8]

    init(
        _ name: String, _ check: Check, _ code: SAMLError.Code, withoutCheck: Outcome = .accepted,
        document: @escaping @Sendable () throws -> String
    ) {
        self.name = name
        self.check = check
        self.code = code
        self.withoutCheck = withoutCheck
        self.document = { Array(try document().utf8) }
    }

    var testDescription: String { "\(check): \(name)" }
}

/// Text of documents before they are signed, and the changes of an attacker or a careless provider.
enum Hostile {
    static func template(_ change: (inout Response) -> Void = { _ in }) throws -> String {
        try Fixture.response(change).template(certificate: Fixture.providerKey.certificate)
    }

    static func signed(_ change: (inout Response) -> Void = { _ in }) throws -> String {
        try Fixture.response(change).signed(with: Fixture.providerKey)
    }

    /// Signed with the provider's own key, after a change to the text.
    static func signed(replacing old: String, with new: String) throws -> String {
        try SignatureWriter.sign(template().replacingFirst(old, with: new), with: Fixture.providerKey)
    }

    /// The same with an element in `samlp:Extensions`, where any element is allowed.
    static func signed(extensions: String) throws -> String {
        try signed(
            replacing: "<samlp:Status>", with: "<samlp:Extensions>\(extensions)</samlp:Extensions><samlp:Status>")
    }

    /// The response with a signature of its assertion only.
    static func signedAssertionOnly() throws -> String { try signed(replacing: template().firstSignature, with: "") }

    static func requestTemplate(_ change: (inout AuthnRequest) -> Void = { _ in }) throws -> String {
        try Fixture.request(change).template(certificate: Fixture.serviceKey.certificate)
    }

    static func signedRequest(_ change: (inout AuthnRequest) -> Void = { _ in }) throws -> String {
        try Fixture.request(change).signed(with: Fixture.serviceKey)
    }

    static let exclusive = #"Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#""#
    static let inclusive = #"Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315""#
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    static let foreignSignature =
        #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature>"#
}
