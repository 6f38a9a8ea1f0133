import DesktopBrowsing
import Foundation
import LoginPages
import VSAControl
import _CryptoExtras

extension LinkedBackend: Backend {
    package static func logIn(from url: String, user: String, password: String, provider: String?) async throws(Failure) {
        var walk = FormWalk(user: user, password: password, provider: provider)
        do throws(FormWalk.Failure) {
            _ = try await walk.walk(from: url)
        } catch {
            // The message of a failure is a sentence without a full stop.
            let reason = error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text
            throw Failure(.failed, "the login failed: \(reason)")
        }
    }

    package static func generateKey() throws -> String {
        try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation
    }

    package static func sign(_ token: String, key: String, keyID: String?) throws -> String? {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { throw Failure(.failed, "the service's token does not have three parts") }
        return try TokenKey(pem: key)?.sign(claims: parts[1], keyID: keyID)
    }

    package static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    package static func openBrowser(_ url: String, environment: [String: String]) -> String? {
        guard let browser = DesktopBrowser(for: url, environment: environment), (try? browser.open()) != nil else { return nil }
        return browser.name
    }
}
