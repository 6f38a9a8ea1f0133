import Foundation
import VideoSubscriberAccount

// The ways in which apps adapt a main-actor object to the delegate protocol, whose methods are nonisolated.

/// The conformance belongs to the main actor.
@MainActor
final class IsolatedDelegate: NSObject, @MainActor VSAccountManagerDelegate {
    private(set) var isPresenting = false
    private let accountManager = VSAccountManager()

    override init() {
        super.init()
        accountManager.delegate = self
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        isPresenting = true
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        isPresenting = false
    }
}

/// Each method switches to the main actor itself.
@MainActor
final class HoppingDelegate: NSObject, VSAccountManagerDelegate {
    private var presented: UIViewController?
    private var closedProviders: Set<String> = []

    nonisolated func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        MainActor.assumeIsolated { presented = viewController }
    }

    nonisolated func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        DispatchQueue.main.async { self.presented = nil }
    }

    nonisolated func accountManager(
        _ accountManager: VSAccountManager, shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        MainActor.assumeIsolated { !closedProviders.contains(accountProviderIdentifier) }
    }
}

/// An actor that stores what the system reported.
actor ProviderStore {
    private(set) var provider: String?

    func keep(_ provider: String?) { self.provider = provider }
}

/// An async form of `enqueue`, as apps write it themselves.
func provider(for request: VSAccountMetadataRequest, from manager: VSAccountManager) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
        manager.enqueue(request) { metadata, error in
            if let error {
                continuation.resume(throwing: error)
            } else {
                continuation.resume(returning: metadata?.accountProviderIdentifier)
            }
        }
    }
}

/// The completion form, in an actor.
func store(_ request: VSAccountMetadataRequest, in store: ProviderStore) {
    VSAccountManager().enqueue(request) { metadata, _ in
        let provider = metadata?.accountProviderIdentifier
        Task { await store.keep(provider) }
    }
}
