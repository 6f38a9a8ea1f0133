import Crypto
import Dispatch
import Encodings
import EntitlementCore
import Foundation
import SAML
import StateDirectory

/// The service's own keys. They are generated once and never leave their folder.
public struct ServiceKeys: Sendable {
    /// The key for SAML requests; its certificate is part of the service's metadata.
    public let saml: SigningKey
    /// The key for software statements and access tokens, as PEM.
    let tokenPEM: String
    /// The keys of providers' web pages, which belong to the providers and are used only in their role.
    let providers: ProviderKeys
    /// The key for media tokens.
    let media: MediaKeyRing
    private let files: any KeyFiles
    private let pseudonymKey: SymmetricKey
    /// The key for the tokens of the pages' forms.
    let formKey: SymmetricKey

    /// Reads keys, and generates missing ones.
    ///
    /// - Parameters:
    ///   - pool: The pool of spare keys, also for those of providers' pages.
    ///   - now: Unix seconds.
    /// - Throws: ``SetupFailure``, ``SAML/SAMLError`` or ``StoreFailure`` if a key cannot be read or written.
    package init(files: any KeyFiles, pool: KeyPool? = nil, now: Int64) async throws {
        func key(_ name: String) async throws -> SigningKey {
            let file = "\(name).pem"
            let consequence = "; signatures of the old one are then no longer valid"
            if let key = try files.key(in: file, consequence: consequence) { return key }
            let key = try await SigningKey.generated(for: "entitlementd \(name)", now: now, spare: pool?.take())
            let text = try key.pem
            let stored = try await files.writeOnce(text, to: file)
            return stored == text ? key : try SigningKey(pem: stored)
        }
        self.files = files
        media = try await MediaKeyRing(try key("media-token"), folder: files, now: now * 1_000)
        saml = try await key("saml")
        tokenPEM = try await key("token").privateKeyPEM
        providers = ProviderKeys(folder: files, pool: pool)
        pseudonymKey = SymmetricKey(data: sha256("pseudonym\n\(tokenPEM)"))
        formKey = SymmetricKey(data: sha256("forms\n\(tokenPEM)"))
    }

    /// Adopts the keys that other nodes have changed.
    ///
    /// - Throws: The store's error.
    func reload() async throws { try await files.reload() }

    /// Returns a signed media token in Base64.
    func serialized(_ token: MediaToken) throws -> String {
        let element = token.element
        let signature = try media.signature(of: element, now: token.issuedAt, expiresAt: token.expiresAt)
        let envelope = MediaToken.envelope(of: element, signature: signature)
        return Data(envelope.utf8).base64EncodedString()
    }

    /// Returns a stable scrambled form of a user's identifier, which reveals nothing outside the service.
    func pseudonym(of userID: String, mvpd: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(mvpd)\n\(userID)".utf8), using: pseudonymKey)
        return hexadecimal(code.prefix(20))
    }
}

func sha256(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

extension SigningKey {
    /// Returns a new key as ``make(for:now:spare:)`` does, but generated on another thread, because that uses a tenth of a second
    /// of processor time.
    static func generated(for party: String, now: Int64, spare: String? = nil) async throws -> SigningKey {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try SigningKey.make(for: party, now: now, spare: spare) })
            }
        }
    }
}
