import SAML
import Synchronization

@testable import EntitlementService

/// Files in memory, which last as long as the process.
final class MemoryKeyFiles: KeyFiles {
    private let texts: Mutex<[String: String]>
    private let provider: String
    private let prepare: @Sendable () async -> Void

    /// - Parameters:
    ///   - provider: The content of every provider's file.
    ///   - prepare: Awaited before each write.
    init(
        _ texts: [String: String] = [:], provider: String = "", beforeWriting prepare: @escaping @Sendable () async -> Void = {}
    ) {
        self.texts = Mutex(texts)
        self.provider = provider
        self.prepare = prepare
    }

    func read(_ name: String) -> String? {
        name.hasPrefix("mvpd/") ? provider : texts.withLock { $0[name] }
    }
    func names() -> [String] { texts.withLock { Array($0.keys) } }
    func write(_ text: String, to name: String) async {
        await prepare()
        texts.withLock { $0[name] = text }
    }
    func writeOnce(_ text: String, to name: String) async -> String {
        await write(text, to: name)
        return text
    }
    func remove(_ name: String) { texts.withLock { $0[name] = nil } }
    func path(of name: String) -> String { name }
    func stamp(of name: String) -> [Int]? { nil }
    func reload() {}
    func alone(_ changes: () async throws -> Void) async throws { try await changes() }
}

extension ServiceKeys {
    /// Returns keys in memory: one for all purposes of the service, and one for all providers' web pages.
    static func inMemory(_ key: SigningKey, provider: SigningKey) async throws -> ServiceKeys {
        let pem = try key.pem
        let files = MemoryKeyFiles(
            ["saml.pem": pem, "token.pem": pem, "media-token.pem": pem], provider: try provider.pem)
        return try await ServiceKeys(files: files, now: 0)
    }
}
