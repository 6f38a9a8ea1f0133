import Encodings
import EntitlementCore
import SAML
import StateDirectory
import TVWorld
import ThreadExecutors

/// The signing keys of providers' web pages: one each, generated on first use, and used only in the provider's role.
///
/// They are stored as `STATE/entitlementd/mvpd/PROVIDER.pem`. They are unrelated to the device's keys for the same providers,
/// which never leave `vsad`.
actor ProviderKeys {
    /// Generating a key uses a tenth of a second of processor time, so it does not run on the cooperative thread pool.
    private let executor = ThreadExecutor()
    private let folder: any KeyFiles
    private let pool: KeyPool?
    private var keys: [String: SigningKey] = [:]
    /// Keys that could not be written yet.
    private var unwritten: [String: SigningKey] = [:]
    private var untrusted: SigningKey?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates the keys of a folder.
    ///
    /// - Parameter pool: The source of new keys until it is empty.
    init(folder: any KeyFiles, pool: KeyPool? = nil) {
        self.folder = folder
        self.pool = pool
    }

    /// Returns the key of a provider.
    ///
    /// - Parameter now: The current time in Unix seconds.
    /// - Throws: ``SetupFailure``, ``StoreFailure`` or ``SAML/SAMLError`` if it cannot be read, generated or written.
    func key(of provider: Provider, now: Int64) async throws -> SigningKey {
        if let key = keys[provider.id] { return key }
        let file = Self.file(of: provider.id)
        var key: SigningKey
        if let known = try folder.key(in: file) {
            key = known
        } else {
            key = try unwritten[provider.id] ?? SigningKey.make(for: provider.id, now: now, spare: pool?.take())
            unwritten[provider.id] = key
            // Other calls, also for this provider, continue in the meantime; all get the key that was written first.
            key = try SigningKey(pem: try await folder.writeOnce(try key.pem, to: file))
            unwritten[provider.id] = nil
        }
        keys[provider.id] = key
        return key
    }

    /// Returns an untrusted key, for faults.
    ///
    /// - Parameter now: The current time in Unix seconds.
    func stranger(now: Int64) throws -> SigningKey {
        if let known = untrusted { return known }
        let key = try SigningKey.makeUntrusted(now: now, spare: pool?.take())
        untrusted = key
        return key
    }

    /// Returns the file of a provider's key. An identifier consists of letters, digits and `._-~`; one that is too long for a
    /// file name is replaced by its hash.
    static func file(of provider: String) -> String {
        guard provider.utf8.count > 200 else { return "mvpd/\(provider).pem" }
        return "mvpd/\(hexadecimal(sha256(provider))).pem"
    }
}
