import Foundation
import SAML

/// The keys of the test process: generated once, on a separate thread, because that takes long.
enum TestKeys {
    /// The service's.
    static let service = Task { await make("service") }
    /// A provider's.
    static let provider = Task { await make("provider") }
    /// A key without an owner.
    static let stranger = Task { await make("stranger") }

    private static func make(_ name: String) async -> SigningKey {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                guard let key = try? SigningKey.generate(commonName: name, now: 1_700_000_000) else {
                    fatalError("no key can be made")
                }
                continuation.resume(returning: key)
            }
            thread.start()
        }
    }
}
