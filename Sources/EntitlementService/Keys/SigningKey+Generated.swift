import Dispatch
import SAML
import TVWorld

extension SigningKey {
    /// Returns a new key, generated on another thread, because that uses a tenth of a second of processor time.
    ///
    /// - Parameters:
    ///   - now: Unix seconds; the certificate is valid from the previous day, because a verifier's clock may be slow.
    ///   - spare: A key of the pool, which is then only certified.
    static func generated(commonName: String, now: Int64, spare: String? = nil) async throws -> SigningKey {
        let start = max(now - 86_400, ClockSetting.representable.lowerBound / 1_000)
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try SigningKey.generate(commonName: commonName, now: start, spare: spare) })
            }
        }
    }
}
