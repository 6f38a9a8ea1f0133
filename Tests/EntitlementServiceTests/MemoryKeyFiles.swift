import SAML
import Synchronization

@testable import EntitlementService

/// Files in memory, which last as long as the process.
private final class MemoryKeyFiles: KeyFiles {
    private let texts: Mutex<[String: String]>
    private let provider: String

    /// - Parameter provider: The content of every provider's file.
    init(_ texts: [String: String], provider: String) {
        self.texts = Mutex(texts)
        self.provider = provider
    }

    func read(_ name: String) -> String? {
        name.hasPrefix("mvpd/") ? provider : texts.withLock { $0[name] }
    }
    func names() -> [String] { texts.withLock { Array($0.keys) } }
    func write(_ text: String, to name: String) { texts.withLock { $0[name] = text } }
    func writeOnce(_ text: String, to name: String) -> String {
        write(text, to: name)
        return text
    }
    func remove(_ name: String) { texts.withLock { $0[name] = nil } }
    func path(of name: String) -> String { name }
    func stamp(of name: String) -> [Int]? { nil }
    func reload() {}
}

extension ServiceKeys {
    /// Returns keys in memory: one for all purposes of the service, and one for all providers' web pages.
    static func inMemory(_ key: SigningKey, provider: SigningKey) async throws -> ServiceKeys {
        let pem = try key.pem
        let files = MemoryKeyFiles(
            ["saml.pem": pem, "token.pem": pem, "media-token.pem": pem], provider: try provider.pem)
        return try await ServiceKeys(files: files, pool: nil, now: 0)
    }
}
