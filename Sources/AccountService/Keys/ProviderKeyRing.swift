import AccountCore
import DeviceInterfaces
import SAML
import StateDirectory
import TVWorld
import ThreadExecutors

/// The providers' keys, kept in memory after their first use.
///
/// Runs on its own thread with normal priority, because setting up a device waits for its providers' keys.
actor ProviderKeyRing {
    private let executor = ThreadExecutor()
    private let keys: ProviderKeys
    private let clock: any WorldClock
    private let journal: Journal
    private var known: [String: SigningKey] = [:]
    /// An untrusted key, for faults.
    private var stranger: SigningKey?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ keys: ProviderKeys, clock: any WorldClock, journal: Journal) {
        self.keys = keys
        self.clock = clock
        self.journal = journal
    }

    /// Returns the key of a provider; generates it if there is none.
    ///
    /// - Throws: `StoreError`, `SAMLError`.
    func key(of provider: Provider) throws -> SigningKey {
        if let key = known[provider.id] { return key }
        let (key, isNew) = try keys.key(of: provider.id, now: clock.seconds())
        known[provider.id] = key
        if isNew {
            journal.record(
                JournalRecord(.keyCreated, details: [JournalDetail(ControlInterface.Key.accountProviderIdentifier, provider.id)]))
        }
        return key
    }

    /// Returns an untrusted key for faults; generates it if there is none.
    ///
    /// - Throws: `SAMLError`.
    func strangerKey() throws -> SigningKey {
        if let stranger { return stranger }
        let key = try SigningKey.makeUntrusted(now: clock.seconds(), spare: keys.pool?.take())
        stranger = key
        return key
    }

    /// Returns the metadata of a provider as XML.
    ///
    /// - Throws: `StoreError`, `SAMLError`.
    func metadata(of provider: Provider) throws -> String {
        let key = try key(of: provider)
        return EntityDescriptor(
            entityID: provider.entityID, role: .identityProvider(singleSignOnURL: provider.singleSignOnURL),
            certificates: [key.certificate]
        ).xml()
    }
}
