import Dates
import EntitlementCore
import SAML
import Synchronization
import TVWorld

/// A certificate with which media tokens may be verified.
struct MediaCertificate: Sendable, Equatable {
    let certificate: Certificate
    /// The time after which no token that it may have signed is valid, in Unix milliseconds; nil for the current key.
    let endsAt: Int64?
}

/// The key that signs media tokens, and the certificates of its predecessors with tokens that have not expired.
///
/// A roll-over generates a new key at once. The old private key is deleted; its certificate is kept until its last token has
/// expired, in a file of the state folder whose name contains the time: `media-token.until-MILLISECONDS.pem`.
final class MediaKeyRing: Sendable {
    private struct State {
        let key: SigningKey
        /// The certificates of earlier keys, by the expiration date of their last token, in Unix milliseconds.
        let retired: [Int64: Certificate]
        /// A value that changes with a roll-over by another instance of the service.
        let stamp: [Int]?
        /// The expiration date of the last token that this process signed with the key, in Unix milliseconds: later than the
        /// settings imply if the tokens' lifetime was reduced.
        var lastExpiration: Int64 = 0

        init(_ key: SigningKey, retired: [Int64: Certificate], stamp: [Int]?) {
            self.key = key
            self.retired = retired.filter { $0.value != key.certificate }
            self.stamp = stamp
        }
    }

    private let state: Mutex<State>
    private let lastRoll = Mutex<Task<Void, any Error>?>(nil)
    private let folder: any KeyFiles
    private static let prefix = "media-token.until-"
    private static let suffix = ".pem"
    private static let file = "media-token.pem"

    /// Creates the key ring of a folder, with the certificates of the key's predecessors there.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Throws: ``SetupFailure`` if one of them cannot be read.
    init(_ key: SigningKey, folder: any KeyFiles, now: Int64) async throws {
        self.folder = folder
        state = Mutex(State(key, retired: try Self.retired(in: folder, now: now), stamp: folder.stamp(of: Self.file)))
        for name in folder.names() where Self.end(of: name).map({ $0 <= now }) == true { await folder.remove(name) }
    }

    private static func name(_ end: Int64) -> String { "\(prefix)\(end)\(suffix)" }

    /// Returns the expiration date of the last token of a certificate's file; nil for other files.
    private static func end(of name: String) -> Int64? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        return Int64(name.dropFirst(prefix.count).dropLast(suffix.count))
    }

    private static func retired(in folder: any KeyFiles, now: Int64) throws -> [Int64: Certificate] {
        var retired: [Int64: Certificate] = [:]
        for name in folder.names() {
            guard let end = end(of: name), now < end else { continue }
            do { retired[end] = try Certificate(pem: try folder.read(name) ?? "") } catch {
                throw SetupFailure(
                    "The certificate \(folder.path(of: name)) cannot be used: \(error). Move it away; its media "
                        + "tokens are then no longer valid.")
            }
        }
        return retired
    }

    /// Adopts the key of another instance that has rolled over. If it cannot be read, nothing changes.
    private func refresh(now: Int64) {
        guard let stamp = folder.stamp(of: Self.file), stamp != state.withLock({ $0.stamp }) else { return }
        guard let pem = try? folder.read(Self.file), let key = try? SigningKey(pem: pem),
            let retired = try? Self.retired(in: folder, now: now)
        else { return }
        state.withLock { $0 = State(key, retired: retired, stamp: stamp) }
    }

    /// Returns the signature of a media token's element: RSASSA-PKCS1-v1_5 with SHA-256, in Base64.
    ///
    /// - Parameters:
    ///   - now: Unix milliseconds, as in all calls here.
    ///   - expiresAt: The token's expiration date.
    func signature(of element: String, now: Int64, expiresAt: Int64) throws -> String {
        refresh(now: now)
        let key = state.withLock { state in
            state.lastExpiration = max(state.lastExpiration, expiresAt)
            return state.key
        }
        return Base64.encode(try key.signature(of: element))
    }

    /// Returns the valid certificates, the current one first.
    func certificates(now: Int64) -> [MediaCertificate] {
        refresh(now: now)
        return state.withLock { state in
            [MediaCertificate(certificate: state.key.certificate, endsAt: nil)]
                + state.retired.filter { now < $0.key }.sorted { $0.key > $1.key }
                .map { MediaCertificate(certificate: $0.value, endsAt: $0.key) }
        }
    }

    /// Returns the current certificates as one PEM text, in the format for a verifier.
    func bundle(now: Int64) -> String { certificates(now: now).map(\.certificate.pem).joined() }

    /// The maximum number of certificates, as in a verifier.
    static let limit = 32

    /// The time for which the old key may still sign after a roll-over has begun, in milliseconds: until the new one has been
    /// generated and written, and every node has adopted it.
    static let overlap: Int64 = 60_000

    /// The reason why a roll-over failed.
    struct TooManyCertificates: Error {}

    /// Generates a new key, which signs from now on.
    ///
    /// - Parameters:
    ///   - now: Unix milliseconds.
    ///   - lifetime: The maximum lifetime of the old key's tokens, in milliseconds.
    /// - Throws: ``TooManyCertificates``, or ``SetupFailure`` if the key cannot be written; the old one is then kept.
    func roll(now: Int64, lifetime: Int64) async throws {
        guard certificates(now: now).count < Self.limit else { throw TooManyCertificates() }
        let key = try await SigningKey.generated(for: "entitlementd media-token", now: now / 1_000)
        // One at a time, so that every key that has signed is retired.
        let roll = lastRoll.withLock { last in
            let roll = Task { [last] in
                _ = await last?.result
                try await folder.alone { try await replace(by: key, now: now, lifetime: lifetime) }
            }
            last = roll
            return roll
        }
        try await roll.value
    }

    /// Replaces the key. Calls sign with the old key while the new one is being written, which may take long.
    private func replace(by key: SigningKey, now: Int64, lifetime: Int64) async throws {
        // The key of an instance that has rolled over in the meantime is retired, too.
        refresh(now: now)
        let before = state.withLock { $0 }
        var endsAt = max(now.clampedSum(lifetime), before.lastExpiration).clampedSum(Self.overlap)
        // Its file is named after this date.
        while before.retired[endsAt] != nil { endsAt -= 1 }
        // The certificate is written first, so that tokens of the old key remain valid even if the next line fails.
        try await folder.write(before.key.certificate.pem, to: Self.name(endsAt))
        try await folder.write(try key.pem, to: Self.file)
        var retired = before.retired.filter { now < $0.key }
        retired[endsAt] = before.key.certificate
        let next = State(key, retired: retired, stamp: folder.stamp(of: Self.file))
        state.withLock { $0 = next }
        for end in before.retired.keys where end <= now { await folder.remove(Self.name(end)) }
    }
}
